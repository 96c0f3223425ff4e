import fc from 'fast-check'
import { describe as group, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { colorLayout, toHex, toLab } from './color.ts'
import { computeDescriptors } from './descriptors.server.ts'
import { measureDetail, edgeHistogram } from './edges.ts'
import { meanCells, toGray, type RgbFrame } from './frames.ts'
import { palette } from './palette.ts'
import { descriptors } from './rendition-set.ts'
import { choosePoster } from './renditions.server.ts'

type Rgb = [number, number, number]

function paint(paintAt: (x: number, y: number) => Rgb, width = 64, height = 36): RgbFrame {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(paintAt(x, y), (y * width + x) * 3)
  return { width, height, data }
}

const plain = (color: Rgb) => paint(() => color)
const noise = (low: number, high: number) =>
  paint((x, y) => {
    const v = low + ((x * 7919 + y * 104_729 + x * y * 31) % (high - low))
    return [v, v, v]
  })

group('color', () => {
  test('a color survives conversion to Lab and back', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, (r, g, b) => {
        const hex = `#${[r, g, b].map(v => v.toString(16).padStart(2, '0')).join('')}`
        expect(toHex(toLab(r, g, b))).toBe(hex)
      }),
    )
  })

  test('white has L 100 and no hue', () => {
    const [L, a, b] = toLab(255, 255, 255)
    expect([Math.round(L), Math.abs(Math.round(a)), Math.abs(Math.round(b))]).toEqual([100, 0, 0])
  })

  test('cells are averages', () => {
    const halves = paint(x => (x < 32 ? [10, 20, 30] : [200, 100, 0]))
    expect([...meanCells(halves, 2, 1)]).toEqual([10, 20, 30, 200, 100, 0])
  })
})

group('palette', () => {
  test('weighs colors by their share of the picture', () => {
    const flag = paint(x => (x < 32 ? [200, 30, 40] : x < 52 ? [20, 40, 160] : [240, 240, 230]))
    expect(palette([flag])).toEqual([
      { hex: '#c81e28', weight: 0.5 },
      { hex: '#1428a0', weight: 0.313 },
      { hex: '#f0f0e6', weight: 0.188 },
    ])
  })

  test('includes a small accent', () => {
    const colors = palette([paint((x, y) => (x > 58 && y > 30 ? [255, 160, 20] : [12, 14 + (x % 3), 18]))])
    expect(colors.map(c => c.hex)).toContain('#ffa014')
  })

  test('a flat picture has one color', () => {
    expect(palette([plain([0, 0, 0])])).toEqual([{ hex: '#000000', weight: 1 }])
  })

  test('is deterministic, has at most five colors, and its weights sum to 1', () => {
    const busy = paint((x, y) => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256])
    const colors = palette([busy])
    expect(palette([busy])).toEqual(colors)
    expect(colors.length).toBe(5)
    expect(colors.reduce((sum, c) => sum + c.weight, 0)).toBeCloseTo(1, 2)
  })
})

test('the color layout locates a color', () => {
  const layout = colorLayout([paint((_, y) => (y < 18 ? [0, 0, 255] : [0, 0, 0]))])
  expect(layout).toHaveLength(48)
  expect(layout.slice(0, 3)).toEqual([32, 79, -108])
  expect(layout.slice(45)).toEqual([0, 0, 0])
})

group('edges', () => {
  const stripes = (position: (x: number, y: number) => number) =>
    toGray(paint((x, y) => (position(x, y) % 8 < 4 ? [220, 220, 220] : [20, 20, 20])))
  const strongest = (values: number[]) => values.indexOf(Math.max(...values))

  test('vertical and horizontal stripes have different orientations', () => {
    expect(strongest(edgeHistogram([stripes(x => x)]).slice(0, 8))).toBe(0)
    expect(strongest(edgeHistogram([stripes((_, y) => y)]).slice(0, 8))).toBe(4)
  })

  test('a slight tilt keeps its orientation', () => {
    const wave = (tilt: number) =>
      paint((x, y) => {
        const v = 120 + Math.round(110 * Math.sin((x + tilt * y) / 3))
        return [v, v, v]
      })
    for (const tilt of [-0.1, 0.1]) expect(strongest(edgeHistogram([toGray(wave(tilt))]).slice(0, 8))).toBe(0)
  })

  test('each quadrant is measured separately', () => {
    const corner = toGray(paint((x, y) => (x > 40 && y > 22 && x % 8 < 4 ? [255, 255, 255] : [0, 0, 0])))
    const edges = edgeHistogram([corner])
    expect(edges.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect(edges[24]).toBeGreaterThan(100)
  })

  test('noise has more detail than a flat picture', () => {
    expect(measureDetail(toGray(plain([90, 90, 90])))).toBe(0)
    expect(measureDetail(toGray(noise(40, 200)))).toBeGreaterThan(20)
  })
})

group('the poster', () => {
  test('is neither a black nor a blown-out frame', () => {
    const good = noise(60, 80)
    expect(choosePoster([plain([0, 0, 0]), noise(226, 256), good, noise(0, 30)])).toBe(2)
  })

  test('is the middle frame when all candidates are equal', () => {
    expect(choosePoster(Array.from({ length: 5 }, () => noise(60, 140)))).toBe(2)
  })
})

test('descriptors match their schema', () => {
  const stills = [noise(0, 255), plain([250, 10, 10])]
  const result = computeDescriptors(stills, stills.map(toGray), 12)
  expect(z.safeParse(descriptors, result).error).toBeUndefined()
  expect(computeDescriptors([plain([255, 255, 255])], [], 12).brightness).toBe(1)
  expect(computeDescriptors([plain([0, 0, 0])], [], 12).brightness).toBe(0)
})
