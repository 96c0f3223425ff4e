/** Start timecodes as editors read them: `01:00:00:00`, with a semicolon before the frames where frame numbers are dropped. */

const shape = /^(\d\d):([0-5]\d):([0-5]\d)[:;.](\d{2,3})$/

/** Frame numbers are dropped at 29.97 and its multiples alone. */
const canDrop = (fps: number) => Math.abs((fps * 1001) / 30_000 - Math.round((fps * 1001) / 30_000)) < 1e-3

/** The timecode as a file gives it, written our way; null when it is none that this rate can have. */
export function startTimecode(text: string | undefined, fps: number): string | null {
  const found = shape.exec(text ?? '')
  if (!found) return null
  const [, hours, minutes, seconds, frames] = found
  if (Number(hours) > 23 || Number(frames) >= Math.round(fps)) return null
  const drops = /[;.]/.test(text ?? '') && canDrop(fps)
  return `${hours}:${minutes}:${seconds}${drops ? ';' : ':'}${String(Number(frames)).padStart(2, '0')}`
}
