import type { FastifyReply, FastifyRequest } from 'fastify'

import { limitAttempts, undoAttempt } from '#accounts/attempts.server.ts'
import { couponRefusal, UNKNOWN_CODE_TEXT } from '#coupons/coupon.ts'
import { findCoupon } from '#coupons/coupons.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { lockCart, saveCoupon } from './carts.server.ts'
import { toCouponLine } from './coupon.server.ts'
import { priceCart } from './pricing.server.ts'

/**
 * The maximum number of wrong codes in 15 minutes: per user or guest cart, per address, and in the whole shop. Above the
 * shop's limit, each user, cart and address still has one attempt, so a flood doesn't block customers with a valid code.
 */
const MAX_GUESSES_PER_CART = 10
const MAX_GUESSES_PER_ADDRESS = 30
const MAX_GUESSES_PER_SHOP = 500
const SHOP_COUNTER = 'coupon:shop'

type GuessLimit = { key: string; max: number }

const listOwnLimits = ({ user_id, cart_hash }: Actor, { ip }: FastifyRequest): GuessLimit[] => {
  const ownKey = user_id === null ? cart_hash && `cart:${cart_hash}` : `user:${user_id}`
  return [
    ...(ownKey ? [{ key: `coupon:${ownKey}`, max: MAX_GUESSES_PER_CART }] : []),
    { key: `coupon:address:${networkOf(ip)}`, max: MAX_GUESSES_PER_ADDRESS },
  ]
}

type CouponRequest = { actor: Actor; request: FastifyRequest; reply: FastifyReply }

type CouponDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/**
 * Applies a code to the cart. Every endpoint that accepts codes uses this function, so that they share the limits. Throws
 * 429 with Retry-After after too many codes that do not exist.
 */
export const applyCouponLimited = async (deps: CouponDeps, context: CouponRequest, code: string): Promise<void> => {
  const { db, clock } = deps
  if (code !== '') {
    // Count the attempt first, so that simultaneous requests cannot exceed the limit.
    const countedKeys = await countGuess(deps, context)
    if (await codeExists(db, code)) await undoAttempts(db, countedKeys)
  }
  await db.transaction().execute(trx => applyCoupon(trx, context.actor, code, clock.now()))
}

/** Returns the counted keys. An attempt that one limit refuses counts toward no other. */
const countGuess = async (deps: CouponDeps, { actor, request, reply }: CouponRequest): Promise<string[]> => {
  const countedKeys: string[] = []
  const count = (limit: GuessLimit) => {
    countedKeys.push(limit.key)
    return limitAttempts(deps, reply, { ...limit, field: 'code', label: 'discount codes' })
  }
  try {
    let isFirst = true
    for (const limit of listOwnLimits(actor, request)) isFirst = (await count(limit)) === 1 && isFirst
    await count({ key: SHOP_COUNTER, max: isFirst ? Infinity : MAX_GUESSES_PER_SHOP })
    return countedKeys
  } catch (error) {
    await undoAttempts(deps.db, countedKeys)
    throw error
  }
}

const undoAttempts = async (db: Db, countedKeys: readonly string[]) => {
  for (const key of countedKeys) await undoAttempt(db, key)
}

const codeExists = async (db: Db, code: string): Promise<boolean> =>
  (await findCoupon(db, { code }, { cart_id: 0, workspace_id: null, user_id: null })) !== undefined

/** Applies a code to the cart; an empty one removes it. Throws 422 for the field when the code does not apply. */
const applyCoupon = async (trx: Trx, actor: Actor, code: string, now: Date): Promise<void> => {
  const cart = await lockCart(trx, actor, now)
  if (code === '') {
    if (cart) await saveCoupon(trx, cart, null)
    return
  }
  const { user_id, workspace_id } = actor
  const match = await findCoupon(trx, { code }, { cart_id: cart?.id ?? 0, workspace_id, user_id })
  if (!match) throw refuse.fields({ code: [UNKNOWN_CODE_TEXT] })
  const lines = cart ? (await priceCart(trx, cart, now)).lines.map(toCouponLine) : []
  const refusal = couponRefusal(match.coupon, { lines, uses: match.uses, now })
  if (refusal !== null) throw refuse.fields({ code: [refusal] })
  if (cart) await saveCoupon(trx, cart, match.coupon.id)
}
