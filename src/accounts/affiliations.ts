/** How somebody is affiliated with the company, beside their roles: it opens links in the menus. */
export const affiliations = ['ambassador', 'filmmaker_admin', 'collection_admin', 'filmmaker_manager', 'owner'] as const
export type Affiliation = (typeof affiliations)[number]

export const affiliationLabels: Record<Affiliation, string> = {
  ambassador: 'Ambassador',
  filmmaker_admin: 'Filmmaker admin',
  collection_admin: 'Collection admin',
  filmmaker_manager: 'Filmmaker manager',
  owner: 'Owner',
}

/** Those of a list that are affiliations, each once and in order. */
export const affiliationsIn = (names: readonly string[]): Affiliation[] =>
  affiliations.filter(affiliation => names.includes(affiliation))

/** As the session names them. */
export const affiliationFlags = (names: readonly string[]) => {
  const is = (affiliation: Affiliation) => names.includes(affiliation)
  return {
    isAmbassador: is('ambassador'),
    isFilmmakerAdmin: is('filmmaker_admin'),
    isCollectionAdmin: is('collection_admin'),
    isFilmmakerManager: is('filmmaker_manager'),
    isOwner: is('owner'),
  }
}
export type AffiliationFlags = ReturnType<typeof affiliationFlags>
