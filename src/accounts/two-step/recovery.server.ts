/** Ten single-use recovery codes for a lost device. */
import { randomBytes } from 'node:crypto'

import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken } from '#platform/ids.server.ts'

import { formatRecoveryCode, encodeRecoveryCode } from './codes.ts'

const CODE_COUNT = 10
/** 120 random bits cannot be guessed, so a plain hash is enough. */
const CODE_BYTES = 15

/** Replaces the recovery codes and returns the new ones. They are readable only here. */
export const renewRecoveryCodes = async (trx: Trx, user_id: number): Promise<string[]> => {
  const codes = Array.from({ length: CODE_COUNT }, () => encodeRecoveryCode(randomBytes(CODE_BYTES)))
  await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id, code_hash: hashToken(code) })))
    .execute()
  return codes.map(formatRecoveryCode)
}

/** Uses a code up. Throws 422 when it is wrong or used. */
export const consumeRecoveryCode = async (trx: Trx, user_id: number, code: string): Promise<void> => {
  const row = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashToken(code))
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw refuse.fields({ code: ['This recovery code is not right, or was used already.'] })
}
