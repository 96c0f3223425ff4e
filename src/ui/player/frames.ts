/** Time counted in frames. Rates are frames per second as measured, so 23.976 and 29.97 too; timecodes are non-drop. */

/** The frame on screen at `seconds`, counted from 0. */
export const frameAt = (seconds: number, fps: number): number => Math.max(0, Math.floor(seconds * fps + 1e-3))

/** A moment inside `frame`, away from its edges, where a seek surely shows that frame. In seconds. */
export const timeOf = (frame: number, fps: number): number => (frame + 0.5) / fps

/** The moment `by` frames away, held between the first and the last frame. In seconds. */
export const stepFrames = (seconds: number, by: number, fps: number, duration: number): number => {
  const last = Math.max(0, frameAt(duration - 0.5 / fps, fps))
  return timeOf(Math.min(last, Math.max(0, frameAt(seconds, fps) + by)), fps)
}

const two = (n: number) => String(n).padStart(2, '0')

/** `HH:MM:SS:FF`; the frame count of a second is the rate rounded up to whole frames. */
export const timecode = (seconds: number, fps: number): string => {
  const base = Math.max(1, Math.round(fps))
  const frame = frameAt(seconds, fps)
  const whole = Math.floor(frame / base)
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, frame % base].map(two).join(':')
}

/** `0:14`, `1:02:03`; seconds rounded, never below 0:01 for what has any length. */
export const shortDuration = (seconds: number): string => {
  const whole = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
