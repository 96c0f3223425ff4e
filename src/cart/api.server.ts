import type { FastifyInstance, FastifyReply } from 'fastify'

import { getCurrentPrices } from '#licensing/prices.server.ts'
import { requireOrderAccess } from '#orders/policy.ts'
import type { Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { checkVatForLocation } from '#tax/check-vat.server.ts'

import * as many from './add-all-contract.ts'
import { addAll } from './add-all.server.ts'
import { applyCouponLimited } from './apply-coupon.server.ts'
import { getCartBilling, findLastBilling, saveCartBilling } from './billing.server.ts'
import { saveCartKey } from './cart-key.server.ts'
import { findCart, lockCart, openCart, saveEin, saveVat, type CartRow } from './carts.server.ts'
import * as contract from './contract.ts'
import * as details from './details-contract.ts'
import { addItems, changeItem, clearCart, removeItems } from './items.server.ts'
import { getLicensed } from './licensed-contract.ts'
import * as rates from './rate-contract.ts'
import { addUnderRate, moveToRate } from './rate-items.server.ts'
import { repeatOrder } from './repeat-order.server.ts'
import { toCartResponse, loadCart } from './show.server.ts'
import { addUpgrade, listExistingLicenses, getUpgradableLicense } from './upgrade-items.server.ts'
import * as upgrades from './upgrades-contract.ts'

export const cartApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const inTransaction = db.transaction()
  const cartResponse = async (actor: Actor) => ({ data: await loadCart(db, actor, deps) })

  const withCartKey = (reply: FastifyReply, actor: Actor, cart: CartRow) => saveCartKey(config, reply, actor, cart)

  serve(app, contract.addItems, async ({ actor, reply, body }) => {
    const clip_ids = body.clips ?? (body.clip_id === undefined ? [] : [body.clip_id])
    const now = clock.now()
    const { prices } = await getCurrentPrices(db, now)
    const { cart, clips } = await inTransaction.execute(trx => addItems(trx, actor, clip_ids, body, prices, now))
    return { data: await toCartResponse(db, withCartKey(reply, actor, cart), cart, now, {}, clips) }
  })

  serve(app, many.addAll, async ({ actor, reply, body }) => {
    const now = clock.now()
    const { prices } = await getCurrentPrices(db, now)
    const { cart, summary } = await inTransaction.execute(trx => addAll(trx, actor, body.clips, body, prices, now))
    return { data: await toCartResponse(db, withCartKey(reply, actor, cart), cart, now), meta: summary }
  })

  serve(app, contract.changeItem, async ({ actor, params, body }) => {
    await inTransaction.execute(trx => changeItem(trx, actor, params.id, body.data, clock.now()))
    return cartResponse(actor)
  })

  serve(app, contract.repeatOrder, async ({ actor, params }) => {
    requireOrderAccess(actor)
    return { data: await inTransaction.execute(trx => repeatOrder(trx, actor, params.id, clock.now())) }
  })

  serve(app, rates.addUnderRate, async ({ actor, body: { preferred_rate_id: rate_id, format_id, ...body } }) => {
    const clip_ids = body.clips ?? (body.clip_id === undefined ? [] : [body.clip_id])
    const input = { rate_id, format_id }
    await inTransaction.execute(trx => addUnderRate(trx, actor, clip_ids, input, clock.now()))
    return cartResponse(actor)
  })

  serve(app, rates.moveToRate, async ({ actor, params, body: { preferred_rate_id: rate_id, format_id } }) => {
    const input = { rate_id, format_id }
    await inTransaction.execute(trx => moveToRate(trx, actor, params.id, input, clock.now()))
    return cartResponse(actor)
  })

  serve(app, contract.removeItems, async ({ actor, body }) => {
    await inTransaction.execute(trx => removeItems(trx, actor, body.cart_item_ids, clock.now()))
    return cartResponse(actor)
  })

  serve(app, contract.clearCart, async ({ actor }) => {
    await inTransaction.execute(trx => clearCart(trx, actor, clock.now()))
    return cartResponse(actor)
  })

  serve(app, getLicensed, async ({ actor, query }) => ({
    data: await listExistingLicenses(db, actor, query.clips.split(',').map(Number), clock.now()),
  }))

  serve(app, upgrades.getUpgradable, async ({ actor, params }) => ({
    data: await getUpgradableLicense(db, actor, params.id, clock.now()),
  }))

  serve(app, upgrades.addUpgrade, async ({ actor, body: { license_id, ...choice } }) => {
    await inTransaction.execute(trx => addUpgrade(trx, actor, license_id, choice, clock.now()))
    return cartResponse(actor)
  })

  serve(app, details.setCartBilling, async ({ actor, body }) => {
    await inTransaction.execute(async trx => {
      const cart = await openCart(trx, actor, clock.now())
      await saveCartBilling(trx, cart.id, actor.workspace_id, body)
    })
    return cartResponse(actor)
  })

  serve(app, details.getLastBilling, async ({ actor }) => ({ data: await findLastBilling(db, actor) }))

  serve(app, details.setEin, async ({ actor, reply, body }) => {
    const cart = await inTransaction.execute(async trx => {
      const cart = await openCart(trx, actor, clock.now())
      await saveEin(trx, cart, body.ein)
      return cart
    })
    return cartResponse(withCartKey(reply, actor, cart))
  })

  serve(app, details.setCoupon, async ({ actor, request, reply, body }) => {
    await applyCouponLimited(deps, { actor, request, reply }, body.code)
    return cartResponse(actor)
  })

  serve(app, details.setVat, async ({ actor, body }) => {
    const now = clock.now()
    const vat = body.vat_number === '' ? null : await checkVatOf(actor, body.vat_number, now)
    await inTransaction.execute(async trx => {
      const cart = await lockCart(trx, actor, now)
      if (cart) await saveVat(trx, cart, vat)
    })
    return cartResponse(actor)
  })

  /** Throws 422 for the field. */
  const checkVatOf = async (actor: Actor, vatNumber: string, now: Date) => {
    const cart = await findCart(db, actor)
    const billing = cart && (await getCartBilling(db, cart))
    if (!billing) throw refuse.fields({ vat_number: ['Please add your billing information first.'] })
    return checkVatForLocation(billing, vatNumber, { url: config.vies_url, now })
  }
}
