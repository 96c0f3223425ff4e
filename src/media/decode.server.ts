/** Runs ffmpeg once per clip: it decodes the master once and derives every output from that. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { inputGuards, parseProgress, run, type Programs } from './ffmpeg.server.ts'
import { splitFrames, type GrayFrame, type RgbFrame } from './frames.ts'
import {
  bounds,
  fit,
  fitVideo,
  hoverLoop,
  hoverRate,
  motionRate,
  POSTER_CANDIDATES,
  spreadFrames,
  spriteGrid,
  timeLimit,
} from './plan.ts'
import type { Size } from './plan.ts'
import type { TechFacts, Watermark } from './rendition-set.ts'
import { renderWatermark } from './watermark.server.ts'

/** A frame that may become the poster. A player that seeks to `at_ms` shows it. */
export type PosterCandidate = RgbFrame & { at_ms: number }

export type DecodedMaster = {
  /** Files in the work folder. */
  preview: Size & { file: string }
  hover: Size & { file: string }
  candidates: PosterCandidate[]
  tiles: RgbFrame[]
  motion: GrayFrame[]
  /** The field order of each frame: "progressive", "tff", "bff" or "undetermined". */
  fields: string[]
}

const FIELD_KEY = 'lavfi.idet.multiple.current_frame'
/** A relative name in the work folder, ffmpeg's working directory: a path would need escaping in the filter graph. */
const FIELDS_FILE = 'fields.txt'

const scaleFilter = ({ width, height }: Size) => `scale=${width}:${height}:flags=lanczos,setsar=1`
const selectFilter = (frames: readonly number[]) => `select='${frames.map(n => `eq(n,${n})`).join('+')}'`

function planOutputs(facts: TechFacts) {
  const grid = spriteGrid(facts)
  return {
    preview: fitVideo(facts, bounds.preview),
    hover: fitVideo(facts, bounds.hover),
    poster: fit(facts, bounds.poster),
    candidates: spreadFrames(facts.frames, POSTER_CANDIDATES),
    tile: { width: grid.tile_width, height: grid.tile_height },
    tiles: grid.tiles,
    motion: fit(facts, bounds.motion),
    rate: motionRate(facts),
    loop: hoverLoop(facts.duration_ms),
  }
}
type DecodePlan = ReturnType<typeof planOutputs>

function hoverFilters({ loop, hover }: DecodePlan, facts: TechFacts) {
  const end = loop.start + loop.dissolve + loop.length
  const cut = `trim=${loop.start}:${end},setpts=PTS-STARTPTS,fps=${hoverRate(facts)},${scaleFilter(hover)},format=yuv420p`
  if (!loop.dissolve) return `[h]${cut}[hover]`
  return [
    `[h]${cut},split[ha][hb]`,
    `[ha]trim=start=${loop.dissolve},setpts=PTS-STARTPTS[body]`,
    `[hb]trim=end=${loop.dissolve},setpts=PTS-STARTPTS[lead]`,
    `[body][lead]xfade=transition=fade:duration=${loop.dissolve}:offset=${loop.length - loop.dissolve},format=yuv420p[hover]`,
  ].join(';')
}

function filterGraph(plan: DecodePlan, facts: TechFacts) {
  return [
    '[0:V:0]split=3[p][c][f]',
    // Derive everything smaller from the preview's picture: scaling down a 4K frame costs more than all later steps.
    `[p]${scaleFilter(plan.preview)},format=yuv420p,split=4[picture][h][t][m]`,
    '[picture][1:v]overlay,format=yuv420p[preview]',
    hoverFilters(plan, facts),
    `[c]${selectFilter(plan.candidates)},${scaleFilter(plan.poster)},format=rgb24[candidates]`,
    `[t]${selectFilter(spreadFrames(facts.frames, plan.tiles))},${scaleFilter(plan.tile)},format=rgb24[tiles]`,
    `[m]fps=${plan.rate},scale=${plan.motion.width}:${plan.motion.height}:flags=area,format=gray[motion]`,
    // Interlacing shows in any part of the picture; analyzing all of a large frame takes as long as decoding it.
    `[f]crop='min(iw,640)':'min(ih,360)',idet,metadata=print:key=${FIELD_KEY}:file=${FIELDS_FILE},nullsink`,
  ].join(';')
}

/** The default maximum of the preview's bit rate. */
export const PREVIEW_KBPS = 1400

const flags = (text: string) => text.split(' ')
const h264 = (quality: string) => [
  ...flags(`-c:v libx264 -profile:v high -preset slow -aq-mode 3 ${quality}`),
  ...flags('-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv'),
  ...flags('-sn -dn -map_metadata -1 -map_chapters -1 -fflags +bitexact -flags:v +bitexact'),
  ...flags('-movflags +faststart -f mp4'),
]
const raw = flags('-fps_mode passthrough -c:v rawvideo -f rawvideo')

const parseFields = (metadata: string) =>
  metadata
    .split('\n')
    .filter(line => line.startsWith(FIELD_KEY))
    .map(line => line.slice(FIELD_KEY.length + 1))

/**
 * The preview is also the comp: it has all frames of the master, its rate and its start timecode, so that an editor can
 * later replace it with the master.
 */
const timecodeArgs = ({ start_timecode }: TechFacts) => (start_timecode ? ['-timecode', start_timecode] : [])

/** Decodes a probed master into `work` and reports the percentage of its frames to `onProgress`. Throws UnusableFootage. */
export async function decodeMaster(
  programs: Programs,
  master: string,
  facts: TechFacts,
  workDir: string,
  watermark: Watermark,
  {
    preview_kbps = PREVIEW_KBPS,
    signal,
    onProgress,
  }: {
    preview_kbps?: number | undefined
    signal?: AbortSignal | undefined
    onProgress?: ((percent: number) => void) | undefined
  } = {},
): Promise<DecodedMaster> {
  const plan = planOutputs(facts)
  const inWorkDir = (name: string) => path.join(workDir, name)
  await writeFile(inWorkDir('watermark.png'), await renderWatermark(watermark, plan.preview))
  const args = [
    flags('-hide_banner -nostdin -y -v error -xerror -progress pipe:1 -stats_period 1'),
    [...inputGuards, '-f', facts.container, '-i', path.resolve(master)],
    [...inputGuards, '-f', 'png_pipe', '-i', inWorkDir('watermark.png')],
    ['-filter_complex', filterGraph(plan, facts)],
    flags('-map [preview] -map 0:a:0? -c:a aac -b:a 96k -ac 2'),
    [
      ...h264(`-crf 26 -maxrate ${preview_kbps}k -bufsize ${2 * preview_kbps}k -g ${Math.round(facts.fps)}`),
      ...timecodeArgs(facts),
      inWorkDir('preview.mp4'),
    ],
    ['-map', '[hover]', '-an', ...h264('-crf 28 -maxrate 450k -bufsize 450k'), inWorkDir('hover.mp4')],
    ['-map', '[candidates]', ...raw, inWorkDir('candidates.rgb')],
    ['-map', '[tiles]', ...raw, inWorkDir('tiles.rgb')],
    ['-map', '[motion]', ...raw, inWorkDir('motion.gray')],
  ].flat()
  await run(programs.ffmpeg, args, {
    limit_ms: timeLimit(facts),
    cwd: workDir,
    signal,
    onOutput: output => {
      const percent = parseProgress(output, facts.frames)
      if (percent !== undefined) onProgress?.(percent)
    },
  })
  const candidates = splitFrames(await readFile(inWorkDir('candidates.rgb')), plan.poster, 3).map((frame, i) => ({
    ...frame,
    at_ms: Math.ceil(((plan.candidates[i] ?? 0) * facts.duration_ms) / facts.frames),
  }))
  const tiles = splitFrames(await readFile(inWorkDir('tiles.rgb')), plan.tile, 3)
  const motion = splitFrames(await readFile(inWorkDir('motion.gray')), plan.motion, 1)
  return {
    preview: { ...plan.preview, file: inWorkDir('preview.mp4') },
    hover: { ...plan.hover, file: inWorkDir('hover.mp4') },
    candidates,
    tiles,
    motion,
    fields: parseFields(await readFile(inWorkDir(FIELDS_FILE), 'utf8')),
  }
}
