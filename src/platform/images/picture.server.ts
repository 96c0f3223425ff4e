/**
 * Validation and decoding of untrusted pictures, identified by their bytes and decoded within limits. Renditions
 * contain only pixels.
 */
import sharp, { type OutputInfo, type Sharp } from 'sharp'

import { messageOf } from '../http/error-message.ts'
import { refuse } from '../http/refusal.ts'

export type PictureKind = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif'

/** The ways a picture can be invalid. Each endpoint has its own messages for them. */
export type PictureFault = 'unknown' | 'hiding' | 'broken' | 'moving' | 'small' | 'large'

export type PictureRules = {
  kinds: readonly PictureKind[]
  /** The minimum width and height in pixels. */
  min_px: number
  messages: Record<PictureFault, string>
}

export type Picture = {
  kind: PictureKind
  /** The shorter side, in pixels. */
  side_px: number
  /** Decodes the picture upright and applies the steps. Throws a refusal when it turns out to be damaged. */
  render: (steps: (image: Sharp) => Sharp) => Promise<{ data: Buffer; info: OutputInfo }>
}

/** An 8K frame has 33 million pixels. Larger pictures are not decoded. */
export const MAX_PIXELS = 60_000_000
const DECODE_TIMEOUT_SECONDS = 5

const readText = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Returns the type that the first bytes indicate, without decoding. */
const detectKind = (bytes: Buffer): PictureKind | undefined => {
  if (readText(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (readText(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a/.test(readText(bytes, 0, 6))) return 'image/gif'
  if (readText(bytes, 0, 4) === 'RIFF' && readText(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (readText(bytes, 4, 12) === 'ftypavif') return 'image/avif'
  return undefined
}

/** Markers of documents, programs and archives, which a picture has no reason to contain. */
const HIDDEN_CONTENT_PATTERN = /<(script|html|!doctype|\?php)|%PDF-\d/i
const HIDDEN_CONTENT_MARKERS = ['PK\x05\x06', '\x7fELF']

const hasHiddenContent = (bytes: Buffer) => {
  const content = readText(bytes, 0, bytes.length)
  return HIDDEN_CONTENT_PATTERN.test(content) || HIDDEN_CONTENT_MARKERS.some(marker => content.includes(marker))
}

/** An animated PNG says so before its first pixels. Decoders show its first frame without mentioning it. */
const isAnimatedPng = (bytes: Buffer) => {
  const pixelsStart = bytes.indexOf('IDAT')
  return bytes.subarray(0, pixelsStart === -1 ? undefined : pixelsStart).includes('acTL')
}

/** Opens a picture. Throws a refusal (422) that says what is wrong with it. */
export const openPicture = async (bytes: Buffer, { kinds, min_px, messages }: PictureRules): Promise<Picture> => {
  const toRefusal = (fault: PictureFault) => refuse(422, messages[fault])
  const refuseBroken = (error: unknown): never => {
    throw toRefusal(/pixel limit/i.test(messageOf(error)) ? 'large' : 'broken')
  }
  const kind = detectKind(bytes)
  if (kind === undefined || !kinds.includes(kind)) throw toRefusal('unknown')
  if (hasHiddenContent(bytes)) throw toRefusal('hiding')
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true })
  const { pages = 1, width, height } = await image.metadata().catch(refuseBroken)
  if (pages > 1 || (kind === 'image/png' && isAnimatedPng(bytes))) throw toRefusal('moving')
  // The decoder enforces its limit only when it decodes, so check the size here.
  if (width * height > MAX_PIXELS) throw toRefusal('large')
  const side_px = Math.min(width, height)
  if (side_px < min_px) throw toRefusal('small')
  return {
    kind,
    side_px,
    render: steps =>
      steps(image.autoOrient())
        .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
        .toBuffer({ resolveWithObject: true })
        .catch(refuseBroken),
  }
}
