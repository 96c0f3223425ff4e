import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { findCart, lockCartForCheckout, markCartOrdered, markCartPaying, reopenCart } from './carts.server.ts'
import { addItems, changeItem, clearCart, getCart, removeItems, type Cart } from './contract.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

let shop: TestApp
let clip: TestClip
let buyer: Buyer
let cart: Cart
beforeAll(async () => {
  shop = await openTestApp()
})
beforeEach(async () => {
  clip = await seedClip(shop)
  buyer = await seedMember(shop)
  cart = (await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })).data
})
afterAll(() => shop.close())

const loadCart = async () => (await buyer.visitor.call(getCart, {})).data
const itemId = () => cart.cart_items.data[0]?.id ?? 0
const cartId = async () => {
  const row = await findCart(shop.db, { user_id: buyer.user_id, workspace_id: buyer.workspace_id, cart_hash: null })
  return row?.id ?? 0
}
const changeState = (transition: typeof markCartPaying) => async () => {
  const id = await cartId()
  await shop.db.transaction().execute(trx => transition(trx, id))
}

test('a withdrawn clip leaves the cart, and the notice stays until it is dismissed', async () => {
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', clip.id).execute()
  const after = await loadCart()
  expect(after).toMatchObject({ cart_items: { data: [] }, total: { unformatted: 0 } })
  expect(after.notices).toEqual([
    {
      kind: 'withdrawn',
      cart_item_id: itemId(),
      text: '“Slow tide at dusk” is no longer offered, so it has left your cart.',
    },
  ])
  expect(after.fingerprint).not.toBe(cart.fingerprint)
  const { data } = await buyer.visitor.call(removeItems, { body: { cart_item_ids: [itemId()] } })
  expect(data.notices).toEqual([])
})

test('a format that is no longer offered leaves the cart, with a notice', async () => {
  await shop.db.deleteFrom('clip_formats').where('clip_id', '=', clip.id).where('format_id', '=', 3).execute()
  expect((await loadCart()).notices).toMatchObject([
    { kind: 'format', text: expect.stringContaining('no longer offered in HD') },
  ])
})

test('a changed price applies at once, and the notice stays until the buyer accepts it', async () => {
  await shop.db.updateTable('clips').set({ tier: 'signature' }).where('id', '=', clip.id).execute()
  const after = await loadCart()
  expect(after.total.unformatted).toBe(39800)
  expect(after.notices.map(notice => notice.text)).toEqual([
    'The price of “Slow tide at dusk” changed since you added it: it was $199.00 and is now $398.00.',
  ])
  expect(after.fingerprint).not.toBe(cart.fingerprint)
  const data = { distribution_ids: [3], format_id: 3 }
  const accepted = await buyer.visitor.call(changeItem, { params: { id: String(itemId()) }, body: { data } })
  expect(accepted.data.notices).toEqual([])
})

test('the fingerprint is stable while nothing changes', async () => {
  expect((await loadCart()).fingerprint).toBe(cart.fingerprint)
})

test('a cart that is being paid cannot be changed', async () => {
  await changeState(markCartPaying)()
  const lockedError = {
    status: 409,
    message: 'A payment for this cart is being confirmed. You can change it again when that has ended.',
  }
  const data = { distribution_ids: [3], format_id: 3 }
  const changes = [
    buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } }),
    buyer.visitor.call(changeItem, { params: { id: String(itemId()) }, body: { data } }),
    buyer.visitor.call(removeItems, { body: { cart_item_ids: [itemId()] } }),
    buyer.visitor.call(clearCart, {}),
  ]
  for (const result of await Promise.allSettled(changes))
    expect(result).toMatchObject({ status: 'rejected', reason: lockedError })
  expect(await loadCart()).toMatchObject({ state: 'paying', cart_items: { data: [{ id: itemId() }] } })
  await changeState(reopenCart)()
  expect(await loadCart()).toMatchObject({ state: 'open', fingerprint: cart.fingerprint })
})

test('an ordered cart is closed for good, and the next clip starts a new one', async () => {
  await changeState(markCartPaying)()
  const id = await cartId()
  await shop.db.transaction().execute(trx => markCartOrdered(trx, id))
  await shop.db.transaction().execute(trx => markCartOrdered(trx, id))
  await expect(shop.db.transaction().execute(trx => reopenCart(trx, id))).rejects.toMatchObject({ status: 409 })
  expect(await loadCart()).toMatchObject({ hash: null, licenses: [] })
  const { data: nextCart } = await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
  expect(nextCart.hash).not.toBe(cart.hash)
})

test('only one of several simultaneous payments starts', async () => {
  const id = await cartId()
  const startPayment = () =>
    shop.db.transaction().execute(async trx => {
      const { state } = await lockCartForCheckout(trx, { cart_id: id })
      if (state !== 'open') return false
      await markCartPaying(trx, id)
      return true
    })
  const results = await Promise.all(Array.from({ length: 20 }, startPayment))
  expect(results.filter(Boolean)).toHaveLength(1)
})
