import path from 'node:path'

import { madeSize, type MadeFormat } from './deliverable.ts'
import { fence, percentIn, run, type Programs } from './ffmpeg.server.ts'
import { timeLimit } from './plan.ts'
import type { TechFacts } from './rendition-set.ts'

/** Less than its job may take, so that two never make the same file. */
const longest_ms = 110 * 60_000

type Work = {
  programs: Programs
  master: string
  facts: TechFacts
  format_id: MadeFormat
  /** Where it is written. */
  file: string
  /** How much is done, 0 to 99. */
  told: (percent: number) => void
}

const flags = (text: string) => text.split(' ')

/**
 * Writes a master as ProRes 422: each of its frames, at its rate, from its start timecode on, with its sound. Runs in a
 * process of its own. Throws UnusableFootage when the master breaks on the way.
 */
export const makeProres = async ({ programs, master, facts, format_id, file, told }: Work): Promise<void> => {
  const { width, height } = madeSize(facts, format_id)
  const args = [
    flags('-hide_banner -nostdin -y -v error -xerror -progress pipe:1'),
    [...fence, '-f', facts.container, '-i', path.resolve(master)],
    flags('-map 0:V:0 -map 0:a? -sn -dn -map_metadata -1 -map_chapters -1'),
    ['-vf', `scale=${width}:${height}:flags=lanczos,setsar=1,format=yuv422p10le`],
    flags('-fps_mode passthrough -c:v prores_ks -profile:v standard -vendor apl0 -c:a pcm_s24le'),
    ['-video_track_timescale', String(facts.fps_num)],
    facts.start_timecode ? ['-timecode', facts.start_timecode] : [],
    flags('-fflags +bitexact -flags:v +bitexact -f mov'),
    [path.resolve(file)],
  ].flat()
  const heard = (text: string) => {
    const percent = percentIn(text, facts.frames)
    if (percent !== undefined) told(percent)
  }
  await run(programs.ffmpeg, args, { limit_ms: Math.min(4 * timeLimit(facts), longest_ms), heard })
}
