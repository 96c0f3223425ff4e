/** Pictures that people choose from their disks. */
import sharp from 'sharp'

/** A PNG with an edge in it, so that a crop can be told from another. */
export const picture = (width: number, height: number): Promise<Buffer> => {
  const band = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#d9822b' } }
  return sharp({ create: { width, height, channels: 3, background: '#1f6f78' } })
    .composite([{ input: band, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'
