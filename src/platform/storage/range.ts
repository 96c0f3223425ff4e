/** A byte range of a file, both ends inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a `Range` header (RFC 9110). Returns 'whole' for a missing or unsupported range, 'unsatisfiable' past the
 * end.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match) return 'whole'
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
