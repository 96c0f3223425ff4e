/** What the address of a list of licenses asks for; what it cannot mean is left out. */
export const licensesQuery = (search: URLSearchParams) => {
  const page = search.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    'search[query]': search.get('search[query]')?.replaceAll('\0', '').trim().slice(0, 200) || undefined,
  }
}
