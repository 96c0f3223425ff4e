/** Valid and malicious pictures. */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

import sharp from 'sharp'

export const still = (width = 64, height = 36) =>
  sharp({ create: { width, height, channels: 3, background: '#1f6f78' } })
export const jpeg = () => still().jpeg().toBuffer()
export const png = () => still().png().toBuffer()

/** A PNG chunk with a valid checksum. */
export const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const output = Buffer.alloc(body.length + 8)
  output.writeUInt32BE(data.length)
  body.copy(output, 4)
  output.writeUInt32BE(crc(body), body.length + 4)
  return output
}
const crc = (bytes: Buffer) => {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}
/** 20,000 × 20,000 empty pixels in 60 kB. */
export const pngBomb = () => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(20_000, 0)
  head.writeUInt32BE(20_000, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const rows = deflateSync(Buffer.alloc(20_000 * 2_501), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
export const animatedWebp = async () => {
  const frames = Buffer.concat([await still(32, 32).raw().toBuffer(), randomBytes(32 * 32 * 3)])
  return sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ loop: 0 })
    .toBuffer()
}
export const SVG_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'

/** An animated PNG; decoders without APNG support show its first frame. */
export const animatedPng = async () => {
  const first = await png()
  const frames = Buffer.alloc(8)
  frames.writeUInt32BE(2)
  // The animation control chunk follows the signature and the header.
  return Buffer.concat([first.subarray(0, 33), chunk('acTL', frames), first.subarray(33)])
}

export const animatedGif = async () => {
  const frames = Buffer.concat([await still(96, 96).raw().toBuffer(), randomBytes(96 * 96 * 3)])
  return sharp(frames, { raw: { width: 96, height: 192, channels: 3, pageHeight: 96 } })
    .gif({ loop: 0 })
    .toBuffer()
}

/** A JPEG with a GPS position and an artist in its EXIF data. */
export const jpegWithMetadata = () =>
  still(400, 300)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Mara Lindqvist' }, IFD3: { GPSLatitude: '59/1 19/1 0/1' } })
    .toBuffer()
