/** What a master is, from what ffprobe says of it; and what no master may be. */
import { z } from 'zod/mini'

import { checkFacts, MAX_SIDE_PX } from './checks.ts'
import { codecName } from './codec-name.ts'
import type { TechFacts } from './rendition-set.ts'
import { startTimecode } from './timecode.ts'
import { UnusableFootage } from './unusable-footage.ts'

const MAX_MINUTES = 30
const MIN_SECONDS = 1
const MIN_FPS = 12
const MAX_FPS = 240
const MIN_SIDE_PX = 64
const MAX_SHAPE = 8

/** The codecs of cameras and editing rooms, and what the web makes of them. */
const codecs = new Set(
  'av1 cfhd dnxhd ffv1 h264 hevc jpeg2000 mjpeg mpeg2video prores rawvideo v210 v410 vp9'.split(' '),
)
const WHAT_TO_SEND = 'Send ProRes, DNxHR or H.264.'
/** ffprobe's words for pictures that were taken as two halves. */
const interlaced = new Set(['tt', 'bb', 'tb', 'bt'])

const tags = z.optional(z.record(z.string(), z.string()))
const probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.optional(z.string()),
      codec_name: z.optional(z.string()),
      profile: z.optional(z.string()),
      width: z.optional(z.number()),
      height: z.optional(z.number()),
      sample_aspect_ratio: z.optional(z.string()),
      pix_fmt: z.optional(z.string()),
      avg_frame_rate: z.optional(z.string()),
      r_frame_rate: z.optional(z.string()),
      field_order: z.optional(z.string()),
      color_transfer: z.optional(z.string()),
      duration: z.optional(z.string()),
      nb_frames: z.optional(z.string()),
      disposition: z.optional(z.object({ attached_pic: z.optional(z.number()) })),
      side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
      tags,
    }),
  ),
  format: z.object({ duration: z.optional(z.string()), tags }),
})
type Probed = z.infer<typeof probed>
type Stream = Probed['streams'][number]

/** "30000/1001" → [30000, 1001]; null for "0/0" and nonsense. */
function rational(text = ''): [number, number] | null {
  const [num = 0, den = 1] = text.split(/[/:]/).map(Number)
  return num > 0 && den > 0 ? [num, den] : null
}

/** Bits per component, from the pixel format's name: yuv422p10le → 10, rgb48be → 16, yuv420p → 8. */
export function bitDepth(pixelFormat: string): number {
  const bits = Number(/(\d+)(?:le|be)$/.exec(pixelFormat)?.[1] ?? 8)
  return bits === 48 || bits === 64 ? 16 : bits
}

function displaySize(stream: Stream) {
  const [num, den] = rational(stream.sample_aspect_ratio) ?? [1, 1]
  const width = Math.round(((stream.width ?? 0) * num) / den)
  const height = stream.height ?? 0
  const turn = stream.side_data_list?.find(side => side.rotation !== undefined)?.rotation ?? 0
  return Math.abs(turn) % 180 === 90 ? { width: height, height: width } : { width, height }
}

function checkSize({ width, height }: { width: number; height: number }) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  // ffprobe does not repeat what it does not believe.
  if (short < 1) throw new UnusableFootage('The file claims a picture size that no camera has. Export it again.')
  if (short < MIN_SIDE_PX) throw new UnusableFootage(`The picture is only ${width} × ${height} pixels.`)
  if (long > MAX_SIDE_PX) throw new UnusableFootage(`The picture is ${width} × ${height}: larger than we can process.`)
  if (long > short * MAX_SHAPE) throw new UnusableFootage(`The picture is ${width} × ${height}: too narrow a strip.`)
}

/** Matroska shouts its tags. */
const timecodeIn = ({ tags = {} }: { tags?: Record<string, string> | undefined }) =>
  tags['timecode'] ?? tags['TIMECODE']

/** A master that can be sold: what it is, and what its filmmaker should know of it. */
export type Probe = { facts: TechFacts; notes: string[] }
type Told = { facts: Omit<TechFacts, 'size_bytes' | 'sha256'>; notes: string[] }

/** What ffprobe's JSON says of a file; all but its size and hash. Throws UnusableFootage. */
export function factsOf(json: string, container: TechFacts['container']): Told {
  const { streams, format } = z.parse(probed, JSON.parse(json))
  const video = streams.find(s => s.codec_type === 'video' && !s.disposition?.attached_pic)
  if (!video) throw new UnusableFootage('The file has no picture: it holds no video track.')
  if (!video.codec_name || !video.pix_fmt)
    throw new UnusableFootage(
      `The picture cannot be decoded: the file is damaged, or its codec is one that we cannot read. ${WHAT_TO_SEND}`,
    )
  if (!codecs.has(video.codec_name))
    throw new UnusableFootage(`The video is ${codecName(video.codec_name)}, which we do not sell. ${WHAT_TO_SEND}`)
  if (interlaced.has(video.field_order ?? ''))
    throw new UnusableFootage('The picture is interlaced. Deinterlace it and export it as progressive.')
  const rate = rational(video.avg_frame_rate) ?? rational(video.r_frame_rate)
  const seconds = Number(video.duration ?? format.duration)
  if (!rate || !(seconds > 0)) throw new UnusableFootage('The file does not say how long it is. Export it again.')
  if (seconds > MAX_MINUTES * 60) throw new UnusableFootage(`A clip may be at most ${MAX_MINUTES} minutes long.`)
  if (seconds < MIN_SECONDS) throw new UnusableFootage('A clip must last at least one second.')
  const size = displaySize(video)
  checkSize(size)
  const fps = rate[0] / rate[1]
  if (fps < MIN_FPS || fps > MAX_FPS)
    throw new UnusableFootage(
      `It has ${Math.round(fps * 100) / 100} frames a second. Export it with ${MIN_FPS} to ${MAX_FPS}.`,
    )
  const facts = {
    container,
    ...size,
    fps_num: rate[0],
    fps_den: rate[1],
    fps: Math.round(fps * 1000) / 1000,
    codec: video.codec_name,
    profile: video.profile && video.profile !== 'unknown' ? video.profile : null,
    pixel_format: video.pix_fmt,
    bit_depth: bitDepth(video.pix_fmt),
    duration_ms: Math.round(seconds * 1000),
    frames: Number(video.nb_frames) || Math.max(1, Math.round(seconds * fps)),
    start_timecode: startTimecode([...streams, format].map(timecodeIn).find(Boolean), fps),
    has_audio: streams.some(s => s.codec_type === 'audio'),
  }
  return { facts, notes: checkFacts(facts, video.color_transfer ?? '') }
}
