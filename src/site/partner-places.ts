/** Places of our partners outside this shop, for whoever has something to do there: shown where an address is configured. */
import type { AffiliationFlags } from '#accounts/affiliations.ts'
import type { Outside } from '#platform/outside.ts'
import type { Abilities } from '#workspaces/policy.ts'

import type { PageLink } from './links.ts'

/** Whoever sells here, or looks after somebody who does. */
const sells = ({ isFilmmakerAdmin, isCollectionAdmin, isFilmmakerManager, isOwner }: AffiliationFlags) =>
  isFilmmakerAdmin || isCollectionAdmin || isFilmmakerManager || isOwner

export const partnerPlaces = (user: AffiliationFlags, outside: Outside): PageLink[] => {
  const { affiliates_url, selling_dashboard_url } = outside
  return [
    ...(user.isAmbassador && affiliates_url ? [{ to: affiliates_url, label: 'Affiliates' }] : []),
    ...(sells(user) && selling_dashboard_url ? [{ to: selling_dashboard_url, label: 'Selling Dashboard' }] : []),
  ]
}

type Sells = Pick<Abilities, 'can_access_footage_manager' | 'can_access_payout_settings'>

/** Of the account menu: for whoever brings footage, by ability. Filmmakers find our own where no address outside is configured. */
export const artistPlaces = (
  { can_access_footage_manager, can_access_payout_settings }: Sells,
  { artist_dashboard_url, payouts_url }: Outside,
): PageLink[] => [
  ...placeOf(
    'Artist Dashboard',
    can_access_footage_manager && artist_dashboard_url,
    can_access_payout_settings && '/filmmaker',
  ),
  // Whoever looks after footage without selling it: the rooms of the catalog are open to them.
  ...placeOf('Catalog', can_access_footage_manager && !can_access_payout_settings && '/admin/catalog'),
  ...placeOf('Payouts', can_access_payout_settings && payouts_url, can_access_payout_settings && '/filmmaker/payouts'),
]

/** The first address that there is for them. */
const placeOf = (label: string, ...addresses: (string | false | undefined)[]): PageLink[] => {
  const to = addresses.find(Boolean)
  return to ? [{ to, label }] : []
}

/** A place of our own opens where one is, another in a tab of its own. */
export const isOutside = (to: string): boolean => !to.startsWith('/')
