/** Links to partner sites outside this shop, shown to users with access where an address is configured. */
import type { AffiliationFlags } from '#accounts/affiliations.ts'
import type { ExternalServices } from '#platform/http/external-services.ts'
import type { Abilities } from '#workspaces/policy.ts'

import type { PageLink } from './links.ts'

/** True for users who sell here or manage someone who does. */
const isSeller = ({ isFilmmakerAdmin, isCollectionAdmin, isFilmmakerManager, isOwner }: AffiliationFlags) =>
  isFilmmakerAdmin || isCollectionAdmin || isFilmmakerManager || isOwner

export const listPartnerLinks = (user: AffiliationFlags, outside: ExternalServices): PageLink[] => {
  const { affiliates_url, selling_dashboard_url } = outside
  return [
    ...(user.isAmbassador && affiliates_url ? [{ to: affiliates_url, label: 'Affiliates' }] : []),
    ...(isSeller(user) && selling_dashboard_url ? [{ to: selling_dashboard_url, label: 'Selling Dashboard' }] : []),
  ]
}

type ArtistLinkAbilities = Pick<Abilities, 'can_access_footage_manager' | 'can_access_payout_settings'>

/** Links of the account menu for users who bring footage. Filmmakers get our own pages where no external address is configured. */
export const listArtistLinks = (
  { can_access_footage_manager, can_access_payout_settings }: ArtistLinkAbilities,
  { artist_dashboard_url, payouts_url }: ExternalServices,
): PageLink[] => [
  ...linkTo(
    'Artist Dashboard',
    can_access_footage_manager && artist_dashboard_url,
    can_access_payout_settings && '/filmmaker',
  ),
  // Users who manage footage without selling it have access to the catalog's admin pages.
  ...linkTo('Catalog', can_access_footage_manager && !can_access_payout_settings && '/admin/catalog'),
  ...linkTo('Payouts', can_access_payout_settings && payouts_url, can_access_payout_settings && '/filmmaker/payouts'),
]

/** Returns a link to the first usable address, or no link. */
const linkTo = (label: string, ...addresses: (string | false | undefined)[]): PageLink[] => {
  const to = addresses.find(Boolean)
  return to ? [{ to, label }] : []
}

/** External links open in a new tab. */
export const isExternal = (to: string): boolean => !to.startsWith('/')
