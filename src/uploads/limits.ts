/** How much may come, from whom, and in which pieces. */

/** Half an hour of 4K ProRes 422 HQ and a bit. */
export const most_bytes = 200_000_000_000
/** A minute on a line of one megabit: well within what any request may take. */
export const piece_bytes = 8 * 1_048_576
/** Of one person, not yet judged. */
export const most_open = 30
export const most_open_bytes = 400_000_000_000
/** The disk is for what is there already: so much of it stays free. */
export const spare_bytes = 1_000_000_000
/** How long one that nobody goes on with is kept, and the word that one was refused. */
export const kept_ms = 7 * 86_400_000
export const refused_kept_ms = 30 * 86_400_000

export const too_large_text =
  'This file is too large. A master may have up to 200 GB: send a shorter or lighter export.'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "3.4 GB" */
export const sizeWords = (bytes: number): string => {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const n = bytes / 1_000 ** step
  return `${n.toLocaleString('en-US', { maximumFractionDigits: step > 1 && n < 100 ? 1 : 0 })} ${units[step]}`
}
