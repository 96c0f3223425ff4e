import type { FastifyReply, FastifyRequest } from 'fastify'

import { allowTry, returnTry } from '#accounts/tries.server.ts'
import { couponRefusal, unknown_code } from '#coupons/coupon.ts'
import { findCoupon } from '#coupons/coupons.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { lockCart, saveCoupon } from './carts.server.ts'
import { couponLine } from './coupon.server.ts'
import { pricedCart } from './pricing.server.ts'

/** Wrong codes in a quarter of an hour: of a person, of a guest's cart, from an address, and in the whole shop. */
const MAX_GUESSES = 10
const MAX_GUESSES_OF_ADDRESS = 30
const MAX_GUESSES_OF_SHOP = 500

type Counter = { what: string; most: number }

/** The narrow ones first: what they refuse does not count for everybody. */
const countersOf = ({ user_id, cart_hash }: Actor, { ip }: FastifyRequest): Counter[] => {
  const own = user_id === null ? cart_hash && `cart:${cart_hash}` : `user:${user_id}`
  return [
    ...(own ? [{ what: `coupon:${own}`, most: MAX_GUESSES }] : []),
    { what: `coupon:address:${ip}`, most: MAX_GUESSES_OF_ADDRESS },
    { what: 'coupon:shop', most: MAX_GUESSES_OF_SHOP },
  ]
}

type Asking = { actor: Actor; request: FastifyRequest; reply: FastifyReply }

/**
 * Takes a code for the cart, as `takeCoupon` does. Every endpoint that takes codes comes here, so that they share their
 * counters. Throws 429 with Retry-After after too many codes that do not exist.
 */
export const guessCoupon = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { actor, request, reply }: Asking,
  code: string,
): Promise<void> => {
  const { db, clock } = deps
  if (code !== '') {
    const counters = countersOf(actor, request)
    // Counted first, so that many at once are not more.
    for (const counter of counters) await allowTry(deps, reply, { ...counter, field: 'code', label: 'discount codes' })
    if (await isKnown(db, code)) for (const { what } of counters) await returnTry(db, what)
  }
  await db.transaction().execute(trx => takeCoupon(trx, actor, code, clock.now()))
}

const isKnown = async (db: Db, code: string): Promise<boolean> =>
  (await findCoupon(db, { code }, { cart_id: 0, workspace_id: null, user_id: null })) !== undefined

/** Takes a code for the cart; an empty one takes it off. Throws 422 beside the field when it would take nothing off. */
const takeCoupon = async (trx: Trx, actor: Actor, code: string, now: Date): Promise<void> => {
  const cart = await lockCart(trx, actor, now)
  if (code === '') {
    if (cart) await saveCoupon(trx, cart, null)
    return
  }
  const { user_id, workspace_id } = actor
  const found = await findCoupon(trx, { code }, { cart_id: cart?.id ?? 0, workspace_id, user_id })
  if (!found) throw refuse.fields({ code: [unknown_code] })
  const lines = cart ? (await pricedCart(trx, cart, now)).lines.map(couponLine) : []
  const refusal = couponRefusal(found.coupon, { lines, uses: found.uses, now })
  if (refusal !== null) throw refuse.fields({ code: [refusal] })
  if (cart) await saveCoupon(trx, cart, found.coupon.id)
}
