/** The one-time code for the first administrator. Only its hash is stored, and five wrong attempts end it. */
import { timingSafeEqual } from 'node:crypto'

import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomCode } from '#platform/ids.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

const MAX_FAILED_ATTEMPTS = 5

/** Whether somebody administers the shop. */
export const hasOwner = async (db: Db | Trx): Promise<boolean> => {
  const owner = await db
    .selectFrom('users')
    .where(sql<boolean>`platform_roles @> array[${platformRoles.platform_admin}::integer]`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** People copy the code by hand, too. */
const hashCode = (code: string) => hashToken(code.replaceAll(/[\s-]/g, '').toUpperCase())

/** Creates a code that replaces the one before. Returns undefined for a demo and for a shop with an owner. */
export const createSetupCode = async ({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<string | undefined> => {
  if (config.demo || (await hasOwner(db))) return undefined
  const code = randomCode()
  const values = { code_hash: hashCode(code), failed_attempts: 0, created_at: clock.now() }
  await db
    .insertInto('setup_codes')
    .values(values)
    .onConflict(conflict => conflict.column('only_row').doUpdateSet(values))
    .execute()
  return code
}

/**
 * Checks the code and counts a wrong one. Throws 409 when the shop has an owner, 422 on `code` for a wrong code, 403
 * after five of them.
 */
export const checkSetupCode = async (db: Db, code: string): Promise<void> => {
  const refusal = await db.transaction().execute(async trx => {
    const row = await trx
      .selectFrom('setup_codes')
      .select(['code_hash', 'failed_attempts'])
      .forUpdate()
      .executeTakeFirst()
    if (await hasOwner(trx)) return ownerExists()
    if (!row) return refuse(403, 'There is no code yet. Restart the shop: it prints one.')
    if (row.failed_attempts >= MAX_FAILED_ATTEMPTS) return codeEnded()
    if (timingSafeEqual(row.code_hash, hashCode(code))) return undefined
    const failed_attempts = row.failed_attempts + 1
    await trx.updateTable('setup_codes').set({ failed_attempts }).execute()
    const left = MAX_FAILED_ATTEMPTS - failed_attempts
    if (left === 0) return codeEnded()
    return refuse.fields({
      code: [
        `This isn’t the code that the shop printed. ${left === 1 ? 'One attempt is' : `${left} attempts are`} left.`,
      ],
    })
  })
  // Thrown after the commit, which counts the attempt.
  if (refusal) throw refusal
}

const codeEnded = () =>
  refuse(403, 'The code was wrong five times and no longer works. Restart the shop: it prints a new one.')

export const ownerExists = () =>
  refuse(409, 'Somebody else has just become the owner of this shop. Please log in instead.')

/** Uses the code up. Throws 409 when another request was faster. */
export const consumeSetupCode = async (trx: Trx, code: string): Promise<void> => {
  const consumed = await trx
    .deleteFrom('setup_codes')
    .where('code_hash', '=', hashCode(code))
    .where('failed_attempts', '<', MAX_FAILED_ATTEMPTS)
    .returning('only_row')
    .executeTakeFirst()
  if (!consumed) throw ownerExists()
}
