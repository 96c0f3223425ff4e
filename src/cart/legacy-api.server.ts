import type { FastifyInstance, FastifyReply } from 'fastify'

import { default_choice, tidyChoice, type ChoiceWithFormat } from '#licensing/choice.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'
import { countryOf } from '#workspaces/countries.server.ts'

import { keepKey } from './cart-key.server.ts'
import { findCart, openCart, type CartRow } from './carts.server.ts'
import { saveDetails } from './details.server.ts'
import { addItems, changeItem, clearCart, removeItems } from './items.server.ts'
import * as contract from './legacy-contract.ts'
import { cartAs, cartOf } from './show.server.ts'
import { guessCoupon } from './take-coupon.server.ts'
import { checkVatAt } from './vat-of-place.server.ts'

export const legacyCartApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const inTransaction = db.transaction()
  const shown = async (actor: Actor) => ({ data: await cartOf(db, actor, deps) })
  const begun = async (reply: FastifyReply, actor: Actor, cart: CartRow) => ({
    data: await cartAs(db, keepKey(config, reply, actor, cart), cart, clock.now()),
  })

  /** Throws 404 for a cart that is not theirs: a hash is a guest's key, never a member's. */
  const owning = async (actor: Actor, cart_hash: string | null | undefined): Promise<Actor> => {
    if (!cart_hash) return actor
    const owner = actor.user_id === null ? { ...actor, cart_hash } : actor
    const cart = await findCart(db, owner)
    if (cart?.hash !== cart_hash) throw refuse.missing('cart')
    return owner
  }

  serve(app, contract.addClips, async ({ actor, reply, body }) => {
    const owner = await owning(actor, body.cart_hash)
    const now = clock.now()
    const { prices } = await currentPrices(db, now)
    const wishes = body.clips.map(({ clip_id, ...chosen }) => ({ clip_id, chosen: { ...default_choice, ...chosen } }))
    const cart = await inTransaction.execute(async trx => {
      const cart = await openCart(trx, owner, now)
      // A guest's cart that was just begun is known by its key alone.
      const keeper = owner.user_id === null ? { ...owner, cart_hash: cart.hash } : owner
      for (const [, some] of Map.groupBy(wishes, ({ chosen }) => keyOf(chosen)))
        if (some[0])
          await addItems(
            trx,
            keeper,
            some.map(({ clip_id }) => clip_id),
            some[0].chosen,
            prices,
            now,
          )
      return cart
    })
    return begun(reply, owner, cart)
  })

  serve(app, contract.changeClips, async ({ actor, body }) => {
    const owner = await owning(actor, body.cart_hash)
    await inTransaction.execute(async trx => {
      for (const { cart_item_id, ...change } of body.clips)
        await changeItem(trx, owner, cart_item_id, change, clock.now())
    })
    return shown(owner)
  })

  serve(app, contract.removeClips, async ({ actor, query }) => {
    const owner = await owning(actor, query.cart_hash)
    await inTransaction.execute(trx => removeItems(trx, owner, query.cart_item_ids, clock.now()))
    return shown(owner)
  })

  serve(app, contract.clearClips, async ({ actor }) => {
    await inTransaction.execute(trx => clearCart(trx, actor, clock.now()))
    return shown(actor)
  })

  serve(app, contract.addCoupon, async ({ actor, request, reply, body }) => {
    await guessCoupon(deps, { actor, request, reply }, body.code).catch(underCoupon)
    return shown(actor)
  })

  serve(app, contract.removeCoupon, async ({ actor, request, reply }) => {
    await guessCoupon(deps, { actor, request, reply }, '')
    return shown(actor)
  })

  serve(app, contract.saveDetails, async ({ actor, reply, body }) => {
    const now = clock.now()
    const vat = body.vat_number === undefined ? undefined : await vatOf(body.vat_number, body.country_id, now)
    const cart = await inTransaction.execute(trx => saveDetails(trx, actor, body, vat, now))
    keepKey(config, reply, actor, cart)
    return { data: { success: true } }
  })

  /** Asks the network, so before any transaction. Throws 422 beside the field. */
  const vatOf = async (text: string, country_id: number, now: Date) => {
    const country = text === '' ? undefined : await countryOf(db, country_id)
    return country ? checkVatAt(country, text, { url: config.vies_url, now }) : null
  }
}

const keyOf = (chosen: ChoiceWithFormat) => JSON.stringify([tidyChoice(chosen), chosen.format_id])

/** Old clients look for a mistake in the code under `coupon`. */
const underCoupon = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error
  const { status, message, errors, meta } = error
  throw errors['code'] ? new Refusal(status, message, { coupon: errors['code'] }, meta) : error
}
