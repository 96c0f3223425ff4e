/** The fourteen color names of the color filter. */
import { toLab, type Lab } from '#media/color.ts'

/** Each name with its representative color, in palette order. */
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

/** The end of each hue in degrees on the Lab hue circle, starting at 0. Pink spans the end and the beginning. */
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

/** Colors with less chroma than this are gray, whatever their hue. */
const MIN_CHROMA = 9

/** Returns the name of a color. */
export const nameOf = ([L, a, b]: Lab): ColorName => {
  const chroma = Math.hypot(a, b)
  if (L < 7 || (L < 24 && chroma < 12)) return 'black'
  if (L > 88 && chroma < 12) return 'white'
  if (chroma < MIN_CHROMA) return 'gray'
  const hue = (Math.atan2(b, a) * (180 / Math.PI) + 360) % 360
  // Dark oranges and yellows are brown, and pale ones are sand.
  if (hue >= 35 && hue < 100) {
    if (L < 58 && chroma < 52) return 'brown'
    if (chroma < 34) return 'sand'
  }
  return hues.find(([until]) => hue < until)?.[1] ?? 'pink'
}

type WeightedColor = { hex: string; weight: number }

/** Converts `#rrggbb` to Lab. */
export const hexToLab = (hex: string): Lab => {
  const rgb = Number.parseInt(hex.slice(1), 16)
  return toLab(rgb >> 16, (rgb >> 8) & 255, rgb & 255)
}

/** Returns the share of the picture from which a color counts. Vivid colors need less. */
const minShare = (chroma: number) => (chroma > 40 ? 0.06 : chroma > 25 ? 0.1 : 0.18)

/** Returns the names of a clip's prominent colors, the most prominent first. */
export const listColorNames = (palette: readonly WeightedColor[]): ColorName[] => {
  const shares = new Map<ColorName, number>()
  for (const { hex, weight } of palette) {
    const lab = hexToLab(hex)
    const name = nameOf(lab)
    // A total of 1 or more means that the color counts. Shares of colors with the same name add up.
    shares.set(name, (shares.get(name) ?? 0) + weight / minShare(Math.hypot(lab[1], lab[2])))
  }
  return [...shares]
    .filter(([, share]) => share >= 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name)
}
