/** What buyers get where they do not get the master itself: ProRes 422, in the master's size or scaled to HD. */
import { fitVideo, type Size } from './plan.ts'
import type { TechFacts } from './rendition-set.ts'

/** Formats that can be made of a master, by their ids: Highest Res and HD. */
export const made_formats = [2, 3] as const
export type MadeFormat = (typeof made_formats)[number]

export const canBeMade = (format_id: number): format_id is MadeFormat => made_formats.some(one => one === format_id)

const hd = { long: 1920, short: 1080 }
/** Apple's target for ProRes 422, 147 Mb/s at 1920 × 1080 and 29.97 frames a second, for each pixel. */
const bits_per_pixel = 147e6 / (1920 * 1080 * 29.97)

/** Nothing is enlarged; sides are even, as 4:2:2 wants them. */
export const madeSize = ({ width, height }: Size, format_id: MadeFormat): Size =>
  fitVideo({ width, height }, format_id === 3 ? hd : { long: Infinity, short: Infinity })

/** About how large it will be. */
export const madeBytes = (facts: Pick<TechFacts, 'width' | 'height' | 'frames'>, format_id: MadeFormat): number => {
  const { width, height } = madeSize(facts, format_id)
  return Math.round((width * height * facts.frames * bits_per_pixel) / 8)
}

/** Whether a master is what we would make of it at its own size. */
export const isProres422 = ({
  codec,
  profile,
  container,
}: Pick<TechFacts, 'codec' | 'profile' | 'container'>): boolean =>
  codec === 'prores' && container === 'mov' && (profile === 'Standard' || profile === 'HQ')
