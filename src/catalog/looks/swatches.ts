/** The picker's swatches: twelve hues and gray, each from dark to light, like a book of gels. */
import { toHex, type Lab } from '#media/color.ts'

import { labOf, nameOf } from './color-names.ts'

export type Swatch = { hex: string; name: string }

/** Lightness and the chroma that a screen can show there in most hues. */
const rows = [
  { L: 26, chroma: 34 },
  { L: 44, chroma: 52 },
  { L: 62, chroma: 56 },
  { L: 82, chroma: 32 },
] as const
/** Lab's hues in degrees, closer together where people have more names for them. */
const hues = [8, 30, 52, 72, 92, 118, 150, 190, 225, 262, 295, 335] as const
const grays = [8, 34, 62, 94] as const

const at = (L: number, chroma: number, hue: number): Lab => [
  L,
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
]

const shades = ['Dark', 'Deep', 'Clear', 'Pale'] as const
/** More chroma than any swatch has. */
const glaring = 68

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** "Deep teal" for any color of six digits: how light or strong it is, and its name. */
export const colorTitle = (hex: string): string => {
  const [L, a, b] = labOf(`#${hex}`)
  const name = nameOf([L, a, b])
  if (Math.hypot(a, b) > glaring) return `Vivid ${name}`
  const shade = shades[L < 35 ? 0 : L < 53 ? 1 : L < 72 ? 2 : 3]
  return name === 'black' || name === 'white' || (name === 'gray' && shade === 'Clear')
    ? capital(name)
    : `${shade} ${name}`
}

/** Row by row, dark to light; within a row from pink through yellow and blue to violet, gray last. */
export const swatches: readonly (readonly Swatch[])[] = rows.map(({ L, chroma }, row) =>
  [...hues.map(hue => at(L, chroma, hue)), at(grays[row] ?? L, 0, 0)].map(lab => {
    const hex = toHex(lab).slice(1)
    return { hex, name: colorTitle(hex) }
  }),
)
