/** When each frame of a master is shown: read from its packets, without decoding a picture. */
import { fence, run, type Programs } from './ffmpeg.server.ts'
import type { TechFacts } from './rendition-set.ts'
import { UnusableFootage } from './unusable-footage.ts'

const LIMIT_MS = 120_000
/** Matroska writes times in whole milliseconds. */
const ROUNDING_S = 0.0011
/** Share of a frame by which one may be early or late. */
const JITTER = 0.1

/** `pts_time,flags` a line. What an edit list hides ("D") is not shown. */
export const shownAt = (packets: string): number[] =>
  packets
    .split('\n')
    .map(line => line.split(','))
    .filter(([time, flags]) => time && time !== 'N/A' && !flags?.includes('D'))
    .map(([time]) => Number(time))
    .toSorted((a, b) => a - b)

const inMs = (seconds: number) => Math.round(seconds * 1000)

/** Throws UnusableFootage when frames do not last equally long: nobody can conform such a clip to its comp. */
export function insistOnSteady(times: readonly number[]): void {
  const lengths = times
    .slice(1)
    .map((time, i) => time - (times[i] ?? 0))
    .toSorted((a, b) => a - b)
  const [usual, shortest, longest] = [lengths[lengths.length >> 1], lengths[0], lengths.at(-1)]
  if (usual === undefined || shortest === undefined || longest === undefined) return
  const slack = Math.max(ROUNDING_S, usual * JITTER)
  if (usual - shortest <= slack && longest - usual <= slack) return
  throw new UnusableFootage(
    `The frame rate varies: frames last between ${inMs(shortest)} and ${inMs(longest)} ms. Export the clip with a constant frame rate.`,
  )
}

/** How many frames are shown. Throws UnusableFootage when there are none, or when their rate varies. */
export async function countFrames(programs: Programs, file: string, container: TechFacts['container']) {
  const asked = ['-select_streams', 'V:0', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0']
  const args = ['-v', 'error', ...fence, '-f', container, ...asked, file]
  const times = shownAt(await run(programs.ffprobe, args, { limit_ms: LIMIT_MS }))
  if (times.length === 0) throw new UnusableFootage('The file holds no picture that could be read.')
  insistOnSteady(times)
  return times.length
}
