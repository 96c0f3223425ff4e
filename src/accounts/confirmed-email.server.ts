/** What costs nothing is for people whose mailbox is known to exist: otherwise each new account would get it once more. */
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { confirmFirstText } from './confirmed-email.ts'
import { unverifiedEmailOf } from './verify/verify.server.ts'

/** Why a person with an unconfirmed email address is refused, in a sentence; null when it is confirmed. */
export const unconfirmedRefusal = async (db: Db | Trx, user_id: number): Promise<string | null> => {
  const email = await unverifiedEmailOf(db, user_id)
  return email === undefined ? null : confirmFirstText(email)
}

/** Throws 403 with a sentence that says what to do until the person's email address is confirmed. */
export const needConfirmedEmail = async (db: Db | Trx, user_id: number): Promise<void> => {
  const refusal = await unconfirmedRefusal(db, user_id)
  if (refusal !== null) throw refuse(403, refusal)
}
