/** The watermark on previews: the outlined wordmark as a PNG of the preview's size. */
import { readFile } from 'node:fs/promises'

import sharp from 'sharp'

import type { Size } from './plan.ts'

const logoSvg = await readFile(new URL('./watermark.svg', import.meta.url), 'utf8')

/** Share of the picture's width that the wordmark takes. */
const LANDSCAPE = 0.3
const PORTRAIT = 0.5

/** Renders a transparent PNG of exactly this size: a translucent white wordmark, with a faint shadow to show on white. */
export async function renderWatermark({ width, height }: Size): Promise<Buffer> {
  const wordmarkWidth = width * (width >= height ? LANDSCAPE : PORTRAIT)
  const [, , boxWidth = 1, boxHeight = 1] = (/viewBox="([^"]+)"/.exec(logoSvg)?.[1] ?? '').split(' ').map(Number)
  const scale = wordmarkWidth / boxWidth
  const transform = `translate(${(width - wordmarkWidth) / 2} ${(height - boxHeight * scale) / 2}) scale(${scale})`
  const outlines = logoSvg.replace(/<\/?svg[^>]*>/g, '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <filter id="soft" x="-10%" y="-100%" width="120%" height="300%"><feGaussianBlur stdDeviation="${width / 400}"/></filter>
    <g filter="url(#soft)" opacity="0.4"><g transform="${transform}">${outlines}</g></g>
    <g transform="${transform}" fill="#fff" opacity="0.5">${outlines}</g>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
