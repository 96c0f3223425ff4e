import { describe, expect, test } from 'vitest'

import type { GrayFrame } from './frames.ts'
import { measureMotion } from './motion.ts'

const [width, height] = [96, 54]

/** Renders smooth blobs on a plane; `at` maps a pixel at time `t` to a point of the plane. */
function renderFrames(count: number, at: (x: number, y: number, t: number) => [number, number]): GrayFrame[] {
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

const pan = (dx: number, dy: number) => renderFrames(18, (x, y, t) => [x - dx * t, y - dy * t])
const zoom = (rate: number) =>
  renderFrames(18, (x, y, t) => {
    const scale = 1 + rate * t
    return [(x - width / 2) / scale, (y - height / 2) / scale]
  })

describe('motion direction', () => {
  test.each([
    ['right', pan(0.6, 0)],
    ['left', pan(-0.6, 0)],
    ['down', pan(0.1, 0.7)],
    ['up', pan(0, -0.5)],
    ['in', zoom(0.012)],
    ['out', zoom(-0.012)],
    ['still', pan(0, 0)],
  ])('%s', (direction, frames) => {
    expect(measureMotion(frames, 12).motion_direction).toBe(direction)
  })

  test('halves that move in opposite directions are mixed', () => {
    const frames = renderFrames(18, (x, y, t) => [y < height / 2 ? x - 0.7 * t : x + 0.7 * t, y])
    expect(measureMotion(frames, 12).motion_direction).toBe('mixed')
  })

  test('a small object that crosses a black picture sets the direction', () => {
    const frames = pan(0.2, 0).map(frame => ({ ...frame, data: frame.data.map((v, i) => (i % width > 80 ? v : 0)) }))
    expect(measureMotion(frames, 12).motion_direction).toBe('right')
  })

  test('a flat picture is still', () => {
    const gray = { width, height, data: new Uint8Array(width * height).fill(90) }
    expect(measureMotion([gray, gray, gray], 12)).toEqual({ motion_energy: 0, motion_direction: 'still' })
  })
})

test('faster motion has more energy, and energy stays between 0 and 1', () => {
  const energy = (frames: GrayFrame[]) => measureMotion(frames, 12).motion_energy
  const strobe = [0, 255, 0, 255].map(v => ({ width, height, data: new Uint8Array(width * height).fill(v) }))
  expect(energy(pan(0, 0))).toBe(0)
  expect(energy(pan(0.2, 0))).toBeLessThan(energy(pan(1, 0)))
  expect(energy(pan(1, 0))).toBeLessThan(energy(strobe))
  expect(energy(strobe)).toBeLessThanOrEqual(1)
})

test('a single frame, or no frame, is still', () => {
  expect(measureMotion([], 12)).toEqual({ motion_energy: 0, motion_direction: 'still' })
  expect(measureMotion(pan(1, 0).slice(0, 1), 12)).toEqual({ motion_energy: 0, motion_direction: 'still' })
})
