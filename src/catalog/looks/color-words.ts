/** Colors as numbers that an index can find: each color of a clip is one word, of its box in Lab and how much of the picture it takes. */
import { type Lab } from '#media/color.ts'

import { paletteOf, type Look } from './look.ts'

const light_step = 20
const hue_step = 15
const hue_boxes = 18
/** From these parts of the picture on a color stands in a higher class. */
const classes = [0.04, 0.1, 0.2, 0.4, 0.6, 0.8] as const
/** Farther than this, two colors have nothing to do with each other. Lightness counts less: a shadow does not change a color. */
const reach = 30
const light_weight = 0.5

const boxOf = (value: number) => Math.min(hue_boxes - 1, Math.max(0, Math.floor((value + 128) / hue_step)))
const middleOf = (box: number) => (box + 0.5) * hue_step - 128

const wordOf = (light: number, a: number, b: number, level: number) =>
  ((light * hue_boxes + a) * hue_boxes + b) * 8 + level

/** The words of a look's colors; what takes less than 4 % of the picture has none. */
export const colorWords = (look: Look): number[] => [
  ...new Set(
    paletteOf(look).flatMap(({ lab: [L, a, b], weight }) => {
      const level = classes.findLastIndex(from => weight >= from)
      return level < 0 ? [] : [wordOf(Math.min(4, Math.floor(L / light_step)), boxOf(a), boxOf(b), level)]
    }),
  ),
]

/** 1 for the very color, 0 beyond reach. */
const closeness = (p: Lab, q: Lab) => {
  const far2 = light_weight * (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2
  return Math.max(0, 1 - far2 / reach ** 2) ** 2
}

/** How much of a color a look has: the whole picture in exactly that color is 1. `look` begins at `at` of the bytes. */
export const amountOf = (color: Lab, look: Uint8Array, at = 0): number =>
  paletteOf(look, at).reduce((sum, { lab, weight }) => sum + weight * closeness(color, lab), 0)

/** Words to look for, those first that promise the most of the color. */
export const wordsFor = (color: Lab, most: number): number[] => {
  const boxes = Array.from({ length: hue_boxes }, (_, i) => i)
  const near = (value: number) => boxes.filter(box => Math.abs(middleOf(box) - value) < reach + hue_step / 2)
  return [0, 1, 2, 3, 4]
    .flatMap(light => near(color[1]).flatMap(a => near(color[2]).map(b => [light, a, b] as const)))
    .flatMap(([light, a, b]) => {
      const close = closeness(color, [(light + 0.5) * light_step, middleOf(a), middleOf(b)])
      return close === 0
        ? []
        : classes.map((from, level) => ({ word: wordOf(light, a, b, level), promise: (from + 0.1) * close }))
    })
    .toSorted((p, q) => q.promise - p.promise)
    .slice(0, most)
    .map(({ word }) => word)
}
