import type { FastifyReply, FastifyRequest } from 'fastify'

import { allowTry, returnTry } from '#accounts/tries.server.ts'
import { couponRefusal, unknown_code } from '#coupons/coupon.ts'
import { findCoupon } from '#coupons/coupons.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { networkOf } from '#platform/network.server.ts'
import { refuse } from '#platform/refusal.ts'

import { lockCart, saveCoupon } from './carts.server.ts'
import { couponLine } from './coupon.server.ts'
import { pricedCart } from './pricing.server.ts'

/**
 * Wrong codes allowed in 15 minutes: per person or guest cart, per address, and for the whole shop. When the shop's limit is
 * reached, each person, cart and address still has one, so a flood doesn't block customers with a valid code.
 */
const MAX_GUESSES = 10
const MAX_GUESSES_OF_ADDRESS = 30
const MAX_GUESSES_OF_SHOP = 500
const SHOP_COUNTER = 'coupon:shop'

type Counter = { what: string; most: number }

const ownCounters = ({ user_id, cart_hash }: Actor, { ip }: FastifyRequest): Counter[] => {
  const own = user_id === null ? cart_hash && `cart:${cart_hash}` : `user:${user_id}`
  return [
    ...(own ? [{ what: `coupon:${own}`, most: MAX_GUESSES }] : []),
    { what: `coupon:address:${networkOf(ip)}`, most: MAX_GUESSES_OF_ADDRESS },
  ]
}

type CouponRequest = { actor: Actor; request: FastifyRequest; reply: FastifyReply }

type CouponDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/**
 * Takes a code for the cart, as `takeCoupon` does. Every endpoint that takes codes comes here, so that they share their
 * counters. Throws 429 with Retry-After after too many codes that do not exist.
 */
export const guessCoupon = async (deps: CouponDeps, call: CouponRequest, code: string): Promise<void> => {
  const { db, clock } = deps
  if (code !== '') {
    // Counted first, so that many at once are not more.
    const counted = await countGuess(deps, call)
    if (await isKnown(db, code)) await returnTries(db, counted)
  }
  await db.transaction().execute(trx => takeCoupon(trx, call.actor, code, clock.now()))
}

/** Answers what was counted. What one counter refuses, no other counts. */
const countGuess = async (deps: CouponDeps, { actor, request, reply }: CouponRequest): Promise<string[]> => {
  const counted: string[] = []
  const count = (counter: Counter) => {
    counted.push(counter.what)
    return allowTry(deps, reply, { ...counter, field: 'code', label: 'discount codes' })
  }
  try {
    let isFirst = true
    for (const counter of ownCounters(actor, request)) isFirst = (await count(counter)) === 1 && isFirst
    await count({ what: SHOP_COUNTER, most: isFirst ? Infinity : MAX_GUESSES_OF_SHOP })
    return counted
  } catch (error) {
    await returnTries(deps.db, counted)
    throw error
  }
}

const returnTries = async (db: Db, counted: readonly string[]) => {
  for (const what of counted) await returnTry(db, what)
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
