/** The address of a search by eye: `/clips/look?color=1f6f78` or `/clips/look?like=<code>`, and back. */
import { lookOf } from './look.ts'

export type Eye = { by: 'color'; hex: string } | { by: 'frame'; code: string }

export const look_path = '/clips/look'

/** `hex` is `#rrggbb` or `rrggbb`. */
export const colorPath = (hex: string): string => `${look_path}?color=${hex.replace('#', '').toLowerCase()}`
export const framePath = (code: string): string => `${look_path}?like=${code}`

export const eyePath = (eye: Eye, page = 1): string =>
  `${eye.by === 'color' ? colorPath(eye.hex) : framePath(eye.code)}${page > 1 ? `&page=${page}` : ''}`

/** What an address asks for; undefined when it asks for nothing, or for nothing that there is. */
export const readEye = (params: URLSearchParams): Eye | undefined => {
  const code = params.get('like')
  if (code !== null && lookOf(code)) return { by: 'frame', code }
  const hex = params.get('color')?.replace('#', '').toLowerCase()
  return hex && /^[\da-f]{6}$/.test(hex) ? { by: 'color', hex } : undefined
}
