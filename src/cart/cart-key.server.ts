import type { FastifyReply } from 'fastify'

import { cart_cookie, type Actor } from '#platform/actor.ts'
import type { Config } from '#platform/config.server.ts'

import type { CartRow } from './carts.server.ts'

const kept_seconds = 90 * 24 * 3_600

/** A guest's browser keeps the key of its cart. Answers the actor who has it. */
export const keepKey = (
  { public_url }: Pick<Config, 'public_url'>,
  reply: FastifyReply,
  actor: Actor,
  { hash }: CartRow,
): Actor => {
  if (actor.user_id !== null || actor.cart_hash === hash) return actor
  const secure = public_url.startsWith('https:')
  void reply.setCookie(cart_cookie, hash, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: kept_seconds })
  return { ...actor, cart_hash: hash }
}
