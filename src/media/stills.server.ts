/** Posters, thumbs and the scrub sheet, encoded from decoded frames. */
import sharp, { type Sharp } from 'sharp'

import type { RgbFrame } from './frames.ts'
import type { RenditionKind, RenditionMime, SpriteGrid } from './rendition-set.ts'

/** An encoded rendition, not yet stored. */
export type Encoded = { kind: RenditionKind; mime: RenditionMime; width: number; height: number; data: Buffer }

const picture = ({ width, height, data }: RgbFrame) => sharp(data, { raw: { width, height, channels: 3 } })

const encoders: readonly [RenditionMime, (image: Sharp) => Sharp][] = [
  ['image/avif', image => image.avif({ quality: 62, effort: 3 })],
  ['image/webp', image => image.webp({ quality: 82, effort: 5, smartSubsample: true })],
  ['image/jpeg', image => image.jpeg({ quality: 84, mozjpeg: true })],
]

const inEveryFormat = (kind: RenditionKind, frame: RgbFrame, size: { width?: number; height?: number }) =>
  encoders.map(async ([mime, encode]): Promise<Encoded> => {
    const image = encode(picture(frame).resize({ ...size, withoutEnlargement: true }))
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return { kind, mime, width: info.width, height: info.height, data }
  })

/** The poster at its own size, a thumb 480 wide and a thumb 156 high, each as AVIF, WebP and JPEG. */
export const posterAndThumbs = (frame: RgbFrame): Promise<Encoded[]> =>
  Promise.all([
    ...inEveryFormat('poster', frame, {}),
    ...inEveryFormat('thumb_480', frame, { width: 480 }),
    ...inEveryFormat('thumb_156', frame, { height: 156 }),
  ])

/** All tiles on one sheet, row by row. Places past the last tile stay black. */
export async function spriteSheet(tiles: readonly RgbFrame[], grid: SpriteGrid): Promise<Encoded> {
  const [width, height] = [grid.columns * grid.tile_width, grid.rows * grid.tile_height]
  const sheet = new Uint8Array(width * height * 3)
  tiles.forEach((tile, i) => {
    const left = (i % grid.columns) * tile.width
    const top = Math.floor(i / grid.columns) * tile.height
    for (let y = 0; y < tile.height; y++)
      sheet.set(tile.data.subarray(y * tile.width * 3, (y + 1) * tile.width * 3), ((top + y) * width + left) * 3)
  })
  const data = await picture({ width, height, data: sheet }).webp({ quality: 72, effort: 5 }).toBuffer()
  return { kind: 'sprite', mime: 'image/webp', width, height, data }
}
