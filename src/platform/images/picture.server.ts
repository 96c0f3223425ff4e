/** Pictures that strangers send: told by their bytes, not their names, and decoded within limits. What else a file carries goes no further. */
import sharp, { type OutputInfo, type Sharp } from 'sharp'

import { messageOf } from '../message.ts'
import { refuse } from '../refusal.ts'

export type PictureKind = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif'

/** What can be wrong with a picture; each door says it in its own words. */
export type Fault = 'unknown' | 'hiding' | 'broken' | 'moving' | 'small' | 'large'

export type PictureRules = {
  kinds: readonly PictureKind[]
  /** Each way. */
  least_px: number
  says: Record<Fault, string>
}

export type Picture = {
  kind: PictureKind
  /** The shorter side, in pixels. */
  side_px: number
  /** Decodes it, upright, and puts it through the steps. Throws a refusal when it turns out to be damaged. */
  render: (steps: (image: Sharp) => Sharp) => Promise<{ data: Buffer; info: OutputInfo }>
}

/** An 8K frame has 33 million. Whatever says that it has more is not unpacked. */
export const most_pixels = 60_000_000
const most_seconds = 5

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** What a file says with its first bytes, and no decoder has seen it yet. */
const kindOf = (bytes: Buffer): PictureKind | undefined => {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (text(bytes, 4, 12) === 'ftypavif') return 'image/avif'
  return undefined
}

/** Marks of documents, programs and archives that a picture has no reason to hold. */
const hiding = /<(script|html|!doctype|\?php)|%PDF-\d/i
const hidingExactly = ['PK\x05\x06', '\x7fELF']

const hides = (bytes: Buffer) => {
  const all = text(bytes, 0, bytes.length)
  return hiding.test(all) || hidingExactly.some(mark => all.includes(mark))
}

/** A PNG that moves says so before its first pixels; decoders show its first frame and do not mention it. */
const isMovingPng = (bytes: Buffer) => {
  const pixels = bytes.indexOf('IDAT')
  return bytes.subarray(0, pixels === -1 ? undefined : pixels).includes('acTL')
}

/** Throws a refusal (422) that says what is wrong with the picture. */
export const openPicture = async (bytes: Buffer, { kinds, least_px, says }: PictureRules): Promise<Picture> => {
  const no = (fault: Fault) => refuse(422, says[fault])
  const refuseBroken = (error: unknown): never => {
    throw no(/pixel limit/i.test(messageOf(error)) ? 'large' : 'broken')
  }
  const kind = kindOf(bytes)
  if (kind === undefined || !kinds.includes(kind)) throw no('unknown')
  if (hides(bytes)) throw no('hiding')
  const image = sharp(bytes, { limitInputPixels: most_pixels, failOn: 'truncated', sequentialRead: true })
  const { pages = 1, width, height } = await image.metadata().catch(refuseBroken)
  if (pages > 1 || (kind === 'image/png' && isMovingPng(bytes))) throw no('moving')
  // A decoder looks at the limit when it decodes; who only asks for the size must look for themselves.
  if (width * height > most_pixels) throw no('large')
  const side_px = Math.min(width, height)
  if (side_px < least_px) throw no('small')
  return {
    kind,
    side_px,
    render: steps =>
      steps(image.autoOrient())
        .timeout({ seconds: most_seconds })
        .toBuffer({ resolveWithObject: true })
        .catch(refuseBroken),
  }
}
