import path from 'node:path'

import { inputGuards, parseProgress, run, type Programs } from './ffmpeg.server.ts'
import { timeLimit } from './plan.ts'
import type { TechFacts } from './rendition-set.ts'
import { transcodeSize, type TranscodeFormat } from './transcode-formats.ts'

/** Less than the job's time limit, so that two jobs never create the same file. */
const MAX_ENCODE_MS = 110 * 60_000

type ProresInput = {
  programs: Programs
  master: string
  facts: TechFacts
  format_id: TranscodeFormat
  /** Path of the output file. */
  file: string
  /** Called with the progress, 0 to 99. */
  onProgress: (percent: number) => void
}

const flags = (text: string) => text.split(' ')

/**
 * Encodes a master as ProRes 422 with all frames, its frame rate, start timecode and sound, in a separate process.
 * Throws UnusableFootage when the master cannot be decoded to its end.
 */
export const encodeProres = async ({
  programs,
  master,
  facts,
  format_id,
  file,
  onProgress,
}: ProresInput): Promise<void> => {
  const { width, height } = transcodeSize(facts, format_id)
  const args = [
    flags('-hide_banner -nostdin -y -v error -xerror -progress pipe:1'),
    [...inputGuards, '-f', facts.container, '-i', path.resolve(master)],
    flags('-map 0:V:0 -map 0:a? -sn -dn -map_metadata -1 -map_chapters -1'),
    ['-vf', `scale=${width}:${height}:flags=lanczos,setsar=1,format=yuv422p10le`],
    flags('-fps_mode passthrough -c:v prores_ks -profile:v standard -vendor apl0 -c:a pcm_s24le'),
    ['-video_track_timescale', String(facts.fps_num)],
    facts.start_timecode ? ['-timecode', facts.start_timecode] : [],
    flags('-fflags +bitexact -flags:v +bitexact -f mov'),
    [path.resolve(file)],
  ].flat()
  const onOutput = (text: string) => {
    const percent = parseProgress(text, facts.frames)
    if (percent !== undefined) onProgress(percent)
  }
  await run(programs.ffmpeg, args, { limit_ms: Math.min(4 * timeLimit(facts), MAX_ENCODE_MS), onOutput })
}
