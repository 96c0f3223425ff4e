export const aboutSource = `## Our story {#story}

A long take is a promise: nobody cuts away, so it had better be worth watching. {{company.name}} is a shop for shots like that.

Stock footage used to be looked for by the thousand and settled for. We think an editor should find the one that was in their head, see it frame by frame before anyone pays, and have the right to use it by the time the coffee is ready. And the person behind the camera should be named on screen, as in any credits.

## What we hold to {#beliefs}

### A shot is somebody’s

Every clip has a name under it. Behind the name is a reel, a filmography, whole shoots scene by scene. You find one shot and leave with five that match.

### Moving pictures are judged moving

So everything here moves when you touch it, and counts in timecode. Comps carry the master’s frames: what you cut with is what you conform to.

### A price is not a negotiation

One table, public, the same for everyone, and the reason beside every amount. You pay for the use you have, once.

### The license is a sentence

Who may show what, where and for whom: one line that a producer can forward to legal and a lawyer can sign off before lunch.
`
