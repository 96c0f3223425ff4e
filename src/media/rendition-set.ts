/** What the pipeline makes of one master, and the JSON manifest that describes it beside the files. */
import { z } from 'zod/mini'

import { directions } from './directions.ts'

/** Raise when the pipeline's output changes: sets of an older version are made again. */
export const PIPELINE = 2

export const renditionKinds = ['preview', 'hover', 'poster', 'thumb_156', 'thumb_480', 'sprite', 'sprite_vtt'] as const
export const renditionMimes = ['video/mp4', 'image/avif', 'image/webp', 'image/jpeg', 'text/vtt'] as const

const positive = z.number().check(z.positive())
const count = z.int().check(z.positive())
const share = z.number().check(z.minimum(0), z.maximum(1))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The master as ffprobe sees it; sizes as displayed (rotation and pixel aspect applied). */
export const techFacts = z.object({
  container: z.enum(['mov', 'matroska', 'mxf']),
  width: count,
  height: count,
  /** The exact rate is fps_num / fps_den; fps is it rounded to 3 decimals. */
  fps_num: count,
  fps_den: count,
  fps: positive,
  codec: z.string(),
  profile: z.nullable(z.string()),
  pixel_format: z.string(),
  bit_depth: count,
  duration_ms: count,
  frames: count,
  start_timecode: z.nullable(z.string()),
  has_audio: z.boolean(),
  size_bytes: count,
  sha256,
})

export const renditionFile = z.object({
  kind: z.enum(renditionKinds),
  mime: z.enum(renditionMimes),
  /** Pixels; 0 for what is not a picture. */
  width: z.int(),
  height: z.int(),
  bytes: count,
  sha256,
  /** File name beside the manifest. It carries a content hash, so it may be cached for ever. */
  path: z.string().check(z.regex(/^[a-z0-9-]+\.[0-9a-f]{8}\.[a-z0-9]+$/)),
})

export const spriteGrid = z.object({
  columns: count,
  rows: count,
  tiles: count,
  tile_width: count,
  tile_height: count,
  interval_ms: positive,
})

export const descriptors = z.object({
  /** At most five colors, heaviest first; weights sum to 1. */
  palette: z.array(z.object({ hex: z.string().check(z.regex(/^#[0-9a-f]{6}$/)), weight: share })),
  /** 4 × 4 grid row by row, each L (0…100), a, b (−128…127): 48 integers. */
  color_layout: z.array(z.int()).check(z.length(48)),
  /** 2 × 2 grid row by row, each 8 edge orientations from horizontal gradient on, 0…255: 32 integers. */
  edges: z.array(z.int()).check(z.length(32)),
  brightness: share,
  motion_energy: share,
  /** Where the picture moves, not the camera: a pan to the right reads 'left'. 'in' is a push toward the subject. */
  motion_direction: z.enum(directions),
})

export const renditionSet = z.object({
  pipeline: z.int(),
  clip: z.string(),
  master: techFacts,
  /** The poster's moment in the clip: a player that seeks there shows the same frame. */
  poster_ms: z.number().check(z.minimum(0)),
  /** What the filmmaker should know of it, in sentences. */
  notes: z._default(z.array(z.string()), []),
  files: z.array(renditionFile),
  sprite: spriteGrid,
  descriptors,
})

export type TechFacts = z.infer<typeof techFacts>
export type RenditionFile = z.infer<typeof renditionFile>
export type RenditionKind = (typeof renditionKinds)[number]
export type RenditionMime = (typeof renditionMimes)[number]
export type SpriteGrid = z.infer<typeof spriteGrid>
export type Descriptors = z.infer<typeof descriptors>
export type MotionDirection = (typeof directions)[number]
export type RenditionSet = z.infer<typeof renditionSet>

const extensions: Record<RenditionMime, string> = {
  'video/mp4': 'mp4',
  'image/avif': 'avif',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'text/vtt': 'vtt',
}

/** `preview` and a content hash become `preview.1a2b3c4d.mp4`. */
export const renditionPath = (kind: RenditionKind, mime: RenditionMime, sha256: string) =>
  `${kind.replace('_', '-')}.${sha256.slice(0, 8)}.${extensions[mime]}`

/** Reads a manifest; throws when it is not one. */
export const parseRenditionSet = (json: string): RenditionSet => z.parse(renditionSet, JSON.parse(json))

/** Whether a set was made of exactly this master by this pipeline. */
export const isCurrent = (set: RenditionSet, masterSha256: string) =>
  set.pipeline === PIPELINE && set.master.sha256 === masterSha256
