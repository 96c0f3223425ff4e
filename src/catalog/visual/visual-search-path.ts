/** Builds and parses the address of a visual search: `/clips/look?color=1f6f78` or `/clips/look?like=<code>`. */
import { decodeDescriptor } from './descriptor.ts'

export type VisualQuery = { by: 'color'; hex: string } | { by: 'frame'; code: string }

export const VISUAL_SEARCH_PATH = '/clips/look'

/** `hex` is `#rrggbb` or `rrggbb`. */
export const colorSearchPath = (hex: string): string =>
  `${VISUAL_SEARCH_PATH}?color=${hex.replace('#', '').toLowerCase()}`
export const frameSearchPath = (code: string): string => `${VISUAL_SEARCH_PATH}?like=${code}`

export const visualSearchPath = (query: VisualQuery, page = 1): string =>
  `${query.by === 'color' ? colorSearchPath(query.hex) : frameSearchPath(query.code)}${page > 1 ? `&page=${page}` : ''}`

/** Returns the query of an address, or undefined when there is none or it is invalid. */
export const parseVisualQuery = (params: URLSearchParams): VisualQuery | undefined => {
  const code = params.get('like')
  if (code !== null && decodeDescriptor(code)) return { by: 'frame', code }
  const hex = params.get('color')?.replace('#', '').toLowerCase()
  return hex && /^[\da-f]{6}$/.test(hex) ? { by: 'color', hex } : undefined
}
