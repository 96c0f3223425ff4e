/**
 * Colors as integer terms for an index: each color of a clip becomes one term made of its box in Lab space and its share of
 * the picture.
 */
import { type Lab } from '#media/color.ts'

import { paletteOf, type VisualDescriptor } from './descriptor.ts'

const LIGHTNESS_STEP = 20
const AB_STEP = 15
const AB_BOXES = 18
/** Shares of the picture at which a color reaches the next level. */
const shareLevels = [0.04, 0.1, 0.2, 0.4, 0.6, 0.8] as const
/** Colors farther apart than this are unrelated. Lightness counts less, because a shadow does not change a color. */
const MAX_COLOR_DISTANCE = 30
const LIGHTNESS_WEIGHT = 0.5

const toBox = (value: number) => Math.min(AB_BOXES - 1, Math.max(0, Math.floor((value + 128) / AB_STEP)))
const boxCenter = (box: number) => (box + 0.5) * AB_STEP - 128

const toTerm = (light: number, a: number, b: number, level: number) =>
  ((light * AB_BOXES + a) * AB_BOXES + b) * 8 + level

/** Returns the terms of a descriptor's colors. Colors with less than 4 % of the picture have none. */
export const listColorTerms = (descriptor: VisualDescriptor): number[] => [
  ...new Set(
    paletteOf(descriptor).flatMap(({ lab: [L, a, b], weight }) => {
      const level = shareLevels.findLastIndex(threshold => weight >= threshold)
      return level < 0 ? [] : [toTerm(Math.min(4, Math.floor(L / LIGHTNESS_STEP)), toBox(a), toBox(b), level)]
    }),
  ),
]

/** Returns 1 for identical colors and 0 for unrelated ones. */
const closeness = (p: Lab, q: Lab) => {
  const squaredDistance = LIGHTNESS_WEIGHT * (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2
  return Math.max(0, 1 - squaredDistance / MAX_COLOR_DISTANCE ** 2) ** 2
}

/**
 * Returns how much of a color a descriptor has: 1 when the whole picture is exactly that color. The descriptor begins at
 * `offset` of the bytes.
 */
export const measureColorAmount = (color: Lab, bytes: Uint8Array, offset = 0): number =>
  paletteOf(bytes, offset).reduce((sum, { lab, weight }) => sum + weight * closeness(color, lab), 0)

/** Returns up to `limit` terms to search for, those with the largest expected amount first. */
export const listSearchTerms = (color: Lab, limit: number): number[] => {
  const boxes = Array.from({ length: AB_BOXES }, (_, i) => i)
  const boxesNear = (value: number) =>
    boxes.filter(box => Math.abs(boxCenter(box) - value) < MAX_COLOR_DISTANCE + AB_STEP / 2)
  return [0, 1, 2, 3, 4]
    .flatMap(light => boxesNear(color[1]).flatMap(a => boxesNear(color[2]).map(b => [light, a, b] as const)))
    .flatMap(([light, a, b]) => {
      const similarity = closeness(color, [(light + 0.5) * LIGHTNESS_STEP, boxCenter(a), boxCenter(b)])
      return similarity === 0
        ? []
        : shareLevels.map((threshold, level) => ({
            term: toTerm(light, a, b, level),
            expectedAmount: (threshold + 0.1) * similarity,
          }))
    })
    .toSorted((p, q) => q.expectedAmount - p.expectedAmount)
    .slice(0, limit)
    .map(({ term }) => term)
}
