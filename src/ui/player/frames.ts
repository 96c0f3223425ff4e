/**
 * Conversion between seconds and frames. Rates are measured frames per second, including 23.976 and 29.97. Timecodes
 * are non-drop-frame.
 */

/** Returns the frame on screen at `seconds`, counted from 0. */
export const secondsToFrame = (seconds: number, fps: number): number => Math.max(0, Math.floor(seconds * fps + 1e-3))

/** Returns a time in seconds in the middle of a frame, where a seek reliably shows it. */
export const frameToSeconds = (frame: number, fps: number): number => (frame + 0.5) / fps

/** Returns the time in seconds `by` frames away, clamped to the first and the last frame. */
export const stepFrames = (seconds: number, count: number, fps: number, duration: number): number => {
  const last = Math.max(0, secondsToFrame(duration - 0.5 / fps, fps))
  return frameToSeconds(Math.min(last, Math.max(0, secondsToFrame(seconds, fps) + count)), fps)
}

const padTwo = (n: number) => String(n).padStart(2, '0')

/** Formats seconds as `HH:MM:SS:FF`. A second has as many frames as the rounded rate. */
export const secondsToTimecode = (seconds: number, fps: number): string => {
  const base = Math.max(1, Math.round(fps))
  const frame = secondsToFrame(seconds, fps)
  const totalSeconds = Math.floor(frame / base)
  return [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60, frame % base]
    .map(padTwo)
    .join(':')
}

/** Formats a duration as `0:14` or `1:02:03`, rounded to seconds, and at least 0:01 for any length. */
export const formatDuration = (seconds: number): string => {
  const totalSeconds = seconds > 0 ? Math.max(1, Math.round(seconds)) : 0
  const [hours, minutes, secondsPart] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ]
  return hours ? `${hours}:${padTwo(minutes)}:${padTwo(secondsPart)}` : `${minutes}:${padTwo(secondsPart)}`
}
