import type { User } from './contract.ts'

/** Returns the display name of a user: the name if there is one, otherwise the email. */
export const formatPersonName = ({
  first_name,
  last_name,
  email,
}: Pick<User, 'first_name' | 'last_name' | 'email'>): string => `${first_name} ${last_name}`.trim() || email
