/** Requires a confirmed email for free offers. Otherwise each new account could use them again. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { formatConfirmFirst } from './confirmed-email.ts'
import { findUnverifiedEmail } from './verify/verify.server.ts'

/** Returns the refusal text for a user with an unconfirmed email, or null when it is confirmed. */
export const getUnconfirmedEmailText = async (db: Db | Trx, user_id: number): Promise<string | null> => {
  const email = await findUnverifiedEmail(db, user_id)
  return email === undefined ? null : formatConfirmFirst(email)
}

/** Throws 403 when the user's email is not confirmed. */
export const requireConfirmedEmail = async (db: Db | Trx, user_id: number): Promise<void> => {
  const text = await getUnconfirmedEmailText(db, user_id)
  if (text !== null) throw refuse(403, text)
}
