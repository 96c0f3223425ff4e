/** Encodes posters, thumbs and the sprite sheet from decoded frames. */
import sharp, { type Sharp } from 'sharp'

import type { RgbFrame } from './frames.ts'
import type { RenditionKind, RenditionMime, SpriteGrid } from './rendition-set.ts'

/** An encoded rendition that is not stored yet. */
export type EncodedRendition = { kind: RenditionKind; mime: RenditionMime; width: number; height: number; data: Buffer }

const toSharp = ({ width, height, data }: RgbFrame) => sharp(data, { raw: { width, height, channels: 3 } })

const encoders: readonly [RenditionMime, (image: Sharp) => Sharp][] = [
  ['image/avif', image => image.avif({ quality: 62, effort: 3 })],
  ['image/webp', image => image.webp({ quality: 82, effort: 5, smartSubsample: true })],
  ['image/jpeg', image => image.jpeg({ quality: 84, mozjpeg: true })],
]

const encodeInAllFormats = (kind: RenditionKind, frame: RgbFrame, size: { width?: number; height?: number }) =>
  encoders.map(async ([mime, encode]): Promise<EncodedRendition> => {
    const image = encode(toSharp(frame).resize({ ...size, withoutEnlargement: true }))
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return { kind, mime, width: info.width, height: info.height, data }
  })

/** Encodes the poster at its own size, a thumb 480 wide and a thumb 156 high, each as AVIF, WebP and JPEG. */
export const encodePosterAndThumbs = (frame: RgbFrame): Promise<EncodedRendition[]> =>
  Promise.all([
    ...encodeInAllFormats('poster', frame, {}),
    ...encodeInAllFormats('thumb_480', frame, { width: 480 }),
    ...encodeInAllFormats('thumb_156', frame, { height: 156 }),
  ])

/** Encodes all tiles on one sheet, row by row. Cells after the last tile stay black. */
export async function encodeSpriteSheet(tiles: readonly RgbFrame[], grid: SpriteGrid): Promise<EncodedRendition> {
  const [width, height] = [grid.columns * grid.tile_width, grid.rows * grid.tile_height]
  const sheet = new Uint8Array(width * height * 3)
  tiles.forEach((tile, i) => {
    const left = (i % grid.columns) * tile.width
    const top = Math.floor(i / grid.columns) * tile.height
    for (let y = 0; y < tile.height; y++)
      sheet.set(tile.data.subarray(y * tile.width * 3, (y + 1) * tile.width * 3), ((top + y) * width + left) * 3)
  })
  const data = await toSharp({ width, height, data: sheet }).webp({ quality: 72, effort: 5 }).toBuffer()
  return { kind: 'sprite', mime: 'image/webp', width, height, data }
}
