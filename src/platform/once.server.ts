/** What works once, wherever it is shown again: the database remembers its hash until it would be too old anyway. */
import type { Db, Trx } from './database.server.ts'
import { hashToken } from './ids.server.ts'

/** Whether this is the first use. Of several at once one is the first. */
export const useOnce = async (db: Db | Trx, token: string, expires_at: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_once')
    .values({ token_hash: hashToken(token), expires_at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const forgetUsed = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('used_once').where('expires_at', '<=', now).execute()
}
