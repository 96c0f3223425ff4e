import { platformRoles } from '#workspaces/policy.ts'

const labels: readonly (readonly [number, string])[] = [
  [platformRoles.suspended, 'Suspended'],
  [platformRoles.platform_admin, 'Platform admin'],
  [platformRoles.support_staff, 'Support'],
  [platformRoles.filmmaker, 'Filmmaker'],
  [platformRoles.collection_admin, 'Collections'],
  [platformRoles.partner_preview, 'Partner'],
]

/** What is special about somebody; nothing for a customer. */
export const roleMarks = (roles: readonly number[]) =>
  labels
    .filter(([role]) => roles.includes(role))
    .map(([role, label]) => ({ label, isBad: role === platformRoles.suspended }))
