export const aboutSource = `## Our story {#story}

A long take is a promise: nobody cuts away, so it had better be worth watching. {{company.name}} is a shop for shots like that.

Finding stock footage used to mean scrolling a thousand clips and settling for one. We think an editor should find the one that was in their head, see it frame by frame before anyone pays, and have the right to use it by the time the coffee is ready. And the person who shot it gets credited, the way they would on any film.

## What we believe {#beliefs}

### Every shot has a name on it

Every clip has a name under it. Behind the name is a reel, a filmography, whole shoots scene by scene. You find one shot and leave with five that match.

### Judge motion in motion

So everything here moves when you touch it, and counts in timecode. Comps carry the master’s frames: what you cut with is what you conform to.

### A price is not a negotiation

One table, public, the same for everyone, and the reason beside every amount. You pay for the use you have, once.

### The license is a sentence

Who may show what, where and for whom: one line that a producer can forward to legal and a lawyer can sign off before lunch.
`
