import { expect, test } from 'vitest'

import { computeDescriptors as describeFrames } from '#media/descriptors.server.ts'
import type { RgbFrame } from '#media/frames.ts'
import type { MotionDirection } from '#media/rendition-set.ts'
import { listReasons } from '#search/visual/reasons.ts'

import { packDescriptor } from './descriptor.ts'
import { MAX_SIMILAR_DISTANCE, distanceOf, measureDistance } from './distance.ts'

type Rgb = readonly [number, number, number]

const [width, height] = [96, 54]
const drawFrame = (color: (x: number, y: number) => Rgb): RgbFrame => {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(color(x / width, y / height), (y * width + x) * 3)
  return { width, height, data }
}
const describeFrame = (
  frame: RgbFrame,
  motion: { energy: number; direction: MotionDirection } = { energy: 0.4, direction: 'left' },
) =>
  packDescriptor({
    ...describeFrames([frame], [], 1),
    motion_energy: motion.energy,
    motion_direction: motion.direction,
  })

const dusk: Rgb = [196, 120, 70]
const sea: Rgb = [24, 74, 110]
const horizon = (upper: Rgb, lower: Rgb, at = 0.5) => drawFrame((_, y) => (y < at ? upper : lower))
const halves = (left: Rgb, right: Rgb) => drawFrame(x => (x < 0.5 ? left : right))

const reasonsBetween = (a: Uint8Array, b: Uint8Array) => listReasons(measureDistance(a, b), { motion: true })

test('the distance is 0 to itself and symmetric', () => {
  const [a, b] = [describeFrame(horizon(dusk, sea)), describeFrame(halves(sea, dusk), { energy: 0.9, direction: 'up' })]
  expect(distanceOf(measureDistance(a, a))).toBe(0)
  expect(measureDistance(a, b)).toEqual(measureDistance(b, a))
  const { colors, composition, motion } = measureDistance(a, b)
  expect(distanceOf(measureDistance(a, b)) ** 2).toBeCloseTo(colors + composition + motion)
})

test('a descriptor is read at an offset within other bytes', () => {
  const [a, b] = [describeFrame(horizon(dusk, sea)), describeFrame(halves(sea, dusk))]
  const bytes = new Uint8Array([1, 2, 3, ...b])
  expect(measureDistance(a, bytes, 3)).toEqual(measureDistance(a, b))
})

test('each reason depends on its own part of the distance only', () => {
  const reference = describeFrame(horizon(dusk, sea))
  // A little brighter, and moving in another direction.
  const sameColors = describeFrame(horizon([206, 128, 76], [30, 80, 116]), { energy: 0.4, direction: 'up' })
  expect(reasonsBetween(reference, sameColors)).toEqual(
    expect.arrayContaining(['Similar colors', 'Similar composition']),
  )
  expect(reasonsBetween(reference, sameColors)).not.toContain('Same motion')

  // The same distribution of light in other colors.
  const sameShape = describeFrame(horizon([90, 150, 90], [40, 78, 40]), { energy: 0.4, direction: 'still' })
  expect(reasonsBetween(reference, sameShape)).toEqual(['Similar composition'])

  const sameMotion = describeFrame(halves([250, 250, 250], [10, 10, 10]))
  expect(reasonsBetween(reference, sameMotion)).toEqual(['Same motion'])
})

test('still footage does not match footage with mixed motion', () => {
  const frame = horizon(dusk, sea)
  const [still, mixed] = [
    describeFrame(frame, { energy: 0.05, direction: 'still' }),
    describeFrame(frame, { energy: 0.1, direction: 'mixed' }),
  ]
  expect(reasonsBetween(still, mixed)).not.toContain('Same motion')
})

test('motion does not count against a single frame', () => {
  const frame = horizon(dusk, sea)
  const reference = packDescriptor({
    ...describeFrames([frame], [], 1),
    motion_direction: undefined,
    motion_energy: undefined,
  })
  expect(distanceOf(measureDistance(reference, describeFrame(frame, { energy: 1, direction: 'down' })))).toBe(0)
  expect(listReasons(measureDistance(reference, describeFrame(frame)), { motion: false })).not.toContain('Same motion')
})

test('day and night are not similar', () => {
  const day = describeFrame(horizon([180, 205, 230], [150, 160, 120]))
  const night = describeFrame(horizon([12, 14, 24], [8, 8, 10]))
  expect(distanceOf(measureDistance(day, night))).toBeGreaterThan(MAX_SIMILAR_DISTANCE)
})
