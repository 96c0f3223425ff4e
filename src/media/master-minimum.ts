/** What the shop asks of a master beyond what can be processed at all. */
import type { TechFacts } from './rendition-set.ts'

/** The shorter side of the picture, the length, and frames a second: each at least this. */
export type MasterMinimum = { side_px: number; seconds: number; fps: number }

const written = (n: number) => String(Math.round(n * 100) / 100)

/** Why a master is refused, in sentences for its filmmaker; undefined when it is good enough. */
export const belowMinimum = (
  { width, height, duration_ms, fps }: Pick<TechFacts, 'width' | 'height' | 'duration_ms' | 'fps'>,
  minimum: MasterMinimum,
): string | undefined => {
  const seconds = duration_ms / 1_000
  const reasons = [
    Math.min(width, height) < minimum.side_px &&
      `The picture is ${width} × ${height}: its shorter side needs at least ${minimum.side_px} pixels.`,
    seconds < minimum.seconds && `It lasts ${written(seconds)} s: a clip needs at least ${minimum.seconds} s.`,
    fps < minimum.fps && `It has ${written(fps)} frames a second: at least ${minimum.fps} are needed.`,
  ].filter(reason => reason !== false)
  return reasons.length > 0 ? reasons.join(' ') : undefined
}
