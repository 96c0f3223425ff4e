import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
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
  clip = await aClip(shop)
  buyer = await aMember(shop)
  cart = (await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })).data
})
afterAll(() => shop.close())

const read = async () => (await buyer.visitor.call(getCart, {})).data
const itemId = () => cart.cart_items.data[0]?.id ?? 0
const cartId = async () => {
  const found = await findCart(shop.db, { user_id: buyer.user_id, workspace_id: buyer.workspace_id, cart_hash: null })
  return found?.id ?? 0
}
const inTransaction = (verb: typeof markCartPaying) => async () => {
  const id = await cartId()
  await shop.db.transaction().execute(trx => verb(trx, id))
}

test('a clip that is withdrawn leaves the cart, and the cart says so until told that it was read', async () => {
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', clip.id).execute()
  const after = await read()
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

test('a format that is no longer offered leaves the cart likewise', async () => {
  await shop.db.deleteFrom('clip_formats').where('clip_id', '=', clip.id).where('format_id', '=', 3).execute()
  expect((await read()).notices).toMatchObject([
    { kind: 'format', text: expect.stringContaining('no longer offered in HD') },
  ])
})

test('a changed price counts at once, and the cart says so until it was accepted', async () => {
  await shop.db.updateTable('clips').set({ tier: 'signature' }).where('id', '=', clip.id).execute()
  const after = await read()
  expect(after.total.unformatted).toBe(39800)
  expect(after.notices.map(notice => notice.text)).toEqual([
    'The price of “Slow tide at dusk” changed since you added it: it was $199.00 and is now $398.00.',
  ])
  expect(after.fingerprint).not.toBe(cart.fingerprint)
  const data = { distribution_ids: [3], format_id: 3 }
  const accepted = await buyer.visitor.call(changeItem, { params: { id: String(itemId()) }, body: { data } })
  expect(accepted.data.notices).toEqual([])
})

test('the fingerprint stays while nothing changes', async () => {
  expect((await read()).fingerprint).toBe(cart.fingerprint)
})

test('while it is being paid nothing can be changed', async () => {
  await inTransaction(markCartPaying)()
  const refusal = {
    status: 409,
    message: 'A payment for this cart is being confirmed. You can change it again when that has ended.',
  }
  const data = { distribution_ids: [3], format_id: 3 }
  const tries = [
    buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } }),
    buyer.visitor.call(changeItem, { params: { id: String(itemId()) }, body: { data } }),
    buyer.visitor.call(removeItems, { body: { cart_item_ids: [itemId()] } }),
    buyer.visitor.call(clearCart, {}),
  ]
  for (const result of await Promise.allSettled(tries))
    expect(result).toMatchObject({ status: 'rejected', reason: refusal })
  expect(await read()).toMatchObject({ state: 'paying', cart_items: { data: [{ id: itemId() }] } })
  await inTransaction(reopenCart)()
  expect(await read()).toMatchObject({ state: 'open', fingerprint: cart.fingerprint })
})

test('once ordered it is closed for good, and the next clip begins a new one', async () => {
  await inTransaction(markCartPaying)()
  const id = await cartId()
  await shop.db.transaction().execute(trx => markCartOrdered(trx, id))
  await shop.db.transaction().execute(trx => markCartOrdered(trx, id))
  await expect(shop.db.transaction().execute(trx => reopenCart(trx, id))).rejects.toMatchObject({ status: 409 })
  expect(await read()).toMatchObject({ hash: null, licenses: [] })
  const { data: next } = await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
  expect(next.hash).not.toBe(cart.hash)
})

test('two payments cannot begin at once', async () => {
  const id = await cartId()
  const begin = () =>
    shop.db.transaction().execute(async trx => {
      const { state } = await lockCartForCheckout(trx, { cart_id: id })
      if (state !== 'open') return false
      await markCartPaying(trx, id)
      return true
    })
  const began = await Promise.all(Array.from({ length: 20 }, begin))
  expect(began.filter(Boolean)).toHaveLength(1)
})
