import type { User } from './contract.ts'

/** How somebody is called; nobody has to have told a name. */
export const personName = ({
  first_name,
  last_name,
  email,
}: Pick<User, 'first_name' | 'last_name' | 'email'>): string => `${first_name} ${last_name}`.trim() || email
