/** The authenticator app: six-digit codes that change every 30 seconds (RFC 6238). */
import { Secret, TOTP } from 'otpauth'
import qrcode from 'qrcode'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { reseal, seal, unseal } from '#platform/security/seal.server.ts'

const STEP_SECONDS = 30
const SECRET_BYTES = 20
/** How long a new secret waits for its first code. */
const SETUP_LIFETIME_MS = 900_000

const createTotp = (secret: Secret, { label = '', issuer = '' } = {}) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS })

const getSealContext = ({ secret }: Pick<Deps, 'secret'>, user_id: number) => ({
  secret,
  purpose: 'authenticator app',
  owner: `user:${user_id}`,
})

/**
 * Returns the time step of a code; undefined for a wrong one. Accepts the steps before and after the current one, for
 * clocks that are slightly off.
 */
export const findTimeStep = (secret: string, code: string, now: Date): number | undefined => {
  const delta = createTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / (STEP_SECONDS * 1_000)) + delta
}

/**
 * Stores a new secret, which counts after its first code, and returns it as text and as a QR code. Throws 409 when
 * there is an app.
 */
export const startApp = async (
  deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'settings'>,
  { user_id, email }: { user_id: number; email: string },
) => {
  const secret = new Secret({ size: SECRET_BYTES })
  const values = { sealed_secret: seal(getSealContext(deps, user_id), secret.base32), created_at: deps.clock.now() }
  const app = await deps.db
    .insertInto('authenticator_apps')
    .values({ user_id, ...values })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet(values).where('authenticator_apps.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!app) throw refuse(409, 'You have an authenticator app already. To use another one, remove it first.')
  const url = createTotp(secret, { label: email, issuer: deps.settings.company().name }).toString()
  return { secret: secret.base32, address: url, picture: await qrcode.toString(url, { type: 'svg', margin: 0 }) }
}

const loadApp = async (deps: Pick<Deps, 'secret'>, db: Db | Trx, user_id: number) => {
  const row = await db
    .selectFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .select(['sealed_secret', 'created_at', 'confirmed_at'])
    .executeTakeFirst()
  // A secret sealed with a key that the shop no longer has cannot be read. Recovery codes still work.
  const secret = row && unseal(getSealContext(deps, user_id), row.sealed_secret)
  return row && secret !== undefined ? { ...row, secret } : undefined
}

/** Turns the app on with its first code. Throws 410 when the setup has expired, 422 for a wrong code. */
export const confirmApp = async (
  deps: Pick<Deps, 'secret'>,
  trx: Trx,
  { user_id, code, now }: { user_id: number; code: string; now: Date },
): Promise<void> => {
  const app = await loadApp(deps, trx, user_id)
  if (!app || app.confirmed_at !== null || app.created_at.getTime() + SETUP_LIFETIME_MS <= now.getTime())
    throw refuse(410, 'This took too long. Please begin again.')
  const step = findTimeStep(app.secret, code, now)
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

/** Uses a code up. Throws 422 for a wrong or used one: of several concurrent uses, one succeeds. */
export const consumeAppCode = async (
  deps: Pick<Deps, 'secret'>,
  trx: Trx,
  { user_id, code, now }: { user_id: number; code: string; now: Date },
): Promise<void> => {
  const app = await loadApp(deps, trx, user_id)
  const step = app?.confirmed_at ? findTimeStep(app.secret, code, now) : undefined
  if (step === undefined) throw wrongCode()
  const row = await trx
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw refuse.fields({ code: ['This code was used already. Please wait for the next one.'] })
}

/** Seals every app secret with the current key. Returns how many were sealed with an earlier one. */
export const resealApps = async (deps: Pick<Deps, 'db' | 'secret'>): Promise<number> => {
  const apps = await deps.db.selectFrom('authenticator_apps').select(['user_id', 'sealed_secret']).execute()
  let resealed = 0
  for (const { user_id, sealed_secret: oldSecret } of apps) {
    const sealed_secret = reseal(getSealContext(deps, user_id), oldSecret)
    if (!sealed_secret) continue
    const appUpdate = deps.db.updateTable('authenticator_apps').set({ sealed_secret }).where('user_id', '=', user_id)
    await appUpdate.where('sealed_secret', '=', oldSecret).execute()
    resealed += 1
  }
  return resealed
}

/** Throws 404 when there is no app. */
export const removeApp = async (trx: Trx, user_id: number): Promise<void> => {
  const app = await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!app) throw refuse.missing('authenticator app')
}

export const wrongCode = () => refuse.fields({ code: ['This code is not right. Please try the one that shows now.'] })
