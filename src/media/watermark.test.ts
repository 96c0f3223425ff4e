import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { renderWatermark } from './watermark.server.ts'

const render = async (watermark: Parameters<typeof renderWatermark>[0], size = { width: 854, height: 480 }) => {
  const { data, info } = await sharp(await renderWatermark(watermark, size))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}
const shop = { name: 'Nørth & <Light>', clip_number: 412 }

describe('the watermark', () => {
  test.each([
    { width: 854, height: 480 },
    { width: 1146, height: 480 },
    { width: 480, height: 854 },
    { width: 64, height: 64 },
    { width: 16, height: 480 },
  ])('has exactly the size of the picture: $width × $height', async size => {
    expect(await render(shop, size)).toMatchObject({ ...size, channels: 4 })
  })

  test('is in every part of the picture, light and dark, and leaves most of it clean', async () => {
    const { data, width, height } = await render(shop)
    const [COLUMNS, ROWS] = [4, 3]
    const parts = Array.from({ length: COLUMNS * ROWS }, () => ({ light: 0, dark: 0 }))
    let [marked, densest] = [0, 0]
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [level = 0, , , alpha = 0] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)
        densest = Math.max(densest, alpha)
        if (alpha < 40) continue
        marked++
        const part = parts[Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width)]
        if (part) part[level > 127 ? 'light' : 'dark']++
      }
    for (const { light, dark } of parts) {
      expect(light).toBeGreaterThan(100)
      expect(dark).toBeGreaterThan(100)
    }
    expect(marked / (width * height)).toBeLessThan(0.15)
    // It never hides what is under it.
    expect(densest).toBeLessThan(140)
  })

  test('names the shop and the clip', async () => {
    const [one, another, renamed, numberless] = await Promise.all([
      render(shop),
      render({ ...shop, clip_number: 413 }),
      render({ ...shop, name: 'Southlight' }),
      render({ ...shop, clip_number: null }),
    ])
    for (const other of [another, renamed, numberless]) expect(other.data.equals(one.data)).toBe(false)
    expect((await render(shop)).data.equals(one.data)).toBe(true)
  })
})
