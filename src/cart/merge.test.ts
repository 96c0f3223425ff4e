import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { login, logout } from '#accounts/contract.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedClip, type TestClip } from '../../testing/builders/orders.ts'
import { signUp } from '../../testing/builders/people.ts'
import { addItems, getCart, MAX_CART_ITEMS } from './contract.ts'
import { setEin } from './details-contract.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
const password = 'a long enough Password 1'

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let guest: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await seedClip(shop)
  harbor = await seedClip(shop, 'Harbor lights')
})
beforeEach(() => {
  guest = shop.visitor()
})
afterAll(() => shop.close())

let serial = 0
const newEmail = () => `merge-${(serial += 1)}@example.com`
const registerUser = (visitor: Visitor, email: string) => signUp(shop, visitor, { email, password })
const add = (visitor: Visitor, clip: TestClip, overrides: Partial<typeof web> = {}) =>
  visitor.call(addItems, { body: { ...web, ...overrides, clip_id: clip.id } })
const loadCart = async (visitor: Visitor) => (await visitor.call(getCart, {})).data

test('a new account takes over the guest cart', async () => {
  await add(guest, tide)
  await guest.call(setEin, { body: { ein: '123456789' } })
  const { hash } = await loadCart(guest)
  await registerUser(guest, newEmail())
  const cart = await loadCart(guest)
  expect(cart).toMatchObject({ ein: '12-3456789', cart_items: { data: [{ clip_id: tide.id }] } })
  expect(cart.hash).not.toBe(hash)
})

test('login merges the two carts: the same clip under the same license stays once, in the better format', async () => {
  const email = newEmail()
  const user = shop.visitor()
  await registerUser(user, email)
  await add(user, tide)
  await add(user, harbor, { format_id: 2 })
  await add(guest, tide, { format_id: 2 })
  await add(guest, harbor)
  await add(guest, harbor, { distribution_ids: [7] })
  await guest.call(login, { body: { login: email, password } })
  const { cart_items } = await loadCart(guest)
  expect(cart_items.data.map(item => [item.clip_id, item.licenses[0]?.id])).toEqual([
    [tide.id, 'C000023-HR'],
    [harbor.id, 'C000023-HR'],
    [harbor.id, 'C000027-HD'],
  ])
})

test('a login that merges clips of an earlier cart shows a notice until the cart is changed', async () => {
  const email = newEmail()
  const user = shop.visitor()
  await registerUser(user, email)
  await add(user, tide)
  await add(user, harbor)
  await add(guest, harbor)
  await guest.call(login, { body: { login: email, password } })
  const notice = { kind: 'merged', text: '1 clip of your earlier cart is in this cart, too.' }
  expect((await loadCart(guest)).notices).toMatchObject([notice])
  expect((await loadCart(guest)).notices).toMatchObject([notice])
  const { data } = await add(guest, tide, { distribution_ids: [7] })
  expect(data.notices).toEqual([])
})

test('a login shows no notice when one of the carts is empty', async () => {
  const email = newEmail()
  const user = shop.visitor()
  await registerUser(user, email)
  await add(guest, tide)
  await guest.call(login, { body: { login: email, password } })
  expect(await loadCart(guest)).toMatchObject({ notices: [], cart_items: { data: [{ clip_id: tide.id }] } })
  const other = shop.visitor()
  await other.call(login, { body: { login: email, password } })
  expect((await loadCart(other)).notices).toEqual([])
})

test('logout removes the cart from the browser, and its old key is not valid', async () => {
  await add(guest, tide)
  const { hash } = await loadCart(guest)
  await registerUser(guest, newEmail())
  const { hash: userHash } = await loadCart(guest)
  await guest.call(logout, {})
  expect(await loadCart(guest)).toMatchObject({ hash: null, licenses: [], billing_information: null })
  for (const key of [hash, userHash]) {
    const otherVisitor = shop.visitor()
    otherVisitor.cookies.set('cart_hash', key ?? '')
    expect((await loadCart(otherVisitor)).licenses).toEqual([])
  }
})

test('while the user’s own cart is being paid, the guest cart waits for the next login', async () => {
  const email = newEmail()
  const user = shop.visitor()
  await registerUser(user, email)
  await add(user, harbor)
  const { hash } = await loadCart(user)
  const setState = (state: string) =>
    shop.db
      .updateTable('carts')
      .set({ state })
      .where('hash', '=', hash ?? '')
      .execute()
  await setState('paying')
  await add(guest, tide)
  await guest.call(login, { body: { login: email, password } })
  expect((await loadCart(guest)).cart_items.data.map(item => item.clip_id)).toEqual([harbor.id])
  await setState('open')
  await guest.call(logout, {})
  await guest.call(login, { body: { login: email, password } })
  expect((await loadCart(guest)).cart_items.data.map(item => item.clip_id)).toEqual([harbor.id, tide.id])
  expect(guest.cookies.has('cart_hash')).toBe(false)
})

test('a merge never exceeds the cart’s limit', async () => {
  const email = newEmail()
  const user = shop.visitor()
  await registerUser(user, email)
  await add(user, tide)
  const { hash } = await loadCart(user)
  // Each set of distributions is a separate license.
  const distributionSets = Array.from({ length: MAX_CART_ITEMS - 2 }, (_, n) =>
    [1, 2, 3, 5, 6, 7, 8, 9].filter((_, bit) => ((n % 250) + 1) & (1 << bit)),
  )
  const { id: cart_id } = await shop.db
    .selectFrom('carts')
    .where('hash', '=', hash ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  const license = { cart_id, clip_id: harbor.id, format_id: 3, org_type: 'commercial', seen_price_cents: 0 }
  await shop.db
    .insertInto('cart_items')
    .values(
      distributionSets.map((distribution_ids, n) => ({
        ...license,
        distribution_ids,
        end_client_size: n < 250 ? 2 : 3,
      })),
    )
    .execute()
  await add(guest, tide, { distribution_ids: [7] })
  await add(guest, tide, { distribution_ids: [8] })
  await add(guest, tide, { format_id: 2 })
  await guest.call(login, { body: { login: email, password } })
  const items = (await loadCart(guest)).cart_items.data
  expect(items).toHaveLength(MAX_CART_ITEMS)
  expect(items[0]).toMatchObject({ clip_id: tide.id, format: { id: 2 } })
})

test('twenty logins with one guest cart merge it once', async () => {
  const email = newEmail()
  await registerUser(shop.visitor(), email)
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
  expect((await loadCart(tab)).cart_items.data.map(item => item.clip_id)).toEqual([tide.id, harbor.id])
})
