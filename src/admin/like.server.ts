/** What somebody searches for, as a pattern of `ilike` that takes it literally; undefined for nothing. */
export const likeOf = (search = ''): string | undefined => {
  // PostgreSQL takes every character but this one.
  const said = search.replaceAll('\0', ' ').trim()
  return said === '' ? undefined : `%${said.replace(/[\\%_]/g, '\\$&')}%`
}
