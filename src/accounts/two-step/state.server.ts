/** What somebody has beside the password. */
import type { Db, Trx } from '#platform/database.server.ts'

import type { Way } from './waiting.ts'

const appOf = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .select('confirmed_at')
    .executeTakeFirst()

const passkeysOf = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('passkeys')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .execute()

const recoveryLeft = async (db: Db | Trx, user_id: number): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Apps and passkeys, with when each came and was used, and how many recovery codes are left. */
export const twoStepOf = async (db: Db | Trx, user_id: number) => {
  const app = await appOf(db, user_id)
  const passkeys = await passkeysOf(db, user_id)
  return {
    is_on: app !== undefined || passkeys.length > 0,
    app_since: app?.confirmed_at?.toISOString() ?? null,
    passkeys: passkeys.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_left: await recoveryLeft(db, user_id),
  }
}

/** How the second step can be done; none when there is no second step. */
export const waysOf = async (db: Db | Trx, user_id: number): Promise<Way[]> => {
  const { is_on, app_since, passkeys, recovery_left } = await twoStepOf(db, user_id)
  if (!is_on) return []
  return [
    ...(app_since ? (['app'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recovery_left > 0 ? (['recovery'] as const) : []),
  ]
}

export const hasTwoStep = async (db: Db | Trx, user_id: number): Promise<boolean> =>
  (await waysOf(db, user_id)).length > 0
