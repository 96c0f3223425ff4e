/** The first administrator of a shop. */
import { sql } from 'kysely'

import { registerUser } from '#accounts/register.server.ts'
import type { SignInHook } from '#accounts/sign-in-hook.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { consumeSetupCode, hasOwner, ownerExists } from './code.server.ts'

export type NewOwner = { email: string; first_name: string; last_name: string; password_hash: string }

/** `code`: for a request from a browser. The operator's own command needs none. */
type NewOwnerContext = { hooks: readonly SignInHook[]; code?: string; now: Date }

/**
 * Creates the owner's account: of several concurrent calls, one succeeds. Its email counts as confirmed, because only
 * the shop's operator has the code. Returns the user's id. Throws 409 for a shop with an owner, 422 when the email has
 * an account.
 */
export const createOwner = async (
  trx: Trx,
  owner: NewOwner,
  { hooks, code, now }: NewOwnerContext,
): Promise<number> => {
  await sql`select pg_advisory_xact_lock(94, 0)`.execute(trx)
  if (await hasOwner(trx)) throw ownerExists()
  if (code !== undefined) await consumeSetupCode(trx, code)
  const user_id = await registerUser(
    trx,
    { ...owner, email_verified_at: now, platform_roles: [platformRoles.customer, platformRoles.platform_admin] },
    { hooks, cart_hash: null, now },
  )
  await trx.deleteFrom('setup_codes').execute()
  await writeAuditEntry(trx, {
    staff_user_id: user_id,
    about: 'person',
    about_key: user_id,
    action: 'owner_created',
    changes: { roles: ['', 'Platform admin'] },
    now,
  })
  return user_id
}
