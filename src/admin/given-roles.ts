/** The roles on the whole platform that our people give each other; a filmmaker's comes with being linked to one. */
import { platformRoles } from '#workspaces/policy.ts'

export const givenRoles = [
  {
    role: platformRoles.platform_admin,
    label: 'Platform admin',
    what: 'Everything in the admin: also prices, payouts, Editfests, banners, flags, jobs and the roles of others.',
  },
  {
    role: platformRoles.support_staff,
    label: 'Support',
    what: 'People, workspaces, quotes, rates, coupons, orders, tickets and the catalog; may act as a customer.',
  },
  {
    role: platformRoles.collection_admin,
    label: 'Collections',
    what: 'Clips, uploads, collections and the words of the search.',
  },
  { role: platformRoles.partner_preview, label: 'Partner', what: 'Sees footage before its release.' },
] as const

export type GivenRole = (typeof givenRoles)[number]['role']

/** Of somebody's roles those that can be given, in order. */
export const givenOf = (roles: readonly number[]): GivenRole[] =>
  givenRoles.map(({ role }) => role).filter(role => roles.includes(role))
