import { expect, test } from 'vitest'

import { describe as describeFrames } from '#media/descriptors.server.ts'
import type { RgbFrame } from '#media/frames.ts'
import type { MotionDirection } from '#media/rendition-set.ts'

import { alike, distanceOf, partsOf } from './distance.ts'
import { packLook } from './look.ts'
import { reasonsOf } from './reasons.ts'

type Rgb = readonly [number, number, number]

const [width, height] = [96, 54]
const drawn = (color: (x: number, y: number) => Rgb): RgbFrame => {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(color(x / width, y / height), (y * width + x) * 3)
  return { width, height, data }
}
const lookOf = (
  frame: RgbFrame,
  motion: { energy: number; direction: MotionDirection } = { energy: 0.4, direction: 'left' },
) => packLook({ ...describeFrames([frame], [], 1), motion_energy: motion.energy, motion_direction: motion.direction })

const dusk: Rgb = [196, 120, 70]
const sea: Rgb = [24, 74, 110]
const horizon = (upper: Rgb, lower: Rgb, at = 0.5) => drawn((_, y) => (y < at ? upper : lower))
const halves = (left: Rgb, right: Rgb) => drawn(x => (x < 0.5 ? left : right))

const reasons = (one: Uint8Array, other: Uint8Array) => reasonsOf(partsOf(one, other), { motion: true })

test('a look is not apart from itself, and as far from another as that from it', () => {
  const [one, other] = [lookOf(horizon(dusk, sea)), lookOf(halves(sea, dusk), { energy: 0.9, direction: 'up' })]
  expect(distanceOf(partsOf(one, one))).toBe(0)
  expect(partsOf(one, other)).toEqual(partsOf(other, one))
  const { colors, composition, motion } = partsOf(one, other)
  expect(distanceOf(partsOf(one, other)) ** 2).toBeCloseTo(colors + composition + motion)
})

test('a look is read in the middle of others', () => {
  const [one, other] = [lookOf(horizon(dusk, sea)), lookOf(halves(sea, dusk))]
  const both = new Uint8Array([1, 2, 3, ...other])
  expect(partsOf(one, both, 3)).toEqual(partsOf(one, other))
})

test('each reason is true of its part alone', () => {
  const asked = lookOf(horizon(dusk, sea))
  // A little brighter, and it goes elsewhere.
  const sameColors = lookOf(horizon([206, 128, 76], [30, 80, 116]), { energy: 0.4, direction: 'up' })
  expect(reasons(asked, sameColors)).toEqual(expect.arrayContaining(['Similar colors', 'Similar composition']))
  expect(reasons(asked, sameColors)).not.toContain('Same motion')

  // Light falls as it did, in other colors.
  const sameShape = lookOf(horizon([90, 150, 90], [40, 78, 40]), { energy: 0.4, direction: 'still' })
  expect(reasons(asked, sameShape)).toEqual(['Similar composition'])

  const sameMotion = lookOf(halves([250, 250, 250], [10, 10, 10]))
  expect(reasons(asked, sameMotion)).toEqual(['Same motion'])
})

test('what is still moves unlike what moves anyhow', () => {
  const frame = horizon(dusk, sea)
  const [still, mixed] = [
    lookOf(frame, { energy: 0.05, direction: 'still' }),
    lookOf(frame, { energy: 0.1, direction: 'mixed' }),
  ]
  expect(reasons(still, mixed)).not.toContain('Same motion')
})

test('against a frame motion does not count', () => {
  const frame = horizon(dusk, sea)
  const asked = packLook({ ...describeFrames([frame], [], 1), motion_direction: undefined, motion_energy: undefined })
  expect(distanceOf(partsOf(asked, lookOf(frame, { energy: 1, direction: 'down' })))).toBe(0)
  expect(reasonsOf(partsOf(asked, lookOf(frame)), { motion: false })).not.toContain('Same motion')
})

test('day and night are not alike', () => {
  const day = lookOf(horizon([180, 205, 230], [150, 160, 120]))
  const night = lookOf(horizon([12, 14, 24], [8, 8, 10]))
  expect(distanceOf(partsOf(day, night))).toBeGreaterThan(alike)
})
