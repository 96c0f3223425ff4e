import type { FastifyReply } from 'fastify'

import type { Actor } from '#platform/actor.ts'
import type { Config } from '#platform/config.server.ts'
import { setHostCookie } from '#platform/http/host-cookie.server.ts'

import type { CartRow } from './carts.server.ts'

const COOKIE_MAX_AGE_SECONDS = 90 * 24 * 3_600

/** Stores a guest's cart key in a cookie. Returns the actor with that key. */
export const saveCartKey = (
  config: Pick<Config, 'public_url'>,
  reply: FastifyReply,
  actor: Actor,
  { hash }: CartRow,
): Actor => {
  if (actor.user_id !== null || actor.cart_hash === hash) return actor
  setHostCookie(reply, config, { name: 'cart_hash', value: hash, max_age_seconds: COOKIE_MAX_AGE_SECONDS })
  return { ...actor, cart_hash: hash }
}
