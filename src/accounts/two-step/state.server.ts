/** The second factors of a user. */
import type { Db, Trx } from '#platform/db/database.server.ts'

import type { SecondStepMethod } from './pending-second-step.ts'

const findApp = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .select('confirmed_at')
    .executeTakeFirst()

const listPasskeys = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('passkeys')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .execute()

const countRecoveryCodes = async (db: Db | Trx, user_id: number): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Loads the user's app and passkeys with their dates, and the number of recovery codes left. */
export const loadTwoStep = async (db: Db | Trx, user_id: number) => {
  const app = await findApp(db, user_id)
  const passkeys = await listPasskeys(db, user_id)
  return {
    is_on: app !== undefined || passkeys.length > 0,
    app_confirmed_at: app?.confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes_left: await countRecoveryCodes(db, user_id),
  }
}

/** Lists the available methods for the second step; empty when two-step sign-in is off. */
export const listSecondStepMethods = async (db: Db | Trx, user_id: number): Promise<SecondStepMethod[]> => {
  const { is_on, app_confirmed_at, passkeys, recovery_codes_left } = await loadTwoStep(db, user_id)
  if (!is_on) return []
  return [
    ...(app_confirmed_at ? (['app'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recovery_codes_left > 0 ? (['recovery'] as const) : []),
  ]
}

export const hasTwoStep = async (db: Db | Trx, user_id: number): Promise<boolean> =>
  (await listSecondStepMethods(db, user_id)).length > 0
