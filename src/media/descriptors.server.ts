/** Computes a clip's visual descriptors, for similar clips and for search by color, frame and motion. */
import { brightness, colorLayout } from './color.ts'
import { edgeHistogram } from './edges.ts'
import { toGray, type GrayFrame, type RgbFrame } from './frames.ts'
import { measureMotion } from './motion.ts'
import { palette } from './palette.ts'
import type { Descriptors } from './rendition-set.ts'

/** `stills` are a few frames spread over the clip; `motion` are small consecutive frames, `rate` per second. */
export function computeDescriptors(
  stills: readonly RgbFrame[],
  motion: readonly GrayFrame[],
  rate: number,
): Descriptors {
  return {
    palette: palette(stills),
    color_layout: colorLayout(stills),
    edges: edgeHistogram(stills.map(toGray)),
    brightness: Math.round(brightness(stills) * 1000) / 1000,
    ...measureMotion(motion, rate),
  }
}
