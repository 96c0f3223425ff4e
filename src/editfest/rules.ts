/** Who may enter an Editfest, and how a clip goes to those who did: plain rules, asked by the doors and shown by the pages. */

export type Editfest = {
  name: string
  starts_at: Date
  ends_at: Date
  /** How many clips a workspace takes without a watermark. */
  clips_each: number
  /** How many workspaces may enter; null: any number. */
  places: number | null
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** "June 30, 2026", the same on the server and in every browser. */
export const longDate = (moment: Date | string): string => days.format(new Date(moment))

export const unknown_code = 'This Editfest code is not valid.'

/** Why nobody (else) enters now, in a sentence; null when there is room. */
export const entryRefusal = (
  { name, starts_at, ends_at, places }: Editfest,
  { entries, now }: { entries: number; now: Date },
): string | null => {
  if (now < starts_at) return `${name} opens on ${longDate(starts_at)}.`
  if (now >= ends_at) return `${name} ended on ${longDate(ends_at)}.`
  if (places !== null && entries >= places) return `${name} is full: every place is taken.`
  return null
}

/** How a clip goes: `clean` counts, `watermarked` is the comp that everybody may take. */
export type Way = { kind: 'clean' } | { kind: 'watermarked'; why: string } | { kind: 'closed'; why: string }

type Asked = {
  /** The workspace's latest entry, with how many clips it took. */
  entry: (Editfest & { taken: number }) | null
  /** `is_taken`: by this entry already. */
  clip: { is_taken: boolean; tier: string; has_file: boolean }
  /** Why this person gets no clean file, whatever the workspace has left; null when nothing is in the way. */
  unconfirmed: string | null
  now: Date
}

/** What was taken stays open until the festival ends; signature clips never leave without a watermark. */
export const wayOf = ({ entry, clip, unconfirmed, now }: Asked): Way => {
  const clean: Way = unconfirmed === null ? { kind: 'clean' } : { kind: 'closed', why: unconfirmed }
  if (!entry) return { kind: 'closed', why: 'Please enter your Editfest code first.' }
  if (now >= entry.ends_at) return { kind: 'closed', why: `${entry.name} ended on ${longDate(entry.ends_at)}.` }
  if (clip.is_taken) return clean
  if (clip.tier === 'signature') return { kind: 'watermarked', why: 'Signature clips come with a watermark.' }
  if (!clip.has_file) return { kind: 'watermarked', why: 'This clip has no HD file, so it comes with a watermark.' }
  if (entry.taken >= entry.clips_each)
    return { kind: 'closed', why: `Your workspace has taken all ${entry.clips_each} of its clips.` }
  return clean
}
