/** The watermark on previews, which are also the comps: the shop's name and the clip's number, tiled over the whole picture. */
import path from 'node:path'

import sharp from 'sharp'

import type { Size } from './plan.ts'
import type { Watermark } from './rendition-set.ts'

/** With a comma, "SemiBold" is a part of the font's name. */
const FONT = { font: 'Archivo SemiBold,', fontfile: path.resolve(import.meta.dirname, '../platform/fonts/title.ttf') }
/** The width of the text relative to the longer side of the picture, at most. */
const MAX_TEXT_WIDTH = 0.3
/** The height of its capitals relative to the shorter side, at most. */
const MAX_TEXT_HEIGHT = 0.05
/** The space around a mark, in heights of the text. */
const [GAP_X, GAP_Y] = [3.2, 4.6]
const ANGLE = -28
/** White letters show on dark footage, their dark rim on bright footage; what is between them stays clean. */
const [LIGHT, RIM] = [0.3, 0.34]

const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** "Longtake #412", as the search finds it. */
const markText = ({ name, clip_number }: Watermark) => (clip_number === null ? name : `${name} #${clip_number}`)

/** Renders white text on a transparent ground, as large as fits. */
const renderText = async (text: string, { width, height }: Size) => {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const large = await sharp({ text: { text: escapeMarkup(text), ...FONT, rgba: true, dpi: 432 } })
    .negate({ alpha: false })
    .png()
    .toBuffer()
  const bounds = { width: Math.round(long * MAX_TEXT_WIDTH), height: Math.round(short * MAX_TEXT_HEIGHT) }
  return sharp(large)
    .resize({ width: Math.max(8, bounds.width), height: Math.max(8, bounds.height), fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** Renders a transparent PNG of exactly this size. */
export async function renderWatermark(watermark: Watermark, size: Size): Promise<Buffer> {
  const { data, info } = await renderText(markText(watermark), size)
  const tile = { width: info.width + info.height * GAP_X, height: info.height * (1 + GAP_Y) * 2 }
  const mark = `data:image/png;base64,${data.toString('base64')}`
  // The marks of every other row are between those of the one above.
  const placed = [
    [0, 0],
    [-tile.width / 2, tile.height / 2],
    [tile.width / 2, tile.height / 2],
  ].map(([x, y]) => `<image href="${mark}" x="${x}" y="${y}" width="${info.width}" height="${info.height}"/>`)
  const pattern = `width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse"`
  const blur = Math.max(0.6, info.height / 14)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <pattern id="marks" ${pattern} patternTransform="rotate(${ANGLE})">${placed.join('')}</pattern>
    <filter id="rim" x="0" y="0" width="100%" height="100%">
      <feGaussianBlur stdDeviation="${blur}"/>
      <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 2 0"/>
      <feComposite operator="out" in2="SourceAlpha"/>
    </filter>
    <g opacity="${RIM}" filter="url(#rim)"><rect width="100%" height="100%" fill="url(#marks)"/></g>
    <rect width="100%" height="100%" fill="url(#marks)" opacity="${LIGHT}"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
