import type { User } from '#accounts/contract.ts'

/** Defaults for the name and email fields, from the signed-in user. */
export const getSenderDefaults = (user: User | null) => ({
  name: user ? `${user.first_name} ${user.last_name}`.trim() : '',
  email: user?.email ?? '',
})
