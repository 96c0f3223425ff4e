/** The password of the demo's accounts. */
import { randomInt } from 'node:crypto'

import { replacePassword } from '../src/accounts/own/password.server.ts'
import { hashPassword } from '../src/accounts/passwords.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { reseal, seal, unseal } from '../src/platform/seal.server.ts'
import { publishedPassword } from './people.ts'
import { demoAccounts } from './seed.ts'

/** Without what looks alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** About 79 bits, as somebody can type it. */
const randomPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )

/**
 * The published one while only this machine reaches the demo. Elsewhere each installation makes one of its own at its first
 * start, gives it to the accounts that are there already, and keeps it.
 */
export const passwordOfDemo = async (deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>): Promise<string> => {
  const { db, clock, config, secret } = deps
  const sealing = { secret, purpose: 'demo password', owner: 'installation' }
  const { sealed_demo_password: sealed } = await db
    .selectFrom('installation')
    .select('sealed_demo_password')
    .executeTakeFirstOrThrow()
  if (sealed === null && config.local_demo) return publishedPassword
  const kept = sealed && unseal(sealing, sealed)
  if (kept) {
    const resealed = reseal(sealing, sealed)
    if (resealed) await db.updateTable('installation').set({ sealed_demo_password: resealed }).execute()
    return kept
  }
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async trx => {
    await trx
      .updateTable('installation')
      .set({ sealed_demo_password: seal(sealing, password) })
      .execute()
    const emails = demoAccounts.map(({ email }) => email)
    const people = await trx.selectFrom('users').where('email', 'in', emails).select('id').execute()
    for (const { id: user_id } of people) await replacePassword(trx, { user_id, password_hash, now: clock.now() })
  })
  return password
}
