import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { DAY_MS } from '../clock.ts'
import type { Db } from '../db/database.server.ts'
import type { Deps } from '../deps.ts'
import { sha256 } from '../ids.server.ts'
import { seal, unseal } from '../security/seal.server.ts'
import { isValidSignature, sign, type Secrets } from '../security/secrets.server.ts'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when this request is the first with its Idempotency-Key. */
    idempotency?: { scope: string; key: string }
  }
}

const getScope = ({ actor, ip }: FastifyRequest) =>
  actor.user_id !== null
    ? `user:${actor.user_id}`
    : actor.cart_hash !== null
      ? // Its key opens the cart.
        `cart:${sha256(actor.cart_hash)}`
      : `address:${ip}`

/**
 * The text that identifies a request. It is stored only as a keyed hash, because a plain digest of a body with a
 * password could be brute-forced.
 */
const getRequestText = ({ method, url, body }: FastifyRequest) => JSON.stringify([method, url, body ?? null])

const getSealOptions = (secret: Secrets, scope: string, key: string) => ({
  secret,
  purpose: 'idempotency',
  owner: `${scope} ${key}`,
})

/**
 * Returns the key of an endpoint that requires one, because a lost request could not be repeated safely without it. Throws
 * 400.
 */
export const requireOperationKey = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key))
    throw refuse(400, 'This request needs an Idempotency-Key of 8 to 200 characters.')
  return key
}

const MAX_ANSWER_BYTES = 65_536
const MAX_KEYS_PER_HOUR = 1_000
const HOUR_MS = 3_600_000

const countRecent = async (db: Db, scope: string, now: Date) => {
  const { count } = await db
    .selectFrom('idempotency_keys')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('scope', '=', scope)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the stored response to a repeated request with the same Idempotency-Key, instead of running it again. */
export const registerIdempotency = (
  app: FastifyInstance,
  { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>,
) => {
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || request.method === 'GET' || request.routeOptions.config.endpoint?.idempotency_key)
      return
    // Creating a guest cart costs nothing, so guests get only requests protected that must not run twice.
    if (request.actor.user_id === null && request.method !== 'POST') return
    if (key.length < 8 || key.length > 200) throw refuse(400, 'The Idempotency-Key must have 8 to 200 characters.')
    const scope = getScope(request)
    if ((await countRecent(db, scope, clock.now())) >= MAX_KEYS_PER_HOUR)
      throw refuse(429, 'Too many requests with an Idempotency-Key. Please wait a while.')
    const request_hash = sign(secret, getRequestText(request))
    const inserted = await db
      .insertInto('idempotency_keys')
      .values({ scope, key, request_hash, created_at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (inserted) {
      request.idempotency = { scope, key }
      return
    }
    const existing = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst()
    if (existing && !isValidSignature(secret, getRequestText(request), existing.request_hash))
      throw refuse(409, 'This Idempotency-Key was used for another request.')
    if (!existing?.status)
      throw refuse(409, 'The first request with this Idempotency-Key is still being carried out.', {
        in_progress: true,
      })
    if (existing.response === null)
      throw refuse(409, 'This request was carried out before. Please load the page again.', { status: existing.status })
    const response = unseal(getSealOptions(secret, scope, key), Buffer.from(existing.response, 'base64'))
    // The shop's secret has changed since, so the stored response cannot be decrypted.
    if (response === undefined) throw refuse(409, 'This Idempotency-Key was used before.')
    return reply
      .code(existing.status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('idempotent-replay', 'true')
      .send(response)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.idempotency) return
    const { scope, key } = request.idempotency
    const update = db.updateTable('idempotency_keys').where('scope', '=', scope).where('key', '=', key)
    if (!shouldStore(reply, payload))
      await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
    // Some responses contain a secret, such as a link, so they are stored encrypted.
    else
      await update
        .set({
          status: reply.statusCode,
          // Of a large response, store only that it was sent.
          response:
            Buffer.byteLength(payload) > MAX_ANSWER_BYTES
              ? null
              : seal(getSealOptions(secret, scope, key), payload).toString('base64'),
        })
        .execute()
  })
}

/**
 * Returns whether to store a response. Server errors and 429 are not stored, so that the client can retry. Responses
 * that set a cookie are not stored either: the cookie's secret must not be in the database, and a replay without it
 * would be useless.
 */
const shouldStore = (reply: FastifyReply, payload: unknown): payload is string =>
  reply.statusCode < 500 &&
  reply.statusCode !== 429 &&
  typeof payload === 'string' &&
  reply.getHeader('set-cookie') === undefined

const RETENTION_MS = DAY_MS
const ABANDONED_MS = 600_000

/** Deletes responses after one day, and keys without a response, whose process died, after ten minutes. */
export const purgeIdempotencyKeys = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('idempotency_keys')
    .where(row =>
      row.or([
        row('created_at', '<', before(RETENTION_MS)),
        row.and([row('created_at', '<', before(ABANDONED_MS)), row('status', 'is', null)]),
      ]),
    )
    .execute()
}

/** Deletes the stored responses of a user who deletes their account. */
export const deleteUserIdempotencyKeys = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('scope', '=', `user:${user_id}`).execute()
}
