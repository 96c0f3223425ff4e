/** Rules of Editfests: who may enter, and how clips may be downloaded. Used by the API and the pages. */

export type Editfest = {
  name: string
  starts_at: Date
  ends_at: Date
  /** How many clips a workspace may take without a watermark. */
  clip_limit: number
  /** How many workspaces may enter; null: any number. */
  max_workspaces: number | null
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** Formats "June 30, 2026", the same on the server and in every browser. */
export const formatLongDate = (date: Date | string): string => dateFormat.format(new Date(date))

export const UNKNOWN_CODE_TEXT = 'This Editfest code is not valid.'

/** Returns why no workspace can enter now, as a sentence; null if one can. */
export const getEntryRefusal = (
  { name, starts_at, ends_at, max_workspaces }: Editfest,
  { entries, now }: { entries: number; now: Date },
): string | null => {
  if (now < starts_at) return `${name} opens on ${formatLongDate(starts_at)}.`
  if (now >= ends_at) return `${name} ended on ${formatLongDate(ends_at)}.`
  if (max_workspaces !== null && entries >= max_workspaces) return `${name} is full: every place is taken.`
  return null
}

/** How a clip may be downloaded: `clean` counts, `watermarked` is the comp, which is open to everyone. */
export type ClipAccess =
  | { kind: 'clean' }
  | { kind: 'watermarked'; reason: string }
  | { kind: 'closed'; reason: string }

type ClipAccessInput = {
  /** The workspace's latest entry, with the number of clips that it has taken. */
  entry: (Editfest & { taken: number }) | null
  /** `is_downloaded`: this entry has taken it already. */
  clip: { is_downloaded: boolean; tier: string; has_file: boolean }
  /** Why this user gets no clean file, whatever the workspace has left; null if nothing prevents it. */
  unconfirmed: string | null
  now: Date
}

/** A taken clip stays available until the Editfest ends. Signature clips always have a watermark. */
export const decideClipAccess = ({ entry, clip, unconfirmed, now }: ClipAccessInput): ClipAccess => {
  const clean: ClipAccess = unconfirmed === null ? { kind: 'clean' } : { kind: 'closed', reason: unconfirmed }
  if (!entry) return { kind: 'closed', reason: 'Please enter your Editfest code first.' }
  if (now >= entry.ends_at)
    return { kind: 'closed', reason: `${entry.name} ended on ${formatLongDate(entry.ends_at)}.` }
  if (clip.is_downloaded) return clean
  if (clip.tier === 'signature') return { kind: 'watermarked', reason: 'Signature clips come with a watermark.' }
  if (!clip.has_file) return { kind: 'watermarked', reason: 'This clip has no HD file, so it comes with a watermark.' }
  if (entry.taken >= entry.clip_limit)
    return { kind: 'closed', reason: `Your workspace has taken all ${entry.clip_limit} of its clips.` }
  return clean
}
