import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { login } from '#accounts/contract.ts'
import { getLicenseSchema } from '#licensing/contract.ts'
import { priceOf } from '#licensing/price.ts'
import { sha256 } from '#platform/ids.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedClip, seedMember, type TestClip } from '../../testing/builders/orders.ts'
import { good_password } from '../../testing/builders/people.ts'
import { registerWithAuthenticator } from '../../testing/builders/two-step.ts'
import { addItems, changeItem, clearCart, getCart, MAX_GUEST_ITEMS, MAX_CART_ITEMS, removeItems } from './contract.ts'
import { purgeGuestCarts } from './jobs.server.ts'

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await seedClip(shop, 'Slow tide at dusk')
  harbor = await seedClip(shop, 'Harbor lights')
})
beforeEach(() => {
  visitor = shop.visitor()
})
afterAll(() => shop.close())

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
const tv = { ...web, distribution_ids: [7, 3] }

const add = async (buyer: Visitor, ids: number[], choice: typeof web = web) =>
  (await buyer.call(addItems, { body: { ...choice, clips: ids } })).data
const loadCart = async (buyer: Visitor) => (await buyer.call(getCart, {})).data
const postItem = (buyer: Visitor, body: object) =>
  buyer.send('/api/v2/cart/items', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a guest', () => {
  test('has an empty cart, and reading it sets no cookie', async () => {
    expect(await loadCart(visitor)).toMatchObject({ hash: null, licenses: [], total: { formatted: '$0.00' } })
    expect(visitor.cookies.has('cart_hash')).toBe(false)
  })

  test('has a cart whose key is in an HttpOnly, SameSite cookie', async () => {
    const response = await postItem(visitor, { ...web, clip_id: tide.id })
    expect(response.headers.get('set-cookie')).toMatch(/^cart_hash=[\w-]{22}; .*Path=\/; HttpOnly; SameSite=Lax/)
    const cart = await loadCart(visitor)
    expect(cart.hash).toBe(visitor.cookies.get('cart_hash'))
    expect(cart.cart_items.data).toHaveLength(1)
  })

  test('has a cart whose key cannot be read from the database, nor can what is there open it', async () => {
    await add(visitor, [tide.id])
    const key = visitor.cookies.get('cart_hash') ?? ''
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'guest-cart-key' }
    await visitor.send('/api/v2/cart/items', {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...web, clip_id: harbor.id }),
    })
    const person = await registerWithAuthenticator(shop)
    await visitor.call(login, { body: { login: person.user.email, password: good_password } })
    const rows = await Promise.all(
      (['carts', 'pending_logins', 'idempotency_keys'] as const).map(table =>
        shop.db.selectFrom(table).selectAll().execute(),
      ),
    )
    for (const some of rows) {
      expect(some.length).toBeGreaterThan(0)
      expect(JSON.stringify(some)).not.toContain(key)
    }
    const { hash } = await shop.db
      .selectFrom('carts')
      .orderBy('id', 'desc')
      .where('user_id', 'is', null)
      .select('hash')
      .executeTakeFirstOrThrow()
    const thief = shop.visitor()
    thief.cookies.set('cart_hash', hash)
    expect((await loadCart(thief)).cart_items.data).toEqual([])
    expect((await loadCart(visitor)).cart_items.data).toHaveLength(2)
  })

  test('sees a total without tax', async () => {
    expect(await add(visitor, [tide.id])).toMatchObject({ vat_total: null, tax: null, total: { unformatted: 19900 } })
  })

  test('gets a new key when the browser sends an unknown one', async () => {
    visitor.cookies.set('cart_hash', 'a-key-that-someone-else-planted')
    const cart = await add(visitor, [tide.id])
    expect(cart.hash).not.toBe('a-key-that-someone-else-planted')
    expect(visitor.cookies.get('cart_hash')).toBe(cart.hash)
  })
})

describe('adding', () => {
  test('groups clips by license, each with its text and legacy ids', async () => {
    await add(visitor, [tide.id, harbor.id])
    const cart = await add(visitor, [tide.id], tv)
    expect(cart.licenses.map(({ id, id_prefix, items }) => [id, id_prefix, items.length])).toEqual([
      ['C000023', 'C000023', 2],
      ['C0000237', 'C000023', 1],
    ])
    expect(cart.licenses[1]).toMatchObject({
      distribution_ids: [3, 7],
      org_size: '2–50 people',
      sentence: 'Web & Social and Broadcast TV, for a client with 2–50 people, worldwide, forever',
      preferred_rate: null,
    })
    expect(cart.cart_items.data[2]).toMatchObject({
      clip: { name: 'Slow tide at dusk' },
      filmmaker: { name: 'Ines Marlow' },
      resolution: '854 × 480',
      codec: 'h264',
      price: { formatted: '$699.00' },
      licenses: [{ id: 'C000023-HD' }, { id: 'C000027-HD' }],
    })
    expect(cart.total.unformatted).toBe(19900 + 19900 + 69900)
  })

  test('the same clip under the same license stays once, in the better format', async () => {
    await add(visitor, [tide.id])
    expect(await add(visitor, [tide.id, tide.id], { ...web, format_id: 2 })).toMatchObject({
      cart_items: { data: [{ format: { name: 'Highest Res' }, price: { unformatted: 29800 } }] },
    })
    expect(await add(visitor, [tide.id])).toMatchObject({ cart_items: { data: [{ format: { name: 'Highest Res' } }] } })
  })

  test('costs the price that the browser calculates from the schema', async () => {
    const { data: schema } = await visitor.call(getLicenseSchema, {})
    for (const { id } of schema.distributions) {
      const buyer = shop.visitor()
      const choice = { ...web, distribution_ids: [3, id], end_client_size: 4 }
      const { list_cents } = priceOf({ choice, tier: 'standard', format_id: 3 }, schema.prices)
      expect((await add(buyer, [tide.id], choice)).sub_total.unformatted).toBe(list_cents)
    }
  })

  test('shows the non-profit discount as its own line', async () => {
    const { data } = await visitor.call(addItems, { body: { ...web, org_type: 'nonprofit', clip_id: tide.id } })
    expect(data).toMatchObject({
      sub_total: { unformatted: 19900 },
      non_profit_discount: { unformatted: 5000 },
      has_non_profit_licenses: true,
      total: { unformatted: 14900 },
    })
  })

  test.each([
    ['an unknown clip', { clip_id: 999_999 }, 404, {}],
    ['no clip at all', {}, 422, { clips: ['Choose a clip'] }],
    [
      'the buyout, which needs a quote',
      { clip_id: 1, distribution_ids: [4] },
      422,
      { 'distribution_ids.0': ['Choose a distribution from the list'] },
    ],
    [
      'no distribution',
      { clip_id: 1, distribution_ids: [] },
      422,
      { distribution_ids: ['Choose at least one distribution'] },
    ],
    [
      'a size that does not exist',
      { clip_id: 1, end_client_size: 6 },
      422,
      { end_client_size: ['Choose the size of the end client'] },
    ],
    ['a format that does not exist', { clip_id: 1, format_id: 9 }, 422, { format_id: ['Choose a format'] }],
    [
      'an unknown kind of organization',
      { clip_id: 1, org_type: 'military' },
      422,
      { org_type: ['Choose personal, commercial or non-profit'] },
    ],
  ])('rejects %s', async (_, overrides, status, errors) => {
    const response = await postItem(visitor, { ...web, ...overrides })
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ errors })])
  })

  test('rejects a format that the clip does not have', async () => {
    await expect(add(visitor, [tide.id], { ...web, format_id: 1 })).rejects.toMatchObject({
      status: 422,
      errors: { format_id: ['“Slow tide at dusk” is not available in RAW.'] },
    })
  })

  test.each([
    ['a member', MAX_CART_ITEMS, `A cart holds at most ${MAX_CART_ITEMS} clips.`],
    ['a guest', MAX_GUEST_ITEMS, `Without an account, a cart holds at most ${MAX_GUEST_ITEMS} clips. Please sign in`],
  ])('by %s is rejected beyond %i clips, and the cart stays unchanged', async (role, limit, message) => {
    const buyer = role === 'a member' ? (await seedMember(shop)).visitor : visitor
    const cart = await add(buyer, [tide.id])
    const { id } = await shop.db
      .selectFrom('carts')
      .where('hash', 'in', [cart.hash ?? '', sha256(cart.hash ?? '')])
      .select('id')
      .executeTakeFirstOrThrow()
    const [item] = await shop.db.selectFrom('cart_items').where('cart_id', '=', id).selectAll().execute()
    if (!item) throw new Error('The clip is not in the cart.')
    // Fill the cart: each set of distributions is a separate license.
    const distributionSets = Array.from({ length: limit - 1 }, (_, n) =>
      [1, 2, 3, 5, 6, 7, 8, 9].filter((_, bit) => ((n % 255) + 1) & (1 << bit)),
    )
    const rows = distributionSets.map((distribution_ids, n) => ({
      ...item,
      id: undefined,
      distribution_ids,
      end_client_size: n < 255 ? 3 : 4,
    }))
    await shop.db
      .insertInto('cart_items')
      .values(rows.map(({ id: _, ...row }) => row))
      .execute()
    await expect(add(buyer, [harbor.id])).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(message),
    })
    expect((await loadCart(buyer)).cart_items.data).toHaveLength(limit)
  })
})

describe('changing', () => {
  test('an item moves it to its new license and price', async () => {
    const { cart_items } = await add(visitor, [tide.id, harbor.id])
    const id = cart_items.data[0]?.id ?? 0
    const data = { distribution_ids: [7], format_id: 2, end_client_size: 1, org_type: 'personal' as const }
    const { data: cart } = await visitor.call(changeItem, { params: { id: String(id) }, body: { data } })
    expect(cart.licenses.map(group => group.id)).toEqual(['P000017', 'C000023'])
    expect(cart.cart_items.data.find(item => item.id === id)).toMatchObject({ price: { unformatted: 39900 + 9900 } })
  })

  test('an item to a license that has the clip already merges the two', async () => {
    await add(visitor, [tide.id], { ...web, format_id: 2 })
    const { cart_items } = await add(visitor, [tide.id], tv)
    const id = String(cart_items.data[1]?.id)
    const { data: cart } = await visitor.call(changeItem, {
      params: { id },
      body: { data: { distribution_ids: [3], format_id: 3 } },
    })
    expect(cart.cart_items.data).toMatchObject([{ format: { name: 'Highest Res' } }])
  })

  test('or removing an item of another cart is rejected', async () => {
    const otherCart = await add(shop.visitor(), [tide.id])
    await add(visitor, [harbor.id])
    const id = otherCart.cart_items.data[0]?.id ?? 0
    const data = { distribution_ids: [3], format_id: 3 }
    await expect(visitor.call(changeItem, { params: { id: String(id) }, body: { data } })).rejects.toMatchObject({
      status: 404,
    })
    const ownItemId = (await loadCart(visitor)).cart_items.data[0]?.id ?? 0
    await expect(visitor.call(removeItems, { body: { cart_item_ids: [ownItemId, id] } })).rejects.toMatchObject({
      status: 404,
    })
    expect((await loadCart(visitor)).cart_items.data).toHaveLength(1)
  })
})

test('old carts of guests are deleted in batches; carts of members and newer ones stay', async () => {
  const guests = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const visitor = shop.visitor()
      const { hash } = (await visitor.call(addItems, { body: { ...web, clips: [tide.id] } })).data
      return { visitor, hash: sha256(hash ?? '') }
    }),
  )
  const { visitor: member } = await seedMember(shop)
  await member.call(addItems, { body: { ...web, clips: [tide.id] } })
  const [recent, ...old] = guests
  await shop.db
    .updateTable('carts')
    .set({ updated_at: new Date(0) })
    .where('hash', '!=', recent?.hash ?? '')
    .execute()
  await purgeGuestCarts(shop.db, shop.clock.now(), 30, 2)
  const left = await shop.db.selectFrom('carts').where('user_id', 'is', null).select('hash').execute()
  expect(left).toEqual([{ hash: recent?.hash }])
  for (const { visitor } of old) expect((await visitor.call(getCart, {})).data.cart_items.data).toEqual([])
  expect((await member.call(getCart, {})).data.cart_items.data).toHaveLength(1)
})

test('items are removed one by one or all at once', async () => {
  const { cart_items } = await add(visitor, [tide.id, harbor.id])
  const { data: smaller } = await visitor.call(removeItems, { body: { cart_item_ids: [cart_items.data[0]?.id ?? 0] } })
  expect(smaller.cart_items.data.map(item => item.clip.name)).toEqual(['Harbor lights'])
  expect((await visitor.call(clearCart, {})).data).toMatchObject({
    cart_items: { data: [] },
    total: { unformatted: 0 },
  })
  await expect(visitor.call(clearCart, {})).resolves.toBeDefined()
})

describe('twenty requests at once', () => {
  const tabs = Array.from({ length: 20 })

  test('from one guest add the same clip once', async () => {
    const key = (await add(visitor, [harbor.id])).hash ?? ''
    await Promise.all(
      tabs.map(() => {
        const tab = shop.visitor()
        tab.cookies.set('cart_hash', key)
        return add(tab, [tide.id])
      }),
    )
    expect((await loadCart(visitor)).cart_items.data.map(item => item.clip_id)).toEqual([harbor.id, tide.id])
  })

  test('from one user create one cart', async () => {
    const { visitor: user, user_id } = await seedMember(shop)
    const userTabs = tabs.map(() => {
      const tab = shop.visitor()
      for (const [name, value] of user.cookies) tab.cookies.set(name, value)
      return tab
    })
    await Promise.all(userTabs.map((tab, n) => add(tab, [n % 2 ? tide.id : harbor.id])))
    expect((await loadCart(user)).cart_items.data).toHaveLength(2)
    expect(await shop.db.selectFrom('carts').where('user_id', '=', user_id).select('id').execute()).toHaveLength(1)
  })
})
