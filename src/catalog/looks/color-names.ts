/** What people call the colors of footage: fourteen names, as a filter has them. */
import { toLab, type Lab } from '#media/color.ts'

/** Each with the color that stands for it beside its name, in the order of the palette. */
export const colorNames = {
  red: '#b3261e',
  orange: '#d96f1e',
  amber: '#e0a030',
  yellow: '#e6d23c',
  green: '#4f8f3a',
  teal: '#1f8a8c',
  blue: '#2f64b5',
  violet: '#6a48a8',
  pink: '#d1669b',
  brown: '#6f4a2c',
  sand: '#cbb592',
  black: '#141312',
  gray: '#808080',
  white: '#f4f2ee',
} as const

export type ColorName = keyof typeof colorNames

/** Where each hue ends, in degrees of Lab's circle from 0 on; behind the last it begins with pink again. */
const hues: readonly [until: number, name: ColorName][] = [
  [12, 'pink'],
  [43, 'red'],
  [66, 'orange'],
  [87, 'amber'],
  [110, 'yellow'],
  [165, 'green'],
  [235, 'teal'],
  [292, 'blue'],
  [322, 'violet'],
  [360, 'pink'],
]

/** Grays have less chroma than this, whatever their hue. */
const dull = 9

/** The name of one color. */
export const nameOf = ([L, a, b]: Lab): ColorName => {
  const chroma = Math.hypot(a, b)
  if (L < 7 || (L < 24 && chroma < 12)) return 'black'
  if (L > 88 && chroma < 12) return 'white'
  if (chroma < dull) return 'gray'
  const hue = (Math.atan2(b, a) * (180 / Math.PI) + 360) % 360
  // Orange and yellow that are dark are brown, and those that are pale are sand.
  if (hue >= 35 && hue < 100) {
    if (L < 58 && chroma < 52) return 'brown'
    if (chroma < 34) return 'sand'
  }
  return hues.find(([until]) => hue < until)?.[1] ?? 'pink'
}

type Weighted = { hex: string; weight: number }

/** `#rrggbb` as Lab. */
export const labOf = (hex: string): Lab => {
  const rgb = Number.parseInt(hex.slice(1), 16)
  return toLab(rgb >> 16, (rgb >> 8) & 255, rgb & 255)
}

/** Part of the picture from which a color is one that a clip has: a little is enough when it glows. */
const enough = (chroma: number) => (chroma > 40 ? 0.06 : chroma > 25 ? 0.1 : 0.18)

/** The names of a clip's colors, the most of it first: what its palette has enough of for a person to say so. */
export const colorNamesOf = (palette: readonly Weighted[]): ColorName[] => {
  const parts = new Map<ColorName, number>()
  for (const { hex, weight } of palette) {
    const lab = labOf(hex)
    const name = nameOf(lab)
    // 1 and more: enough of it. Parts of one name add up.
    parts.set(name, (parts.get(name) ?? 0) + weight / enough(Math.hypot(lab[1], lab[2])))
  }
  return [...parts]
    .filter(([, part]) => part >= 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name)
}
