import type { User } from '#accounts/contract.ts'

/** Who writes, as far as it is known. */
export const senderOf = (user: User | null) => ({
  name: user ? `${user.first_name} ${user.last_name}`.trim() : '',
  email: user?.email ?? '',
})
