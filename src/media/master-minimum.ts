/** The shop's minimum requirements for a master, beyond what the pipeline can process. */
import type { TechFacts } from './rendition-set.ts'

/** `side_px` is the minimum length of the picture's shorter side. */
export type MasterMinimum = { side_px: number; seconds: number; fps: number }

const formatNumber = (n: number) => String(Math.round(n * 100) / 100)

/** Returns why a master is refused, in sentences for its filmmaker, or undefined when it meets the minimum. */
export const belowMinimum = (
  { width, height, duration_ms, fps }: Pick<TechFacts, 'width' | 'height' | 'duration_ms' | 'fps'>,
  minimum: MasterMinimum,
): string | undefined => {
  const seconds = duration_ms / 1_000
  const reasons = [
    Math.min(width, height) < minimum.side_px &&
      `The picture is ${width} × ${height}: its shorter side needs at least ${minimum.side_px} pixels.`,
    seconds < minimum.seconds && `It lasts ${formatNumber(seconds)} s: a clip needs at least ${minimum.seconds} s.`,
    fps < minimum.fps && `It has ${formatNumber(fps)} frames a second: at least ${minimum.fps} are needed.`,
  ].filter(reason => reason !== false)
  return reasons.length > 0 ? reasons.join(' ') : undefined
}
