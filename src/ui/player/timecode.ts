/** Timecodes that continue the master's start timecode, including drop-frame. */

export type Timebase = {
  /** Measured frames per second, including 23.976 and 29.97. */
  fps: number
  /** The number of the first frame, counted from 00:00:00:00. */
  start: number
  /** Whether timecode numbers are skipped at 29.97 and 59.94 to stay in sync with the clock. No frames are lost. */
  drop: boolean
}

/** The rounded frame rate that timecode seconds count to. */
const getBase = (fps: number) => Math.max(1, Math.round(fps))

/** The numbers skipped each minute except every tenth: 2 at 29.97, 4 at 59.94, or 0 where drop-frame is not defined. */
const getDropCount = (fps: number) => {
  const base = getBase(fps)
  return Math.abs(fps - (base * 1000) / 1001) < 0.01 && base % 30 === 0 ? base / 15 : 0
}

const TIMECODE_PATTERN = /^(\d{1,2}):([0-5]\d):([0-5]\d)([:;.,])(\d{2,3})$/

/** Returns a clip's timebase. A missing or invalid start timecode counts as zero. */
export const createTimebase = (fps: number, start_timecode?: string | null): Timebase => {
  const match = TIMECODE_PATTERN.exec(start_timecode ?? '')
  const [hours = 0, minutes = 0, seconds = 0] = (match?.slice(1, 4) ?? []).map(Number)
  const frames = Number(match?.[5] ?? 0)
  const drop = match !== null && match[4] !== ':' && getDropCount(fps) > 0
  if (!match || frames >= getBase(fps)) return { fps, start: 0, drop: false }
  const total_minutes = hours * 60 + minutes
  const skipped = drop ? getDropCount(fps) * (total_minutes - Math.floor(total_minutes / 10)) : 0
  return { fps, start: (total_minutes * 60 + seconds) * getBase(fps) + frames - skipped, drop }
}

/** Returns how many numbers are skipped before `frame`. */
const countSkipped = (frame: number, fps: number): number => {
  const dropCount = getDropCount(fps)
  const minute = getBase(fps) * 60 - dropCount
  const ten_minutes = minute * 10 + dropCount
  const remainder = frame % ten_minutes
  return dropCount * (9 * Math.floor(frame / ten_minutes) + Math.max(0, Math.floor((remainder - dropCount) / minute)))
}

const padTwo = (n: number) => String(n).padStart(2, '0')

/** Formats a clip's frame, counted from 0, as `HH:MM:SS:FF`, or `HH:MM:SS;FF` for drop-frame. Wraps after 24 hours. */
export const frameToTimecode = (frame: number, { fps, start, drop }: Timebase): string => {
  const base = getBase(fps)
  const counted = start + frame
  const number = drop ? counted + countSkipped(counted, fps) : counted
  const seconds = Math.floor(number / base)
  const time = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(padTwo).join(':')
  return `${time}${drop ? ';' : ':'}${padTwo(number % base)}`
}
