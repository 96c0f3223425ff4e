/** Transcode formats for buyers who do not get the master itself: ProRes 422 at the master's size or scaled to HD. */
import { fitVideo, type Size } from './plan.ts'
import type { TechFacts } from './rendition-set.ts'

/** Ids of the formats that can be transcoded from a master: Highest Res and HD. */
export const transcodeFormats = [2, 3] as const
export type TranscodeFormat = (typeof transcodeFormats)[number]

export const isTranscodeFormat = (format_id: number): format_id is TranscodeFormat =>
  transcodeFormats.some(id => id === format_id)

const hdBound = { long: 1920, short: 1080 }
/** Apple's target for ProRes 422 per pixel: 147 Mb/s at 1920 × 1080 and 29.97 frames per second. */
const BITS_PER_PIXEL = 147e6 / (1920 * 1080 * 29.97)

/** Never upscales. Sides are even, as 4:2:2 requires. */
export const transcodeSize = ({ width, height }: Size, format_id: TranscodeFormat): Size =>
  fitVideo({ width, height }, format_id === 3 ? hdBound : { long: Infinity, short: Infinity })

/** Estimates the size of the transcode in bytes. */
export const estimateTranscodeBytes = (
  facts: Pick<TechFacts, 'width' | 'height' | 'frames'>,
  format_id: TranscodeFormat,
): number => {
  const { width, height } = transcodeSize(facts, format_id)
  return Math.round((width * height * facts.frames * BITS_PER_PIXEL) / 8)
}

/** Whether a master already is what we would transcode it to at its own size. */
export const isProres422 = ({
  codec,
  profile,
  container,
}: Pick<TechFacts, 'codec' | 'profile' | 'container'>): boolean =>
  codec === 'prores' && container === 'mov' && (profile === 'Standard' || profile === 'HQ')
