/** Returns a search text as a literal pattern for `ilike`; undefined when it is empty. */
export const toLikePattern = (search = ''): string | undefined => {
  // PostgreSQL rejects NUL characters in text.
  const text = search.replaceAll('\0', ' ').trim()
  return text === '' ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
