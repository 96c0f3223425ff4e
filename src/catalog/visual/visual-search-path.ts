/** Builds and parses the address of a visual search: `/clips/look?color=1f6f78` or `/clips/look?like=<code>&subject=<vector>`. */
import { decodeDescriptor } from './descriptor.ts'

/** `subject` is the vector of the frame, where the shop compares subjects: 8-bit integers in Base64url. */
export type VisualQuery = { by: 'color'; hex: string } | { by: 'frame'; code: string; subject?: string | undefined }

/** A vector of 16 to 2,048 dimensions. */
export const SUBJECT_PATTERN = /^[\w-]{22,2731}$/

export const VISUAL_SEARCH_PATH = '/clips/look'

/** `narrowing`: words and filters that the clips match, too. */
const appendParams = (path: string, narrowing: URLSearchParams | undefined): string =>
  narrowing?.size ? `${path}${path.includes('?') ? '&' : '?'}${narrowing.toString().replaceAll('%2C', ',')}` : path

/** `hex` is `#rrggbb` or `rrggbb`. */
export const colorSearchPath = (hex: string, narrowing?: URLSearchParams): string =>
  appendParams(`${VISUAL_SEARCH_PATH}?color=${hex.replace('#', '').toLowerCase()}`, narrowing)
export const frameSearchPath = (code: string, subject?: string | null, narrowing?: URLSearchParams): string =>
  appendParams(`${VISUAL_SEARCH_PATH}?like=${code}${subject ? `&subject=${subject}` : ''}`, narrowing)

/** Without a query it is where one is chosen. */
export const visualSearchPath = (query: VisualQuery | undefined, page = 1, narrowing?: URLSearchParams): string => {
  if (!query) return appendParams(VISUAL_SEARCH_PATH, narrowing)
  const path =
    query.by === 'color' ? colorSearchPath(query.hex, narrowing) : frameSearchPath(query.code, query.subject, narrowing)
  return page > 1 ? `${path}&page=${page}` : path
}

/** Returns the query of an address, or undefined when there is none or it is invalid. */
export const parseVisualQuery = (params: URLSearchParams): VisualQuery | undefined => {
  const code = params.get('like')
  const subject = params.get('subject') ?? ''
  if (code !== null && decodeDescriptor(code))
    return { by: 'frame', code, ...(SUBJECT_PATTERN.test(subject) && { subject }) }
  const hex = params.get('color')?.replace('#', '').toLowerCase()
  return hex && /^[\da-f]{6}$/.test(hex) ? { by: 'color', hex } : undefined
}
