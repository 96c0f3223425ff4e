/** Start timecodes as editors write them: `01:00:00:00`, with a semicolon before the frames for drop-frame. */

const TIMECODE_PATTERN = /^(\d\d):([0-5]\d):([0-5]\d)[:;.](\d{2,3})$/

/** Drop-frame timecode exists only at 29.97 fps and its multiples. */
const supportsDropFrame = (fps: number) => Math.abs((fps * 1001) / 30_000 - Math.round((fps * 1001) / 30_000)) < 1e-3

/** Returns a file's timecode in our format, or null when it is invalid at this frame rate. */
export function parseStartTimecode(text: string | undefined, fps: number): string | null {
  const match = TIMECODE_PATTERN.exec(text ?? '')
  if (!match) return null
  const [, hours, minutes, seconds, frames] = match
  if (Number(hours) > 23 || Number(frames) >= Math.round(fps)) return null
  const isDropFrame = /[;.]/.test(text ?? '') && supportsDropFrame(fps)
  return `${hours}:${minutes}:${seconds}${isDropFrame ? ';' : ':'}${String(Number(frames)).padStart(2, '0')}`
}
