/** What the address of a room asks for; what it cannot mean is left out. */
export const roomQuery = (asked: URLSearchParams) => {
  const page = asked.get('page') ?? ''
  return {
    search: asked.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}

/** One of the known values, or undefined. */
export const oneOf = <T extends string>(known: readonly T[], said: string | null): T | undefined =>
  known.find(value => value === said)
