/** What somebody is to the company, beside their roles: it opens ways out of the menus. */
export const standings = ['ambassador', 'filmmaker_admin', 'collection_admin', 'filmmaker_manager', 'owner'] as const
export type Standing = (typeof standings)[number]

/** As the session tells them, in the names of the wire. */
export const standingFlags = (held: readonly string[]) => {
  const is = (standing: Standing) => held.includes(standing)
  return {
    isAmbassador: is('ambassador'),
    isFilmmakerAdmin: is('filmmaker_admin'),
    isCollectionAdmin: is('collection_admin'),
    isFilmmakerManager: is('filmmaker_manager'),
    isOwner: is('owner'),
  }
}
export type StandingFlags = ReturnType<typeof standingFlags>
