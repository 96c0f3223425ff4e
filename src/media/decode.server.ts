/** The one ffmpeg run per clip: the master is decoded once, and every output hangs on that decode. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { fence, percentIn, run, type Programs } from './ffmpeg.server.ts'
import { cutFrames, type GrayFrame, type RgbFrame } from './frames.ts'
import {
  bounds,
  fit,
  fitVideo,
  hoverLoop,
  hoverRate,
  motionRate,
  POSTER_CANDIDATES,
  spread,
  spriteGrid,
  timeLimit,
} from './plan.ts'
import type { Size } from './plan.ts'
import type { TechFacts } from './rendition-set.ts'
import { watermark } from './watermark.server.ts'

/** A picture that may become the poster; a player that seeks to `at_ms` shows it. */
export type Candidate = RgbFrame & { at_ms: number }

export type Decoded = {
  /** Files in the work folder. */
  preview: Size & { file: string }
  hover: Size & { file: string }
  candidates: Candidate[]
  tiles: RgbFrame[]
  motion: GrayFrame[]
  /** What each frame looks like: "progressive", "tff", "bff" or "undetermined". */
  fields: string[]
}

const FIELD = 'lavfi.idet.multiple.current_frame'
/** In the work folder, which is ffmpeg's own: a path would have to be escaped within the filters. */
const FIELDS = 'fields.txt'

const scaled = ({ width, height }: Size) => `scale=${width}:${height}:flags=lanczos,setsar=1`
const only = (frames: readonly number[]) => `select='${frames.map(n => `eq(n,${n})`).join('+')}'`

function plan(facts: TechFacts) {
  const grid = spriteGrid(facts)
  return {
    preview: fitVideo(facts, bounds.preview),
    hover: fitVideo(facts, bounds.hover),
    poster: fit(facts, bounds.poster),
    candidates: spread(facts.frames, POSTER_CANDIDATES),
    tile: { width: grid.tile_width, height: grid.tile_height },
    tiles: grid.tiles,
    motion: fit(facts, bounds.motion),
    rate: motionRate(facts),
    loop: hoverLoop(facts.duration_ms),
  }
}
type Plan = ReturnType<typeof plan>

function hoverChain({ loop, hover }: Plan, facts: TechFacts) {
  const end = loop.start + loop.dissolve + loop.length
  const cut = `trim=${loop.start}:${end},setpts=PTS-STARTPTS,fps=${hoverRate(facts)},${scaled(hover)},format=yuv420p`
  if (!loop.dissolve) return `[h]${cut}[hover]`
  return [
    `[h]${cut},split[ha][hb]`,
    `[ha]trim=start=${loop.dissolve},setpts=PTS-STARTPTS[body]`,
    `[hb]trim=end=${loop.dissolve},setpts=PTS-STARTPTS[lead]`,
    `[body][lead]xfade=transition=fade:duration=${loop.dissolve}:offset=${loop.length - loop.dissolve},format=yuv420p[hover]`,
  ].join(';')
}

function filters(p: Plan, facts: TechFacts) {
  return [
    '[0:V:0]split=3[p][c][f]',
    // What is smaller than the preview is made of its picture: to bring a 4K frame down costs more than all that follows.
    `[p]${scaled(p.preview)},format=yuv420p,split=4[picture][h][t][m]`,
    '[picture][1:v]overlay,format=yuv420p[preview]',
    hoverChain(p, facts),
    `[c]${only(p.candidates)},${scaled(p.poster)},format=rgb24[candidates]`,
    `[t]${only(spread(facts.frames, p.tiles))},${scaled(p.tile)},format=rgb24[tiles]`,
    `[m]fps=${p.rate},scale=${p.motion.width}:${p.motion.height}:flags=area,format=gray[motion]`,
    // Combing shows in any part of the picture; to look at all of a large one takes as long as to decode it.
    `[f]crop='min(iw,640)':'min(ih,360)',idet,metadata=print:key=${FIELD}:file=${FIELDS},nullsink`,
  ].join(';')
}

const flags = (text: string) => text.split(' ')
const h264 = (quality: string) => [
  ...flags(`-c:v libx264 -profile:v high -preset slow -aq-mode 3 ${quality}`),
  ...flags('-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv'),
  ...flags('-sn -dn -map_metadata -1 -map_chapters -1 -fflags +bitexact -flags:v +bitexact'),
  ...flags('-movflags +faststart -f mp4'),
]
const raw = flags('-fps_mode passthrough -c:v rawvideo -f rawvideo')

const readFields = (metadata: string) =>
  metadata
    .split('\n')
    .filter(line => line.startsWith(FIELD))
    .map(line => line.slice(FIELD.length + 1))

/**
 * The preview is the comp too: each frame of the master, at its rate, from its start timecode on.
 * An editor lays it on the timeline and later puts the master in its place.
 */
const startsAt = ({ start_timecode }: TechFacts) => (start_timecode ? ['-timecode', start_timecode] : [])

/** Decodes a probed master into `work`; `heard` is told how many hundredths of its frames are through. Throws UnusableFootage when the file breaks on the way. */
export async function decode(
  programs: Programs,
  master: string,
  facts: TechFacts,
  work: string,
  { signal, heard }: { signal?: AbortSignal | undefined; heard?: ((percent: number) => void) | undefined } = {},
): Promise<Decoded> {
  const p = plan(facts)
  const at = (name: string) => path.join(work, name)
  await writeFile(at('watermark.png'), await watermark(p.preview))
  const args = [
    flags('-hide_banner -nostdin -y -v error -xerror -progress pipe:1 -stats_period 1'),
    [...fence, '-f', facts.container, '-i', path.resolve(master)],
    [...fence, '-f', 'png_pipe', '-i', at('watermark.png')],
    ['-filter_complex', filters(p, facts)],
    flags('-map [preview] -map 0:a:0? -c:a aac -b:a 96k -ac 2'),
    [
      ...h264(`-crf 26 -maxrate 1100k -bufsize 2200k -g ${Math.round(facts.fps)}`),
      ...startsAt(facts),
      at('preview.mp4'),
    ],
    ['-map', '[hover]', '-an', ...h264('-crf 28 -maxrate 450k -bufsize 450k'), at('hover.mp4')],
    ['-map', '[candidates]', ...raw, at('candidates.rgb')],
    ['-map', '[tiles]', ...raw, at('tiles.rgb')],
    ['-map', '[motion]', ...raw, at('motion.gray')],
  ].flat()
  await run(programs.ffmpeg, args, {
    limit_ms: timeLimit(facts),
    cwd: work,
    signal,
    heard: said => {
      const percent = percentIn(said, facts.frames)
      if (percent !== undefined) heard?.(percent)
    },
  })
  const candidates = cutFrames(await readFile(at('candidates.rgb')), p.poster, 3).map((frame, i) => ({
    ...frame,
    at_ms: Math.ceil(((p.candidates[i] ?? 0) * facts.duration_ms) / facts.frames),
  }))
  const tiles = cutFrames(await readFile(at('tiles.rgb')), p.tile, 3)
  const motion = cutFrames(await readFile(at('motion.gray')), p.motion, 1)
  return {
    preview: { ...p.preview, file: at('preview.mp4') },
    hover: { ...p.hover, file: at('hover.mp4') },
    candidates,
    tiles,
    motion,
    fields: readFields(await readFile(at(FIELDS), 'utf8')),
  }
}
