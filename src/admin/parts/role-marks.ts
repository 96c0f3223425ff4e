import { platformRoles } from '#workspaces/policy.ts'

import { givenRoles } from '../given-roles.ts'

const labels: readonly { role: number; label: string }[] = [
  { role: platformRoles.suspended, label: 'Suspended' },
  ...givenRoles,
  { role: platformRoles.filmmaker, label: 'Filmmaker' },
]

/** What is special about somebody; nothing for a customer. */
export const roleMarks = (roles: readonly number[]) =>
  labels
    .filter(({ role }) => roles.includes(role))
    .map(({ role, label }) => ({ label, isBad: role === platformRoles.suspended }))
