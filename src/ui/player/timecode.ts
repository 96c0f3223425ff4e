/** Timecodes as masters carry them: counted on from where the first frame stood, dropping numbers where the master did. */

export type Tape = {
  /** Frames per second as measured, so 23.976 and 29.97 too. */
  fps: number
  /** The number of the first frame, counted from 00:00:00:00. */
  start: number
  /** At 29.97 and 59.94 numbers may be left out so that timecode keeps up with the clock; no frame is lost. */
  drop: boolean
}

/** Whole frames that a second of timecode counts to. */
const baseOf = (fps: number) => Math.max(1, Math.round(fps))

/** Numbers left out at each minute that is no tenth: 2 at 29.97, 4 at 59.94; 0 where dropping is not defined. */
const droppedAt = (fps: number) => {
  const base = baseOf(fps)
  return Math.abs(fps - (base * 1000) / 1001) < 0.01 && base % 30 === 0 ? base / 15 : 0
}

const shape = /^(\d{1,2}):([0-5]\d):([0-5]\d)([:;.,])(\d{2,3})$/

/** A clip's tape by its rate and its master's start timecode; without one, or with one that is none, it starts at zero. */
export const tapeOf = (fps: number, start_timecode?: string | null): Tape => {
  const match = shape.exec(start_timecode ?? '')
  const [hours = 0, minutes = 0, seconds = 0] = (match?.slice(1, 4) ?? []).map(Number)
  const frames = Number(match?.[5] ?? 0)
  const drop = match !== null && match[4] !== ':' && droppedAt(fps) > 0
  if (!match || frames >= baseOf(fps)) return { fps, start: 0, drop: false }
  const total_minutes = hours * 60 + minutes
  const left_out = drop ? droppedAt(fps) * (total_minutes - Math.floor(total_minutes / 10)) : 0
  return { fps, start: (total_minutes * 60 + seconds) * baseOf(fps) + frames - left_out, drop }
}

/** How many numbers come before `frame` that were left out. */
const leftOut = (frame: number, fps: number): number => {
  const dropped = droppedAt(fps)
  const minute = baseOf(fps) * 60 - dropped
  const ten_minutes = minute * 10 + dropped
  const rest = frame % ten_minutes
  return dropped * (9 * Math.floor(frame / ten_minutes) + Math.max(0, Math.floor((rest - dropped) / minute)))
}

const two = (n: number) => String(n).padStart(2, '0')

/** `HH:MM:SS:FF`, or `HH:MM:SS;FF` with dropped numbers, of a clip's frame counted from 0; after a day it begins anew, as tape does. */
export const timecodeOf = (frame: number, { fps, start, drop }: Tape): string => {
  const base = baseOf(fps)
  const counted = start + frame
  const number = drop ? counted + leftOut(counted, fps) : counted
  const seconds = Math.floor(number / base)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}${drop ? ';' : ':'}${two(number % base)}`
}
