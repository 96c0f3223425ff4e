/** What a clip looks like in numbers, for "similar clips" and search by color, frame and motion. */
import { brightness, colorLayout } from './color.ts'
import { edgeHistogram } from './edges.ts'
import { toGray, type GrayFrame, type RgbFrame } from './frames.ts'
import { motionOf } from './motion.ts'
import { palette } from './palette.ts'
import type { Descriptors } from './rendition-set.ts'

/** `stills`: a few frames spread over the clip. `motion`: small consecutive ones, `rate` per second. */
export function describe(stills: readonly RgbFrame[], motion: readonly GrayFrame[], rate: number): Descriptors {
  return {
    palette: palette(stills),
    color_layout: colorLayout(stills),
    edges: edgeHistogram(stills.map(toGray)),
    brightness: Math.round(brightness(stills) * 1000) / 1000,
    ...motionOf(motion, rate),
  }
}
