import { platformRoles } from '#platform/platform-roles.ts'
import { assignableRoles } from '#workspaces/assignable-roles.ts'

const badges: readonly { role: number; label: string }[] = [
  { role: platformRoles.suspended, label: 'Suspended' },
  ...assignableRoles,
  { role: platformRoles.filmmaker, label: 'Filmmaker' },
]

/** The badges of a user's roles; none for a customer. */
export const getRoleBadges = (roles: readonly number[]) =>
  badges
    .filter(({ role }) => roles.includes(role))
    .map(({ role, label }) => ({ label, isBad: role === platformRoles.suspended }))
