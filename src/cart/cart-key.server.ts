import type { FastifyReply } from 'fastify'

import type { Actor } from '#platform/actor.ts'
import type { Config } from '#platform/config.server.ts'
import { setHostCookie } from '#platform/host-cookie.server.ts'

import type { CartRow } from './carts.server.ts'

const kept_seconds = 90 * 24 * 3_600

/** A guest's browser keeps the key of its cart. Answers the actor who has it. */
export const keepKey = (
  config: Pick<Config, 'public_url'>,
  reply: FastifyReply,
  actor: Actor,
  { hash }: CartRow,
): Actor => {
  if (actor.user_id !== null || actor.cart_hash === hash) return actor
  setHostCookie(reply, config, { name: 'cart_hash', value: hash, max_age_seconds: kept_seconds })
  return { ...actor, cart_hash: hash }
}
