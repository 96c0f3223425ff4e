/** The platform roles that staff assign to each other. The filmmaker role comes with a link to a filmmaker. */
import { platformRoles } from '#platform/platform-roles.ts'

export const assignableRoles = [
  {
    role: platformRoles.platform_admin,
    label: 'Platform admin',
    what: 'The whole admin, including prices, payouts, Editfests, banners, flags, jobs and staff roles.',
  },
  {
    role: platformRoles.support_staff,
    label: 'Support',
    what: 'People, workspaces, quotes, rates, coupons, orders, tickets and the catalog; may act as a customer.',
  },
  {
    role: platformRoles.collection_admin,
    label: 'Collections',
    what: 'Clips, uploads, collections and search terms.',
  },
  { role: platformRoles.partner_preview, label: 'Partner', what: 'Sees footage before its release.' },
] as const

export type AssignableRole = (typeof assignableRoles)[number]['role']

/** Returns the roles in the list that can be assigned, in order. */
export const pickAssignableRoles = (roles: readonly number[]): AssignableRole[] =>
  assignableRoles.map(({ role }) => role).filter(role => roles.includes(role))

/** Returns the labels of the roles in the list that can be assigned, in order. */
export const roleLabelsOf = (roles: readonly number[]): string[] =>
  assignableRoles.filter(({ role }) => roles.includes(role)).map(({ label }) => label)
