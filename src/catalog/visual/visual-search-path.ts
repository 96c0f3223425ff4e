/** Builds and parses the address of a visual search: `/clips/look?color=1f6f78` or `/clips/look?like=<code>&subject=<vector>`. */
import { decodeDescriptor } from './descriptor.ts'

/** `subject` is the vector of the frame, where the shop compares subjects: 8-bit integers in Base64url. */
export type VisualQuery = { by: 'color'; hex: string } | { by: 'frame'; code: string; subject?: string | undefined }

/** A vector of 16 to 2,048 dimensions. */
export const SUBJECT_PATTERN = /^[\w-]{22,2731}$/

export const VISUAL_SEARCH_PATH = '/clips/look'

/** `hex` is `#rrggbb` or `rrggbb`. */
const toWordsParam = (q: string) => (q === '' ? '' : `&${new URLSearchParams({ q })}`)

/** `q`: words that the clips match, too. */
export const colorSearchPath = (hex: string, q = ''): string =>
  `${VISUAL_SEARCH_PATH}?color=${hex.replace('#', '').toLowerCase()}${toWordsParam(q)}`
export const frameSearchPath = (code: string, subject?: string | null, q = ''): string =>
  `${VISUAL_SEARCH_PATH}?like=${code}${subject ? `&subject=${subject}` : ''}${toWordsParam(q)}`

export const visualSearchPath = (query: VisualQuery, page = 1, q = ''): string =>
  `${query.by === 'color' ? colorSearchPath(query.hex, q) : frameSearchPath(query.code, query.subject, q)}${page > 1 ? `&page=${page}` : ''}`

/** Returns the query of an address, or undefined when there is none or it is invalid. */
export const parseVisualQuery = (params: URLSearchParams): VisualQuery | undefined => {
  const code = params.get('like')
  const subject = params.get('subject') ?? ''
  if (code !== null && decodeDescriptor(code))
    return { by: 'frame', code, ...(SUBJECT_PATTERN.test(subject) && { subject }) }
  const hex = params.get('color')?.replace('#', '').toLowerCase()
  return hex && /^[\da-f]{6}$/.test(hex) ? { by: 'color', hex } : undefined
}
