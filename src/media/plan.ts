/** What to make of a master: sizes, moments and rates, before anything is decoded. */
import type { SpriteGrid, TechFacts } from './rendition-set.ts'

export type Size = { width: number; height: number }

/** Longest and shortest side that a rendition may have, in pixels. Nothing is ever enlarged. */
export const bounds = {
  preview: { long: 1152, short: 480 },
  hover: { long: 640, short: 360 },
  poster: { long: 960, short: 960 },
  tile: { long: 240, short: 240 },
  motion: { long: 96, short: 96 },
} as const

/** The size with the same shape that fits. */
export function fit({ width, height }: Size, { long, short }: { long: number; short: number }): Size {
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

const even = (n: number) => Math.max(2, Math.round(n / 2) * 2)

/** The same for video: even sides, as H.264 wants them. */
export function fitVideo(size: Size, bound: { long: number; short: number }): Size {
  const { width, height } = fit(size, bound)
  return { width: even(width), height: even(height) }
}

/** Frame numbers in the middle of `count` equal parts of the clip (fewer when the clip has fewer frames). */
export function spread(frames: number, count: number): number[] {
  const n = Math.min(frames, count)
  return Array.from({ length: n }, (_, i) => Math.floor(((i + 0.5) * frames) / n))
}

export const POSTER_CANDIDATES = 9
const SPRITE_COLUMNS = 6

/** The scrub sheet: 24 tiles for a short clip, 36 for a long one. */
export function spriteGrid(facts: Pick<TechFacts, 'width' | 'height' | 'frames' | 'duration_ms'>): SpriteGrid {
  const wanted = facts.duration_ms < 5_000 ? 24 : facts.duration_ms < 15_000 ? 30 : 36
  const tiles = Math.min(wanted, facts.frames)
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
 * The part of the clip that plays on hover, in seconds: from its middle, and with a dissolve from its last frames
 * into those just before its first, so that it loops without a jump. Too short a clip loops as it is.
 */
export function hoverLoop(duration_ms: number) {
  const whole = duration_ms / 1000
  if (whole < LOOP_SECONDS / 2) return { start: 0, length: whole, dissolve: 0 }
  const length = Math.min(LOOP_SECONDS, whole - DISSOLVE_SECONDS)
  return { start: Math.max(0, whole - length - DISSOLVE_SECONDS) / 2, length, dissolve: DISSOLVE_SECONDS }
}

/** The hover loop's rate: the master's own, halved while it is above 30. */
export function hoverRate({ fps_num, fps_den }: Pick<TechFacts, 'fps_num' | 'fps_den'>) {
  let den = fps_den
  while (fps_num / den > 30.5) den *= 2
  return `${fps_num}/${den}`
}

const MOTION_RATE = 12

/** Frames per second at which motion is read. */
export const motionRate = (facts: Pick<TechFacts, 'fps'>) => Math.min(MOTION_RATE, facts.fps)

/** Milliseconds that ffmpeg may take for a master: generous for a busy machine, finite for a hostile file. */
export const timeLimit = ({ duration_ms, width, height }: Pick<TechFacts, 'duration_ms' | 'width' | 'height'>) =>
  Math.round(120_000 + duration_ms * 20 * Math.max(1, (width * height) / (1920 * 1080)))
