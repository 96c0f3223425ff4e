/** Reads the search text and the page number from the URL of a list; ignores invalid values. */
export const listQuery = (params: URLSearchParams) => {
  const page = params.get('page') ?? ''
  return {
    search: params.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}

/** Returns the allowed value that equals `value`, or undefined. */
export const oneOf = <T extends string>(allowed: readonly T[], value: string | null): T | undefined =>
  allowed.find(option => option === value)
