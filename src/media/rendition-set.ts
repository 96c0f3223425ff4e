/** The renditions of a master and the JSON manifest that describes them. */
import { z } from 'zod/mini'

import { motionDirections } from './motion-directions.ts'

/** Increment when the pipeline's output changes: older sets are then regenerated. */
export const PIPELINE = 4

export const renditionKinds = ['preview', 'hover', 'poster', 'thumb_156', 'thumb_480', 'sprite', 'sprite_vtt'] as const
export const renditionMimes = ['video/mp4', 'image/avif', 'image/webp', 'image/jpeg', 'text/vtt'] as const

const positive = z.number().check(z.positive())
const count = z.int().check(z.positive())
const fraction = z.number().check(z.minimum(0), z.maximum(1))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The master as ffprobe reports it. Sizes are as displayed, with rotation and pixel aspect applied. */
export const techFacts = z.object({
  container: z.enum(['mov', 'matroska', 'mxf']),
  width: count,
  height: count,
  /** The exact rate is fps_num / fps_den; fps is that rate rounded to 3 decimals. */
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
  /** Missing unless the file names it. */
  camera: z.optional(z.string()),
  size_bytes: count,
  sha256,
})

export const renditionFile = z.object({
  kind: z.enum(renditionKinds),
  mime: z.enum(renditionMimes),
  /** In pixels; 0 for files that are not pictures. */
  width: z.int(),
  height: z.int(),
  bytes: count,
  sha256,
  /** File name beside the manifest. It has a content hash, so it can be cached forever. */
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
  /** At most five colors, heaviest first. The weights sum to 1. */
  palette: z.array(z.object({ hex: z.string().check(z.regex(/^#[0-9a-f]{6}$/)), weight: fraction })),
  /** A 4 × 4 grid, row by row, each cell as L (0…100), a, b (−128…127): 48 integers. */
  color_layout: z.array(z.int()).check(z.length(48)),
  /** A 2 × 2 grid, row by row, 8 edge orientations per cell starting at the horizontal gradient, 0…255: 32 integers. */
  edges: z.array(z.int()).check(z.length(32)),
  brightness: fraction,
  motion_energy: fraction,
  /** Where the picture moves, not the camera: a pan to the right is 'left'. 'in' is a push toward the subject. */
  motion_direction: z.enum(motionDirections),
})

/** What previews are marked with. `clip_number` is null while the master has no clip. */
export const watermark = z.object({ name: z.string(), clip_number: z.nullable(count) })
export type Watermark = z.infer<typeof watermark>

export const renditionSet = z.object({
  pipeline: z.int(),
  clip: z.string(),
  watermark: z.optional(watermark),
  master: techFacts,
  /** The poster's position in the clip: a player that seeks to it shows the same frame. */
  poster_ms: z.number().check(z.minimum(0)),
  /** Remarks for the filmmaker, in sentences. */
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
export type MotionDirection = (typeof motionDirections)[number]
export type RenditionSet = z.infer<typeof renditionSet>

const extensions: Record<RenditionMime, string> = {
  'video/mp4': 'mp4',
  'image/avif': 'avif',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'text/vtt': 'vtt',
}

/** `preview` with a content hash becomes `preview.1a2b3c4d.mp4`. */
export const renditionPath = (kind: RenditionKind, mime: RenditionMime, sha256: string) =>
  `${kind.replace('_', '-')}.${sha256.slice(0, 8)}.${extensions[mime]}`

/** Parses a manifest. Throws when it is invalid. */
export const parseRenditionSet = (json: string): RenditionSet => z.parse(renditionSet, JSON.parse(json))

/** Whether a set was made from this master by the current pipeline. */
export const isCurrent = (set: RenditionSet, masterSha256: string) =>
  set.pipeline === PIPELINE && set.master.sha256 === masterSha256
