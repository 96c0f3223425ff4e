/** Roles on the platform, as in `users.platform_roles`. */
export const platformRoles = {
  customer: 1,
  platform_admin: 2,
  support_staff: 3,
  filmmaker: 4,
  collection_admin: 5,
  partner_preview: 6,
  suspended: 7,
} as const
export type PlatformRole = keyof typeof platformRoles

export const hasAnyRole = (roles: readonly number[], ...names: readonly PlatformRole[]): boolean =>
  names.some(name => roles.includes(platformRoles[name]))
