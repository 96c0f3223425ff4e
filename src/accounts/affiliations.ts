/** Affiliations of a user with the company, besides their roles. They add links to the menus. */
export const affiliations = ['ambassador', 'filmmaker_admin', 'collection_admin', 'filmmaker_manager', 'owner'] as const
export type Affiliation = (typeof affiliations)[number]

export const affiliationLabels: Record<Affiliation, string> = {
  ambassador: 'Ambassador',
  filmmaker_admin: 'Filmmaker admin',
  collection_admin: 'Collection admin',
  filmmaker_manager: 'Filmmaker manager',
  owner: 'Owner',
}

/** Filters a list down to valid affiliations, without duplicates, in the order of `affiliations`. */
export const toAffiliations = (names: readonly string[]): Affiliation[] =>
  affiliations.filter(affiliation => names.includes(affiliation))

/** Returns the affiliation fields of the session response. */
export const toAffiliationFlags = (names: readonly string[]) => {
  const has = (affiliation: Affiliation) => names.includes(affiliation)
  return {
    isAmbassador: has('ambassador'),
    isFilmmakerAdmin: has('filmmaker_admin'),
    isCollectionAdmin: has('collection_admin'),
    isFilmmakerManager: has('filmmaker_manager'),
    isOwner: has('owner'),
  }
}
export type AffiliationFlags = ReturnType<typeof toAffiliationFlags>
