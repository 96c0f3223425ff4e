import type { FastifyInstance, FastifyReply } from 'fastify'

import { type ChoiceWithFormat, defaultChoice, normalizeChoice } from '#licensing/choice.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { checkVatForLocation } from '#tax/check-vat.server.ts'
import type { Vat } from '#tax/vat-number.ts'
import { findCountry, validateAddress } from '#workspaces/countries.server.ts'

import { applyCouponLimited } from './apply-coupon.server.ts'
import { saveCartKey } from './cart-key.server.ts'
import { type CartRow, findCart, openCart, savePoNumber, saveVat } from './carts.server.ts'
import { addItems, changeItem, clearCart, removeItems } from './items.server.ts'
import * as contract from './legacy-contract.ts'
import type { DetailsBody } from './legacy-contract.ts'
import { loadCart, toCartResponse } from './show.server.ts'

/** Saves the details and returns the cart. An undefined `vat` keeps the saved number; null removes it. Throws 422 per field. */
const saveDetails = async (
  trx: Trx,
  actor: Actor,
  body: DetailsBody,
  vat: Vat | null | undefined,
  now: Date,
): Promise<CartRow> => {
  const cart = await openCart(trx, actor, now)
  const { first_name, last_name, email, address, address2, city, postal_code } = body
  const location = await validateAddress(
    trx,
    { country_id: body.country_id, country_region_id: body.region_id, region: body.region, postal_code },
    { lenient: true },
  ).catch(renameRegionError)
  const billing = { first_name, last_name, email, address, address2, city, postal_code, ...location }
  await trx
    .insertInto('cart_billing')
    .values({ cart_id: cart.id, company: '', ...billing })
    .onConflict(conflict => conflict.column('cart_id').doUpdateSet(billing))
    .execute()
  if (body.po_number !== undefined) await savePoNumber(trx, cart, body.po_number || null)
  if (vat !== undefined) await saveVat(trx, cart, vat)
  return cart
}

/** Old clients call the state's field `region_id`. */
const renameRegionError = (error: unknown): never => {
  if (error instanceof Refusal && error.errors['country_region_id'])
    throw refuse.fields({ region_id: ['Region is required'] })
  throw error
}

export const legacyCartApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const inTransaction = db.transaction()
  const cartResponse = async (actor: Actor) => ({ data: await loadCart(db, actor, deps) })
  const newCartResponse = async (reply: FastifyReply, actor: Actor, cart: CartRow) => ({
    data: await toCartResponse(db, saveCartKey(config, reply, actor, cart), cart, clock.now()),
  })

  /** Throws 404 for another user's cart. A hash identifies a guest's cart, never a member's. */
  const requireOwner = async (actor: Actor, cart_hash: string | null | undefined): Promise<Actor> => {
    if (!cart_hash) return actor
    const owner = actor.user_id === null ? { ...actor, cart_hash } : actor
    const cart = await findCart(db, owner)
    if (cart?.hash !== cart_hash) throw refuse.missing('cart')
    return owner
  }

  serve(app, contract.addClips, async ({ actor, reply, body }) => {
    const owner = await requireOwner(actor, body.cart_hash)
    const now = clock.now()
    const { prices } = await getCurrentPrices(db, now)
    const requestedItems = body.clips.map(({ clip_id, ...fields }) => ({
      clip_id,
      choice: { ...defaultChoice, ...fields },
    }))
    const cart = await inTransaction.execute(async trx => {
      const cart = await openCart(trx, owner, now)
      // A new guest cart is identified by its hash alone.
      const cartOwner = owner.user_id === null ? { ...owner, cart_hash: cart.hash } : owner
      for (const [, group] of Map.groupBy(requestedItems, ({ choice }) => licenseKey(choice)))
        if (group[0])
          await addItems(
            trx,
            cartOwner,
            group.map(({ clip_id }) => clip_id),
            group[0].choice,
            prices,
            now,
          )
      return cart
    })
    return newCartResponse(reply, owner, cart)
  })

  serve(app, contract.changeClips, async ({ actor, body }) => {
    const owner = await requireOwner(actor, body.cart_hash)
    await inTransaction.execute(async trx => {
      for (const { cart_item_id, ...change } of body.clips)
        await changeItem(trx, owner, cart_item_id, change, clock.now())
    })
    return cartResponse(owner)
  })

  serve(app, contract.removeClips, async ({ actor, query }) => {
    const owner = await requireOwner(actor, query.cart_hash)
    await inTransaction.execute(trx => removeItems(trx, owner, query.cart_item_ids, clock.now()))
    return cartResponse(owner)
  })

  serve(app, contract.clearClips, async ({ actor }) => {
    await inTransaction.execute(trx => clearCart(trx, actor, clock.now()))
    return cartResponse(actor)
  })

  serve(app, contract.addCoupon, async ({ actor, request, reply, body }) => {
    await applyCouponLimited(deps, { actor, request, reply }, body.code).catch(moveErrorToCoupon)
    return cartResponse(actor)
  })

  serve(app, contract.removeCoupon, async ({ actor, request, reply }) => {
    await applyCouponLimited(deps, { actor, request, reply }, '')
    return cartResponse(actor)
  })

  serve(app, contract.saveDetails, async ({ actor, reply, body }) => {
    const now = clock.now()
    const vat = body.vat_number === undefined ? undefined : await checkVat(body.vat_number, body, now)
    const cart = await inTransaction.execute(trx => saveDetails(trx, actor, body, vat, now))
    saveCartKey(config, reply, actor, cart)
    return { data: { success: true } }
  })

  /** Validates the number with a network request, so it runs outside the transaction. Throws 422 for the field. */
  const checkVat = async (vatNumber: string, { country_id, postal_code }: AddressKey, now: Date) => {
    const country = vatNumber === '' ? undefined : await findCountry(db, country_id)
    return country
      ? checkVatForLocation({ country, country_region: null, postal_code }, vatNumber, { url: config.vies_url, now })
      : null
  }
}

type AddressKey = { country_id: number; postal_code: string }

const licenseKey = (choice: ChoiceWithFormat) => JSON.stringify([normalizeChoice(choice), choice.format_id])

/** Old clients expect errors in the code under `coupon`. */
const moveErrorToCoupon = (error: unknown): never => {
  if (!(error instanceof Refusal)) throw error
  const { status, message, errors, meta } = error
  throw errors['code'] ? new Refusal(status, message, { coupon: errors['code'] }, meta) : error
}
