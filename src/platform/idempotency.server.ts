import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Db } from './database.server.ts'
import type { Deps } from './deps.ts'
import { sha256 } from './ids.server.ts'
import { refuse } from './refusal.ts'
import { seal, unseal } from './seal.server.ts'
import { isSigned, sign, type Secrets } from './secrets.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when this request is the first of its Idempotency-Key. */
    idempotency?: { scope: string; key: string }
  }
}

const scopeOf = ({ actor, ip }: FastifyRequest) =>
  actor.user_id !== null
    ? `user:${actor.user_id}`
    : actor.cart_hash !== null
      ? // Its key opens the cart.
        `cart:${sha256(actor.cart_hash)}`
      : `address:${ip}`

/** Says whether two requests are the same, and nothing else: a plain digest of a body that holds a password could be tried out. */
const textOf = ({ method, url, body }: FastifyRequest) => JSON.stringify([method, url, body ?? null])

const sealOf = (secret: Secrets, scope: string, key: string) => ({
  secret,
  purpose: 'idempotency',
  owner: `${scope} ${key}`,
})

const MAX_ANSWER_BYTES = 65_536
const MAX_KEYS_PER_HOUR = 1_000
const hour_ms = 3_600_000

const countRecent = async (db: Db, scope: string, now: Date) => {
  const { count } = await db
    .selectFrom('idempotency_keys')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('scope', '=', scope)
    .where('created_at', '>', new Date(now.getTime() - hour_ms))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A repeated call with the same Idempotency-Key gets the first call's answer, and is not carried out again. */
export const keepIdempotency = (app: FastifyInstance, { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>) => {
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || request.method === 'GET' || request.routeOptions.config.endpoint?.keeps_own_keys)
      return
    // A guest's cart costs nothing to make: only what must not happen twice is remembered for them.
    if (request.actor.user_id === null && request.method !== 'POST') return
    if (key.length < 8 || key.length > 200) throw refuse(400, 'The Idempotency-Key must have 8 to 200 characters.')
    const scope = scopeOf(request)
    if ((await countRecent(db, scope, clock.now())) >= MAX_KEYS_PER_HOUR)
      throw refuse(429, 'Too many requests with an Idempotency-Key. Please wait a while.')
    const request_hash = sign(secret, textOf(request))
    const mine = await db
      .insertInto('idempotency_keys')
      .values({ scope, key, request_hash, created_at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (mine) {
      request.idempotency = { scope, key }
      return
    }
    const before = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst()
    if (before && !isSigned(secret, textOf(request), before.request_hash))
      throw refuse(409, 'This Idempotency-Key was used for another request.')
    if (!before?.status)
      throw refuse(409, 'The first request with this Idempotency-Key is still being carried out.', {
        is_under_way: true,
      })
    if (before.answer === null)
      throw refuse(409, 'This request was carried out before. Please load the page again.', { status: before.status })
    const answer = unseal(sealOf(secret, scope, key), Buffer.from(before.answer, 'base64'))
    // The shop's secret is another one since: what it answered then cannot be read.
    if (answer === undefined) throw refuse(409, 'This Idempotency-Key was used before.')
    return reply
      .code(before.status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('idempotent-replay', 'true')
      .send(answer)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.idempotency) return
    const { scope, key } = request.idempotency
    const row = db.updateTable('idempotency_keys').where('scope', '=', scope).where('key', '=', key)
    if (!isKept(reply, payload))
      await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
    // Some answers tell a secret once, such as a link: it does not lie in the database in clear.
    else
      await row
        .set({
          status: reply.statusCode,
          // Of a large answer only that it was given is kept.
          answer:
            Buffer.byteLength(payload) > MAX_ANSWER_BYTES
              ? null
              : seal(sealOf(secret, scope, key), payload).toString('base64'),
        })
        .execute()
  })
}

/**
 * A fault of ours is not an answer, nor is "too soon": the caller may try again. Neither is one that sets a cookie: its
 * secret must not rest in the database, and without it a repeated answer would be of no use.
 */
const isKept = (reply: FastifyReply, payload: unknown): payload is string =>
  reply.statusCode < 500 &&
  reply.statusCode !== 429 &&
  typeof payload === 'string' &&
  reply.getHeader('set-cookie') === undefined

const day_ms = 86_400_000
const carried_out_ms = 600_000

/** Answers are repeated for a day. A key without one belongs to a process that died while it worked. */
export const forgetOldKeys = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .deleteFrom('idempotency_keys')
    .where(row =>
      row.or([
        row('created_at', '<', before(day_ms)),
        row.and([row('created_at', '<', before(carried_out_ms)), row('status', 'is', null)]),
      ]),
    )
    .execute()
}

/** Answers kept for one person, who is leaving. */
export const forgetKeysOf = async (db: Db, user_id: number): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('scope', '=', `user:${user_id}`).execute()
}
