/** The password of the demo's accounts. */
import { randomInt } from 'node:crypto'

import { replacePassword } from '../src/accounts/own/password.server.ts'
import { hashPassword } from '../src/accounts/passwords.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { reseal, seal, unseal } from '../src/platform/security/seal.server.ts'
import { PUBLISHED_PASSWORD } from './people.ts'
import { demoAccounts } from './seed.ts'

/** Without characters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** About 79 bits, in a form that is easy to type. */
const randomPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )

/**
 * Returns the published password while only this machine can reach the demo. Otherwise each installation generates its own
 * at the first start, sets it for existing accounts, and stores it.
 */
export const loadDemoPassword = async (deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>): Promise<string> => {
  const { db, clock, config, secret } = deps
  const sealOptions = { secret, purpose: 'demo password', owner: 'installation' }
  const { sealed_demo_password: sealed } = await db
    .selectFrom('installation')
    .select('sealed_demo_password')
    .executeTakeFirstOrThrow()
  if (sealed === null && config.local_demo) return PUBLISHED_PASSWORD
  const storedPassword = sealed && unseal(sealOptions, sealed)
  if (storedPassword) {
    const resealed = reseal(sealOptions, sealed)
    if (resealed) await db.updateTable('installation').set({ sealed_demo_password: resealed }).execute()
    return storedPassword
  }
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async trx => {
    await trx
      .updateTable('installation')
      .set({ sealed_demo_password: seal(sealOptions, password) })
      .execute()
    const emails = demoAccounts.map(({ email }) => email)
    const users = await trx.selectFrom('users').where('email', 'in', emails).select('id').execute()
    for (const { id: user_id } of users) await replacePassword(trx, { user_id, password_hash, now: clock.now() })
  })
  return password
}
