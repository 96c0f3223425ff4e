/** Checks of the picture, as sentences for the filmmaker: some refuse the master, others are remarks. */
import type { GrayFrame } from './frames.ts'
import type { TechFacts } from './rendition-set.ts'
import { UnusableFootage } from './unusable-footage.ts'

/** Maximum length of a picture's side in pixels. Larger pictures are not decoded. */
export const MAX_SIDE_PX = 16_384
/** Luma (0…255) below which a pixel is black. */
const BLACK_LUMA = 20
/** Share of black pixels in a black frame. */
const BLACK_SHARE = 0.98
/** Mean change (0…255) between two small frames below which nothing moves, not even grain. */
const FROZEN_CHANGE = 0.02
/** Shorter black or frozen parts are not worth a remark. */
const MIN_REMARK_SECONDS = 1
/** Share of frames that look interlaced before we warn about a file that is flagged as progressive. */
const INTERLACED_SHARE = 0.9

const isBlack = ({ data }: GrayFrame) => {
  const dark = data.reduce((n, luma) => n + (luma < BLACK_LUMA ? 1 : 0), 0)
  return dark >= data.length * BLACK_SHARE
}

const meanChange = (a: GrayFrame, b: GrayFrame) =>
  a.data.reduce((sum, luma, i) => sum + Math.abs(luma - (b.data[i] ?? 0)), 0) / Math.max(1, a.data.length)

/** Returns the start and length of the longest run of true. */
function longestRun(flags: readonly boolean[]) {
  let best = { from: 0, length: 0 }
  let from = 0
  flags.forEach((flag, i) => {
    if (!flag) from = i + 1
    else if (i + 1 - from > best.length) best = { from, length: i + 1 - from }
  })
  return best
}

const formatSeconds = (n: number) => `${n.toFixed(1).replace(/\.0$/, '')} s`

/** `frames` are small and in order, `rate` per second. Returns remarks. Throws UnusableFootage for a black or a still picture. */
export function checkPicture(frames: readonly GrayFrame[], rate: number): string[] {
  const black = frames.map(isBlack)
  if (frames.length > 0 && black.every(Boolean))
    throw new UnusableFootage('The picture is black from the first frame to the last.')
  const frozen = frames.slice(1).map((frame, i) => meanChange(frame, frames[i] ?? frame) < FROZEN_CHANGE)
  if (frozen.length > 0 && frozen.every(Boolean))
    throw new UnusableFootage('Nothing moves from the first frame to the last: this is a photo, not a clip.')
  const notes: string[] = []
  const leadSeconds = black.indexOf(false) / rate
  const tailSeconds = (black.length - 1 - black.lastIndexOf(false)) / rate
  if (leadSeconds >= MIN_REMARK_SECONDS) notes.push(`It begins with ${formatSeconds(leadSeconds)} of black: trim it.`)
  if (tailSeconds >= MIN_REMARK_SECONDS) notes.push(`It ends with ${formatSeconds(tailSeconds)} of black: trim it.`)
  const still = longestRun(frozen.map((isFrozen, i) => isFrozen && !black[i]))
  if (still.length / rate >= MIN_REMARK_SECONDS)
    notes.push(
      `The picture is frozen for ${formatSeconds(still.length / rate)} from ${formatSeconds(still.from / rate)} on.`,
    )
  return notes
}

/** `fields` is the field order of each frame ("progressive", "tff", "bff", "undetermined"). Returns remarks. */
export function checkFields(fields: readonly string[]): string[] {
  const interlaced = fields.filter(field => field === 'tff' || field === 'bff').length
  return fields.length > 0 && interlaced >= fields.length * INTERLACED_SHARE
    ? ['It looks interlaced, though the file says that it is not: look at moving edges.']
    : []
}

/** Returns remarks about unusual properties that do not prevent a sale. */
export function checkFacts({ width, height }: Pick<TechFacts, 'width' | 'height'>, transfer: string): string[] {
  const notes: string[] = []
  if (width % 2 || height % 2)
    notes.push(`It is ${width} × ${height}: with an odd side, some programs cut off a line of pixels.`)
  const hdr = { 'arib-std-b67': 'HLG', smpte2084: 'PQ' }[transfer]
  if (hdr) notes.push(`It is HDR (${hdr}): on previews its colors are paler than they are.`)
  return notes
}
