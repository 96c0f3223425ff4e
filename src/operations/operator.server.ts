/** On whose behalf a command changes the shop: the audit log names a person. */
import type { Db } from '#platform/db/database.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

/** Returns the platform admin with this email. Throws an Error with a sentence. */
export const requireOperator = async (db: Db, email: string): Promise<{ id: number; email: string }> => {
  const user = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'email', 'platform_roles'])
    .executeTakeFirst()
  if (!user) throw new Error(`Nobody has the email ${email}. --as names the platform admin who makes the change.`)
  const { platform_admin, suspended } = platformRoles
  if (!user.platform_roles.includes(platform_admin) || user.platform_roles.includes(suspended))
    throw new Error(`${email} is not a platform admin. --as names the platform admin who makes the change.`)
  return user
}
