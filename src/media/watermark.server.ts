/** The brand mark over previews: the wordmark in outlines, one PNG as large as the preview. */
import { readFile } from 'node:fs/promises'

import sharp from 'sharp'

import type { Size } from './plan.ts'

const mark = await readFile(new URL('./watermark.svg', import.meta.url), 'utf8')

/** Share of the picture's width that the word takes. */
const LANDSCAPE = 0.3
const PORTRAIT = 0.5

/** White and see-through, with a faint shadow so that it reads on white too. A transparent PNG of exactly this size. */
export async function watermark({ width, height }: Size): Promise<Buffer> {
  const word = width * (width >= height ? LANDSCAPE : PORTRAIT)
  const [, , boxWidth = 1, boxHeight = 1] = (/viewBox="([^"]+)"/.exec(mark)?.[1] ?? '').split(' ').map(Number)
  const scale = word / boxWidth
  const place = `translate(${(width - word) / 2} ${(height - boxHeight * scale) / 2}) scale(${scale})`
  const outlines = mark.replace(/<\/?svg[^>]*>/g, '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <filter id="soft" x="-10%" y="-100%" width="120%" height="300%"><feGaussianBlur stdDeviation="${width / 400}"/></filter>
    <g filter="url(#soft)" opacity="0.4"><g transform="${place}">${outlines}</g></g>
    <g transform="${place}" fill="#fff" opacity="0.5">${outlines}</g>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
