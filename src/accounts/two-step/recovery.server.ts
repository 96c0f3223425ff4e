/** Ten codes for when the phone is lost, each good once. */
import { randomBytes } from 'node:crypto'

import type { Trx } from '#platform/database.server.ts'
import { hashToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

import { inGroups, recoveryCodeOf } from './codes.ts'

const how_many = 10
/** 120 bits: too many to guess, so that a plain hash is enough. */
const code_bytes = 15

/** New codes in the place of those before; this is the one time that they are readable. */
export const renewRecoveryCodes = async (trx: Trx, user_id: number): Promise<string[]> => {
  const codes = Array.from({ length: how_many }, () => recoveryCodeOf(randomBytes(code_bytes)))
  await trx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id, code_hash: hashToken(code) })))
    .execute()
  return codes.map(inGroups)
}

/** Uses one up. Throws 422 for one that is not, or no longer, theirs. */
export const useRecoveryCode = async (trx: Trx, user_id: number, code: string): Promise<void> => {
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashToken(code))
    .returning('user_id')
    .executeTakeFirst()
  if (!used) throw refuse.fields({ code: ['This recovery code is not right, or was used already.'] })
}
