/** Reads the query of a license list from the URL. Drops invalid values. */
export const readLicensesQuery = (search: URLSearchParams) => {
  const page = search.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    'search[query]': search.get('search[query]')?.replaceAll('\0', '').trim().slice(0, 200) || undefined,
  }
}
