/** Parses ffprobe's output into the facts of a master, and rejects files that we cannot sell. */
import { z } from 'zod/mini'

import { checkFacts, MAX_SIDE_PX } from './checks.ts'
import { codecName } from './codec-name.ts'
import type { TechFacts } from './rendition-set.ts'
import { parseStartTimecode } from './timecode.ts'
import { UnusableFootage } from './unusable-footage.ts'

const MAX_MINUTES = 30
const MIN_SECONDS = 1
const MIN_FPS = 12
const MAX_FPS = 240
const MIN_SIDE_PX = 64
const MAX_ASPECT_RATIO = 8

/** Codecs of cameras and editing programs, and common web codecs. */
const allowedCodecs = new Set(
  'av1 cfhd dnxhd ffv1 h264 hevc jpeg2000 mjpeg mpeg2video prores rawvideo v210 v410 vp9'.split(' '),
)
const ACCEPTED_CODECS_HINT = 'Send ProRes, DNxHR or H.264.'
/** ffprobe's field orders of interlaced video. */
const interlacedOrders = new Set(['tt', 'bb', 'tb', 'bt'])

const tags = z.optional(z.record(z.string(), z.string()))
const probeOutput = z.object({
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
type ProbeOutput = z.infer<typeof probeOutput>
type ProbeStream = ProbeOutput['streams'][number]

/** Parses "30000/1001" to [30000, 1001]; null for "0/0" and invalid text. */
function parseRational(text = ''): [number, number] | null {
  const [num = 0, den = 1] = text.split(/[/:]/).map(Number)
  return num > 0 && den > 0 ? [num, den] : null
}

/** Reads the bits per component from the name of a pixel format: yuv422p10le → 10, rgb48be → 16, yuv420p → 8. */
export function bitDepth(pixelFormat: string): number {
  const bits = Number(/(\d+)(?:le|be)$/.exec(pixelFormat)?.[1] ?? 8)
  return bits === 48 || bits === 64 ? 16 : bits
}

function displaySize(stream: ProbeStream) {
  const [num, den] = parseRational(stream.sample_aspect_ratio) ?? [1, 1]
  const width = Math.round(((stream.width ?? 0) * num) / den)
  const height = stream.height ?? 0
  const rotation = stream.side_data_list?.find(side => side.rotation !== undefined)?.rotation ?? 0
  return Math.abs(rotation) % 180 === 90 ? { width: height, height: width } : { width, height }
}

function checkSize({ width, height }: { width: number; height: number }) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  // ffprobe omits a size that it considers invalid.
  if (short < 1) throw new UnusableFootage('The file claims a picture size that no camera has. Export it again.')
  if (short < MIN_SIDE_PX) throw new UnusableFootage(`The picture is only ${width} × ${height} pixels.`)
  if (long > MAX_SIDE_PX) throw new UnusableFootage(`The picture is ${width} × ${height}: larger than we can process.`)
  if (long > short * MAX_ASPECT_RATIO)
    throw new UnusableFootage(`The picture is ${width} × ${height}: too narrow a strip.`)
}

/** Matroska has its tags in upper case. */
const timecodeOf = ({ tags = {} }: { tags?: Record<string, string> | undefined }) =>
  tags['timecode'] ?? tags['TIMECODE']

const MAX_CAMERA_LENGTH = 60

/** Phones and some cameras write their maker and model: "Apple", "iPhone 15 Pro". Returns undefined for other files. */
const cameraOf = ({ tags = {} }: { tags?: Record<string, string> | undefined }): string | undefined => {
  const [make = '', model = ''] = ['make', 'model'].map(name =>
    (tags[`com.apple.quicktime.${name}`] ?? tags[name] ?? tags[name.toUpperCase()] ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim(),
  )
  if (model === '') return undefined
  const name = model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
  return name.slice(0, MAX_CAMERA_LENGTH)
}

/** The facts of a master that can be sold, and remarks for its filmmaker. */
export type ProbeResult = { facts: TechFacts; notes: string[] }
type ParsedProbe = { facts: Omit<TechFacts, 'size_bytes' | 'sha256'>; notes: string[] }

/** Parses ffprobe's JSON; the size and hash of the file are added elsewhere. Throws UnusableFootage. */
export function parseFacts(json: string, container: TechFacts['container']): ParsedProbe {
  const { streams, format } = z.parse(probeOutput, JSON.parse(json))
  const video = streams.find(s => s.codec_type === 'video' && !s.disposition?.attached_pic)
  if (!video) throw new UnusableFootage('The file has no picture: it holds no video track.')
  if (!video.codec_name || !video.pix_fmt)
    throw new UnusableFootage(
      `The picture cannot be decoded: the file is damaged, or its codec is one that we cannot read. ${ACCEPTED_CODECS_HINT}`,
    )
  if (!allowedCodecs.has(video.codec_name))
    throw new UnusableFootage(
      `The video is ${codecName(video.codec_name)}, which we do not sell. ${ACCEPTED_CODECS_HINT}`,
    )
  if (interlacedOrders.has(video.field_order ?? ''))
    throw new UnusableFootage('The picture is interlaced. Deinterlace it and export it as progressive.')
  const rate = parseRational(video.avg_frame_rate) ?? parseRational(video.r_frame_rate)
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
  const camera = [format, ...streams].map(cameraOf).find(Boolean)
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
    start_timecode: parseStartTimecode([...streams, format].map(timecodeOf).find(Boolean), fps),
    has_audio: streams.some(s => s.codec_type === 'audio'),
    ...(camera !== undefined && { camera }),
  }
  return { facts, notes: checkFacts(facts, video.color_transfer ?? '') }
}
