/** Sizes, positions and rates of the renditions, calculated before anything is decoded. */
import type { SpriteGrid, TechFacts } from './rendition-set.ts'

export type Size = { width: number; height: number }

/** Maximum length of the longer and the shorter side of a rendition, in pixels. Nothing is upscaled. */
export const bounds = {
  preview: { long: 1152, short: 540 },
  hover: { long: 640, short: 360 },
  poster: { long: 960, short: 960 },
  tile: { long: 240, short: 240 },
  motion: { long: 96, short: 96 },
} as const

/** Scales a size down to fit, keeping its aspect ratio. */
export function fit({ width, height }: Size, { long, short }: { long: number; short: number }): Size {
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const even = (n: number) => Math.max(2, Math.round(n / 2) * 2)

/** Like `fit`, but with even sides, as H.264 requires. */
export function fitVideo(size: Size, bound: { long: number; short: number }): Size {
  const { width, height } = fit(size, bound)
  return { width: even(width), height: even(height) }
}

/** Returns the frame numbers in the middle of `count` equal parts of the clip (fewer when the clip has fewer frames). */
export function spreadFrames(frames: number, count: number): number[] {
  const n = Math.min(frames, count)
  return Array.from({ length: n }, (_, i) => Math.floor(((i + 0.5) * frames) / n))
}

export const POSTER_CANDIDATES = 9
const SPRITE_COLUMNS = 6

/** The grid of the sprite sheet: 24 tiles for a short clip, up to 36 for a long one. */
export function spriteGrid(facts: Pick<TechFacts, 'width' | 'height' | 'frames' | 'duration_ms'>): SpriteGrid {
  const target = facts.duration_ms < 5_000 ? 24 : facts.duration_ms < 15_000 ? 30 : 36
  const tiles = Math.min(target, facts.frames)
  const tile = fit(facts, bounds.tile)
  return {
    columns: Math.min(SPRITE_COLUMNS, tiles),
    rows: Math.ceil(tiles / SPRITE_COLUMNS),
    tiles,
    tile_width: tile.width,
    tile_height: tile.height,
    interval_ms: facts.duration_ms / tiles,
  }
}

const LOOP_SECONDS = 4
const DISSOLVE_SECONDS = 0.4

/**
 * Returns the part of the clip that plays on hover, in seconds. It is centered, and its last frames dissolve into those
 * before its first, so that it loops without a jump. A clip that is too short loops as it is.
 */
export function hoverLoop(duration_ms: number) {
  const total = duration_ms / 1000
  if (total < LOOP_SECONDS / 2) return { start: 0, length: total, dissolve: 0 }
  const length = Math.min(LOOP_SECONDS, total - DISSOLVE_SECONDS)
  return { start: Math.max(0, total - length - DISSOLVE_SECONDS) / 2, length, dissolve: DISSOLVE_SECONDS }
}

/** Returns the frame rate of the hover loop: the master's, halved while it is above 30. */
export function hoverRate({ fps_num, fps_den }: Pick<TechFacts, 'fps_num' | 'fps_den'>) {
  let den = fps_den
  while (fps_num / den > 30.5) den *= 2
  return `${fps_num}/${den}`
}

const MOTION_RATE = 12

/** Frames per second at which motion is analyzed. */
export const motionRate = (facts: Pick<TechFacts, 'fps'>) => Math.min(MOTION_RATE, facts.fps)

/** Time limit for ffmpeg in milliseconds: generous for a busy machine, but finite for a hostile file. */
export const timeLimit = ({ duration_ms, width, height }: Pick<TechFacts, 'duration_ms' | 'width' | 'height'>) =>
  Math.round(120_000 + duration_ms * 20 * Math.max(1, (width * height) / (1920 * 1080)))
