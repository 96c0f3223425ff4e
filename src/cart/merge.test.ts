import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { login, logout, register } from '#accounts/contract.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aClip, type TestClip } from '../../testing/builders/orders.ts'
import { proofOf } from '../../testing/proof.ts'
import { addItems, getCart, most_items } from './contract.ts'
import { setEin } from './details-contract.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
const password = 'a long enough Password 1'

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let guest: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await aClip(shop)
  harbor = await aClip(shop, 'Harbor lights')
})
beforeEach(() => {
  guest = shop.visitor()
})
afterAll(() => shop.close())

let serial = 0
const newEmail = () => `merge-${(serial += 1)}@example.com`
const join = async (who: Visitor, email: string) =>
  who.call(register, {
    body: { email, password, password_again: password, captcha: await proofOf(who, 'register') },
  })
const add = (who: Visitor, clip: TestClip, more: Partial<typeof web> = {}) =>
  who.call(addItems, { body: { ...web, ...more, clip_id: clip.id } })
const read = async (who: Visitor) => (await who.call(getCart, {})).data

test('a new account takes the guest cart over', async () => {
  await add(guest, tide)
  await guest.call(setEin, { body: { ein: '123456789' } })
  const { hash } = await read(guest)
  await join(guest, newEmail())
  const cart = await read(guest)
  expect(cart).toMatchObject({ ein: '12-3456789', cart_items: { data: [{ clip_id: tide.id }] } })
  expect(cart.hash).not.toBe(hash)
})

test('at login the two carts become one: the same clip under the same license once, in the better format', async () => {
  const email = newEmail()
  const own = shop.visitor()
  await join(own, email)
  await add(own, tide)
  await add(own, harbor, { format_id: 2 })
  await add(guest, tide, { format_id: 2 })
  await add(guest, harbor)
  await add(guest, harbor, { distribution_ids: [7] })
  await guest.call(login, { body: { login: email, password } })
  const { cart_items } = await read(guest)
  expect(cart_items.data.map(item => [item.clip_id, item.licenses[0]?.id])).toEqual([
    [tide.id, 'C000023-HR'],
    [harbor.id, 'C000023-HR'],
    [harbor.id, 'C000027-HD'],
  ])
})

test('a login that adds clips of an earlier cart says so until the cart is changed', async () => {
  const email = newEmail()
  const own = shop.visitor()
  await join(own, email)
  await add(own, tide)
  await add(own, harbor)
  await add(guest, harbor)
  await guest.call(login, { body: { login: email, password } })
  const notice = { kind: 'merged', text: '1 clip of your earlier cart is in this cart, too.' }
  expect((await read(guest)).notices).toMatchObject([notice])
  expect((await read(guest)).notices).toMatchObject([notice])
  const { data } = await add(guest, tide, { distribution_ids: [7] })
  expect(data.notices).toEqual([])
})

test('a login without clips on one of the sides says nothing', async () => {
  const email = newEmail()
  const own = shop.visitor()
  await join(own, email)
  await add(guest, tide)
  await guest.call(login, { body: { login: email, password } })
  expect(await read(guest)).toMatchObject({ notices: [], cart_items: { data: [{ clip_id: tide.id }] } })
  const other = shop.visitor()
  await other.call(login, { body: { login: email, password } })
  expect((await read(other)).notices).toEqual([])
})

test('after logout the cart is gone from the browser, and its old key opens nothing', async () => {
  await add(guest, tide)
  const { hash } = await read(guest)
  await join(guest, newEmail())
  const { hash: own } = await read(guest)
  await guest.call(logout, {})
  expect(await read(guest)).toMatchObject({ hash: null, licenses: [], billing_information: null })
  for (const key of [hash, own]) {
    const stranger = shop.visitor()
    stranger.cookies.set('cart_hash', key ?? '')
    expect((await read(stranger)).licenses).toEqual([])
  }
})

test('while their own cart is being paid, what a guest collected waits in the browser for the next login', async () => {
  const email = newEmail()
  const own = shop.visitor()
  await join(own, email)
  await add(own, harbor)
  const { hash } = await read(own)
  const setState = (state: string) =>
    shop.db
      .updateTable('carts')
      .set({ state })
      .where('hash', '=', hash ?? '')
      .execute()
  await setState('paying')
  await add(guest, tide)
  await guest.call(login, { body: { login: email, password } })
  expect((await read(guest)).cart_items.data.map(item => item.clip_id)).toEqual([harbor.id])
  await setState('open')
  await guest.call(logout, {})
  await guest.call(login, { body: { login: email, password } })
  expect((await read(guest)).cart_items.data.map(item => item.clip_id)).toEqual([harbor.id, tide.id])
  expect(guest.cookies.has('cart_hash')).toBe(false)
})

test('a full cart stays within its limit, whatever a guest brings', async () => {
  const email = newEmail()
  const own = shop.visitor()
  await join(own, email)
  await add(own, tide)
  const { hash } = await read(own)
  // Every set of distributions is a license of its own.
  const sets = Array.from({ length: most_items - 2 }, (_, n) =>
    [1, 2, 3, 5, 6, 7, 8, 9].filter((_, bit) => ((n % 250) + 1) & (1 << bit)),
  )
  const { id: cart_id } = await shop.db
    .selectFrom('carts')
    .where('hash', '=', hash ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  const license = { cart_id, clip_id: harbor.id, format_id: 3, org_type: 'commercial', noted_price_cents: 0 }
  await shop.db
    .insertInto('cart_items')
    .values(sets.map((distribution_ids, n) => ({ ...license, distribution_ids, end_client_size: n < 250 ? 2 : 3 })))
    .execute()
  await add(guest, tide, { distribution_ids: [7] })
  await add(guest, tide, { distribution_ids: [8] })
  await add(guest, tide, { format_id: 2 })
  await guest.call(login, { body: { login: email, password } })
  const items = (await read(guest)).cart_items.data
  expect(items).toHaveLength(most_items)
  expect(items[0]).toMatchObject({ clip_id: tide.id, format: { id: 2 } })
})

test('twenty logins with one guest cart bring its clips over once', async () => {
  const email = newEmail()
  await join(shop.visitor(), email)
  await add(guest, tide)
  await add(guest, harbor)
  const key = guest.cookies.get('cart_hash') ?? ''
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const tab = shop.visitor()
      tab.cookies.set('cart_hash', key)
      await tab.call(login, { body: { login: email, password } })
      return tab
    }),
  )
  const [tab] = tabs
  if (!tab) throw new Error('No tab')
  expect((await read(tab)).cart_items.data.map(item => item.clip_id)).toEqual([tide.id, harbor.id])
})
