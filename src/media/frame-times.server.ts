/** Reads the presentation time of each frame from the packets, without decoding a picture. */
import { inputGuards, run, type Programs } from './ffmpeg.server.ts'
import type { TechFacts } from './rendition-set.ts'
import { UnusableFootage } from './unusable-footage.ts'

const LIMIT_MS = 120_000
/** Matroska stores times in whole milliseconds. */
const ROUNDING_S = 0.0011
/** How early or late a frame may be, as a share of a frame. */
const JITTER = 0.1

/** Parses ffprobe's `pts_time,flags` lines. Skips frames that an edit list discards ("D"). */
export const parseFrameTimes = (packets: string): number[] =>
  packets
    .split('\n')
    .map(line => line.split(','))
    .filter(([time, flags]) => time && time !== 'N/A' && !flags?.includes('D'))
    .map(([time]) => Number(time))
    .toSorted((a, b) => a - b)

const inMs = (seconds: number) => Math.round(seconds * 1000)

/** Throws UnusableFootage when frames have different durations: nobody can conform such a clip to its comp. */
export function assertConstantRate(times: readonly number[]): void {
  const durations = times
    .slice(1)
    .map((time, i) => time - (times[i] ?? 0))
    .toSorted((a, b) => a - b)
  const [median, shortest, longest] = [durations[durations.length >> 1], durations[0], durations.at(-1)]
  if (median === undefined || shortest === undefined || longest === undefined) return
  const tolerance = Math.max(ROUNDING_S, median * JITTER)
  if (median - shortest <= tolerance && longest - median <= tolerance) return
  throw new UnusableFootage(
    `The frame rate varies: frames last between ${inMs(shortest)} and ${inMs(longest)} ms. Export the clip with a constant frame rate.`,
  )
}

/** Returns the number of frames shown. Throws UnusableFootage when there are none or their rate varies. */
export async function countFrames(programs: Programs, file: string, container: TechFacts['container']) {
  const selection = ['-select_streams', 'V:0', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0']
  const args = ['-v', 'error', ...inputGuards, '-f', container, ...selection, file]
  const times = parseFrameTimes(await run(programs.ffprobe, args, { limit_ms: LIMIT_MS }))
  if (times.length === 0) throw new UnusableFootage('The file has no picture that could be read.')
  assertConstantRate(times)
  return times.length
}
