/** What a picture must be like to be sold, as sentences for the filmmaker: what refuses it, and what is only worth a word. */
import type { GrayFrame } from './frames.ts'
import type { TechFacts } from './rendition-set.ts'
import { UnusableFootage } from './unusable-footage.ts'

/** No side of a picture may be longer: what claims more is not decoded. */
export const MAX_SIDE_PX = 16_384
/** 0…255: what is darker is black. */
const BLACK_LUMA = 20
/** Share of the picture that is black in a black frame. */
const BLACK_SHARE = 0.98
/** Mean change between two small frames (0…255) under which nothing moved, not even grain. */
const FROZEN_CHANGE = 0.02
/** Shorter than this is a cut's breath, not a fault. */
const NOTED_SECONDS = 1
/** Share of frames that look combed before we believe it of a file that does not say so. */
const COMBED_SHARE = 0.9

const isBlack = ({ data }: GrayFrame) => {
  const dark = data.reduce((n, luma) => n + (luma < BLACK_LUMA ? 1 : 0), 0)
  return dark >= data.length * BLACK_SHARE
}

const change = (a: GrayFrame, b: GrayFrame) =>
  a.data.reduce((sum, luma, i) => sum + Math.abs(luma - (b.data[i] ?? 0)), 0) / Math.max(1, a.data.length)

/** Start and length of the longest run of true. */
function longestRun(flags: readonly boolean[]) {
  let best = { from: 0, length: 0 }
  let from = 0
  flags.forEach((flag, i) => {
    if (!flag) from = i + 1
    else if (i + 1 - from > best.length) best = { from, length: i + 1 - from }
  })
  return best
}

const seconds = (n: number) => `${n.toFixed(1).replace(/\.0$/, '')} s`

/** `frames`: small ones in order, `rate` per second. Throws UnusableFootage for a black or a still picture; answers notes. */
export function checkPicture(frames: readonly GrayFrame[], rate: number): string[] {
  const black = frames.map(isBlack)
  if (frames.length > 0 && black.every(Boolean))
    throw new UnusableFootage('The picture is black from the first frame to the last.')
  const frozen = frames.slice(1).map((frame, i) => change(frame, frames[i] ?? frame) < FROZEN_CHANGE)
  if (frozen.length > 0 && frozen.every(Boolean))
    throw new UnusableFootage('Nothing moves from the first frame to the last: this is a photo, not a clip.')
  const notes: string[] = []
  const lead = black.indexOf(false) / rate
  const tail = (black.length - 1 - black.lastIndexOf(false)) / rate
  if (lead >= NOTED_SECONDS) notes.push(`It begins with ${seconds(lead)} of black: trim it.`)
  if (tail >= NOTED_SECONDS) notes.push(`It ends with ${seconds(tail)} of black: trim it.`)
  const still = longestRun(frozen.map((one, i) => one && !black[i]))
  if (still.length / rate >= NOTED_SECONDS)
    notes.push(`The picture stands still for ${seconds(still.length / rate)} from ${seconds(still.from / rate)} on.`)
  return notes
}

/** `fields`: for each frame what the picture looks like ("progressive", "tff", "bff", "undetermined"). */
export function checkFields(fields: readonly string[]): string[] {
  const combed = fields.filter(field => field === 'tff' || field === 'bff').length
  return fields.length > 0 && combed >= fields.length * COMBED_SHARE
    ? ['It looks interlaced, though the file says that it is not: look at moving edges.']
    : []
}

/** What is unusual in a file that can be sold all the same. */
export function checkFacts({ width, height }: Pick<TechFacts, 'width' | 'height'>, transfer: string): string[] {
  const notes: string[] = []
  if (width % 2 || height % 2)
    notes.push(`It is ${width} × ${height}: with an odd side, some programs cut off a line of pixels.`)
  const hdr = { 'arib-std-b67': 'HLG', smpte2084: 'PQ' }[transfer]
  if (hdr) notes.push(`It is HDR (${hdr}): on previews its colors are paler than they are.`)
  return notes
}
