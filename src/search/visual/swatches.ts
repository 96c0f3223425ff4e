/** The swatches of the color picker: twelve hues and gray, each from dark to light. */

import { hexToLab, nameOf } from '#catalog/visual/color-names.ts'
import { toHex, type Lab } from '#media/color.ts'

export type Swatch = { hex: string; name: string }

/** The lightness of each row, a chroma that screens can show at it in most hues, and the names of its colors. */
const swatchRows = [
  {
    L: 26,
    chroma: 34,
    names:
      'Dark rose, Dark red, Rust brown, Dark brown, Dark olive, Moss green, Dark green, Dark teal, Petrol blue, Dark blue, Dark violet, Dark plum, Black',
  },
  {
    L: 44,
    chroma: 52,
    names:
      'Deep rose, Deep red, Copper, Bronze, Olive, Leaf green, Deep green, Deep teal, Ocean blue, Deep blue, Deep violet, Deep magenta, Dark gray',
  },
  {
    L: 62,
    chroma: 56,
    names:
      'Clear pink, Coral, Clear orange, Amber, Mustard, Lime green, Clear green, Turquoise, Sky blue, Clear blue, Lavender, Orchid, Gray',
  },
  {
    L: 82,
    chroma: 32,
    names:
      'Pale pink, Pale coral, Peach, Sand, Pale yellow, Pale lime, Mint green, Pale turquoise, Ice blue, Pale blue, Pale violet, Pale orchid, White',
  },
] as const
/** Lab hues in degrees, spaced more closely where there are more color names. */
const hues = [8, 30, 52, 72, 92, 118, 150, 190, 225, 262, 295, 335] as const
const grays = [8, 34, 62, 94] as const

const hueToLab = (L: number, chroma: number, hue: number): Lab => [
  L,
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
]

const shades = ['Dark', 'Deep', 'Clear', 'Pale'] as const
/** More chroma than any swatch has. */
const MIN_VIVID_CHROMA = 68

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Swatches by row from dark to light. Each row runs from pink through yellow and blue to violet, with gray last. */
export const swatches: readonly (readonly Swatch[])[] = swatchRows.map(({ L, chroma, names }, row) => {
  const labs = [...hues.map(hue => hueToLab(L, chroma, hue)), hueToLab(grays[row] ?? L, 0, 0)]
  const listed = names.split(', ')
  return labs.map((lab, i) => ({ hex: toHex(lab).slice(1), name: listed[i] ?? '' }))
})

/** Returns a title such as "Deep teal" for a color of six hex digits: a swatch's name, or its lightness or strength and its hue. */
export const colorTitle = (hex: string): string => {
  const swatch = swatches.flat().find(swatch => swatch.hex === hex)
  if (swatch) return swatch.name
  const [L, a, b] = hexToLab(`#${hex}`)
  const name = nameOf([L, a, b])
  if (Math.hypot(a, b) > MIN_VIVID_CHROMA) return `Vivid ${name}`
  const shade = shades[L < 35 ? 0 : L < 53 ? 1 : L < 72 ? 2 : 3]
  return name === 'black' || name === 'white' || (name === 'gray' && shade === 'Clear')
    ? capitalize(name)
    : `${shade} ${name}`
}
