import { describe, expect, test } from 'vitest'

import type { GrayFrame } from './frames.ts'
import { motionOf } from './motion.ts'

const [width, height] = [96, 54]

/** Smooth blobs on a plane, photographed at a moment: `at` maps a pixel to a point of the plane. */
function film(count: number, at: (x: number, y: number, t: number) => [number, number]): GrayFrame[] {
  return Array.from({ length: count }, (_, t) => {
    const data = new Uint8Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [u, v] = at(x, y, t)
        data[y * width + x] = 128 + 55 * Math.sin(u / 5 + Math.sin(v / 9)) + 50 * Math.cos(v / 4 + Math.sin(u / 11))
      }
    return { width, height, data }
  })
}

const pan = (dx: number, dy: number) => film(18, (x, y, t) => [x - dx * t, y - dy * t])
const zoom = (rate: number) =>
  film(18, (x, y, t) => {
    const scale = 1 + rate * t
    return [(x - width / 2) / scale, (y - height / 2) / scale]
  })

describe('where the picture goes', () => {
  test.each([
    ['right', pan(0.6, 0)],
    ['left', pan(-0.6, 0)],
    ['down', pan(0.1, 0.7)],
    ['up', pan(0, -0.5)],
    ['in', zoom(0.012)],
    ['out', zoom(-0.012)],
    ['still', pan(0, 0)],
  ])('%s', (direction, frames) => {
    expect(motionOf(frames, 12).motion_direction).toBe(direction)
  })

  test('halves that pass each other are mixed', () => {
    const frames = film(18, (x, y, t) => [y < height / 2 ? x - 0.7 * t : x + 0.7 * t, y])
    expect(motionOf(frames, 12).motion_direction).toBe('mixed')
  })

  test('a small thing that crosses a black picture decides', () => {
    const frames = pan(0.2, 0).map(frame => ({ ...frame, data: frame.data.map((v, i) => (i % width > 80 ? v : 0)) }))
    expect(motionOf(frames, 12).motion_direction).toBe('right')
  })

  test('a flat picture is still', () => {
    const gray = { width, height, data: new Uint8Array(width * height).fill(90) }
    expect(motionOf([gray, gray, gray], 12)).toEqual({ motion_energy: 0, motion_direction: 'still' })
  })
})

test('faster pictures have more energy, and it stays within 0 and 1', () => {
  const energy = (frames: GrayFrame[]) => motionOf(frames, 12).motion_energy
  const strobe = [0, 255, 0, 255].map(v => ({ width, height, data: new Uint8Array(width * height).fill(v) }))
  expect(energy(pan(0, 0))).toBe(0)
  expect(energy(pan(0.2, 0))).toBeLessThan(energy(pan(1, 0)))
  expect(energy(pan(1, 0))).toBeLessThan(energy(strobe))
  expect(energy(strobe)).toBeLessThanOrEqual(1)
})

test('one frame, or none, is still', () => {
  expect(motionOf([], 12)).toEqual({ motion_energy: 0, motion_direction: 'still' })
  expect(motionOf(pan(1, 0).slice(0, 1), 12)).toEqual({ motion_energy: 0, motion_direction: 'still' })
})
