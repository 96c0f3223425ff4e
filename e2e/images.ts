/** Images to upload in tests. */
import sharp from 'sharp'

/** A PNG with a vertical edge, so that different crops can be distinguished. */
export const createImage = (width: number, height: number): Promise<Buffer> => {
  const band = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#d9822b' } }
  return sharp({ create: { width, height, channels: 3, background: '#1f6f78' } })
    .composite([{ input: band, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

export const SVG_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'
