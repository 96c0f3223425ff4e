/** The authenticator app: six digits that change every half minute (RFC 6238), as every such app makes them. */
import { Secret, TOTP } from 'otpauth'
import qrcode from 'qrcode'

import { brand } from '#platform/brand.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { reseal, seal, unseal } from '#platform/seal.server.ts'

const step_seconds = 30
const secret_bytes = 20
/** How long a secret that was shown waits for its first code. */
const confirm_ms = 900_000

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: brand.name, label, secret, algorithm: 'SHA1', digits: 6, period: step_seconds })

const lockOf = ({ secret }: Pick<Deps, 'secret'>, user_id: number) => ({
  secret,
  purpose: 'authenticator app',
  owner: `user:${user_id}`,
})

/** The step that a code belongs to: now, the one before or the one after, for clocks that are not quite right. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / (step_seconds * 1_000)) + delta
}

/** Keeps a new secret, which counts once a code of it was given; answers it as text and as picture. Throws 409 when there is an app. */
export const startApp = async (
  deps: Pick<Deps, 'db' | 'clock' | 'secret'>,
  { user_id, email }: { user_id: number; email: string },
) => {
  const secret = new Secret({ size: secret_bytes })
  const fresh = { sealed_secret: seal(lockOf(deps, user_id), secret.base32), created_at: deps.clock.now() }
  const kept = await deps.db
    .insertInto('authenticator_apps')
    .values({ user_id, ...fresh })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet(fresh).where('authenticator_apps.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!kept) throw refuse(409, 'You have an authenticator app already. To use another one, remove it first.')
  const address = totpOf(secret, email).toString()
  return { secret: secret.base32, address, picture: await qrcode.toString(address, { type: 'svg', margin: 0 }) }
}

const secretOf = async (deps: Pick<Deps, 'secret'>, db: Db | Trx, user_id: number) => {
  const found = await db
    .selectFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .select(['sealed_secret', 'created_at', 'confirmed_at'])
    .executeTakeFirst()
  // Sealed with a secret that the shop no longer has: nobody can read it anymore. Recovery codes still work.
  const secret = found && unseal(lockOf(deps, user_id), found.sealed_secret)
  return found && secret !== undefined ? { ...found, secret } : undefined
}

/** From here on the app counts. Throws 410 when it waited too long, 422 for a wrong code. */
export const confirmApp = async (
  deps: Pick<Deps, 'secret'>,
  trx: Trx,
  { user_id, code, now }: { user_id: number; code: string; now: Date },
): Promise<void> => {
  const found = await secretOf(deps, trx, user_id)
  if (!found || found.confirmed_at !== null || found.created_at.getTime() + confirm_ms <= now.getTime())
    throw refuse(410, 'This took too long. Please begin again.')
  const step = stepOf(found.secret, code, now)
  if (step === undefined) throw wrongCode()
  const confirmed = await trx
    .updateTable('authenticator_apps')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!confirmed) throw refuse(409, 'You have an authenticator app already.')
}

/** Uses a code up. Throws 422 for a wrong one, and for one that was used: of several at once, one is right. */
export const useAppCode = async (
  deps: Pick<Deps, 'secret'>,
  trx: Trx,
  { user_id, code, now }: { user_id: number; code: string; now: Date },
): Promise<void> => {
  const found = await secretOf(deps, trx, user_id)
  const step = found?.confirmed_at ? stepOf(found.secret, code, now) : undefined
  if (step === undefined) throw wrongCode()
  const used = await trx
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  if (!used) throw refuse.fields({ code: ['This code was used already. Please wait for the next one.'] })
}

/** Seals every app's secret with the shop's current one. Answers how many were sealed with an earlier one. */
export const resealApps = async (deps: Pick<Deps, 'db' | 'secret'>): Promise<number> => {
  const apps = await deps.db.selectFrom('authenticator_apps').select(['user_id', 'sealed_secret']).execute()
  let resealed = 0
  for (const { user_id, sealed_secret: before } of apps) {
    const sealed_secret = reseal(lockOf(deps, user_id), before)
    if (!sealed_secret) continue
    const own = deps.db.updateTable('authenticator_apps').set({ sealed_secret }).where('user_id', '=', user_id)
    await own.where('sealed_secret', '=', before).execute()
    resealed += 1
  }
  return resealed
}

/** Throws 404 when there is none. */
export const removeApp = async (trx: Trx, user_id: number): Promise<void> => {
  const removed = await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!removed) throw refuse.missing('authenticator app')
}

export const wrongCode = () => refuse.fields({ code: ['This code is not right. Please try the one that shows now.'] })
