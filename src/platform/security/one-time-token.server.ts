/** One-time tokens. The database stores a token's hash until the token would have expired anyway. */
import type { Db, Trx } from '../db/database.server.ts'
import { hashToken } from '../ids.server.ts'

/** Records the use of a token. Returns whether this was the first use, also for concurrent calls. */
export const claimOnce = async (db: Db | Trx, token: string, expires_at: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_tokens')
    .values({ token_hash: hashToken(token), expires_at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const purgeUsedTokens = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('used_tokens').where('expires_at', '<=', now).execute()
}
