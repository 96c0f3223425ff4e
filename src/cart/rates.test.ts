/** Carts under preferred rates. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Trx } from '#platform/database.server.ts'
import { changeRate, endRate, type Rate } from '#rates/rates.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aCoupon } from '../../testing/builders/coupons.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { addUnder, aRate, rateBody } from '../../testing/builders/rates.ts'
import { addItems, changeItem, getCart } from './contract.ts'
import { setCoupon } from './details-contract.ts'
import { addUnderRate, moveToRate } from './rate-contract.ts'

let shop: TestApp
let clips: TestClip[]
let buyer: Buyer
let rate: Rate
beforeAll(async () => {
  shop = await openTestApp()
  clips = [await aClip(shop), await aClip(shop, 'Paper lanterns'), await aClip(shop, 'Harbor lights')]
})
afterAll(() => shop.close())

const begin = async (wish: Parameters<typeof aRate>[2] = {}) => {
  buyer = await aMember(shop)
  rate = await aRate(shop, buyer.workspace_id, wish)
}
const some = (count: number) => clips.slice(0, count)
const only = (place: number): TestClip => {
  const clip = clips[place]
  if (!clip) throw new Error(`No clip ${place}.`)
  return clip
}
const cart = async () => (await buyer.visitor.call(getCart, {})).data
const plain = { org_type: 'commercial' as const, end_client_size: 3, distribution_ids: [1, 3, 5], format_id: 3 }
const inTransaction = (verb: (trx: Trx) => Promise<unknown>) => shop.db.transaction().execute(verb)
const by = () => ({ staff_user_id: null, now: shop.clock.now() })

test('clips under a rate stand in a group of their own, with its name and its flat price', async () => {
  await begin()
  await buyer.visitor.call(addItems, { body: { ...plain, clips: [only(0).id] } })
  const shown = await addUnder(buyer, rate.id, some(2))
  const [own, under] = shown.licenses
  expect(own?.preferred_rate).toBeNull()
  // The same distributions for the same client, and yet another license.
  expect(under?.id).not.toBe(own?.id)
  expect(under).toMatchObject({
    distribution_ids: [1, 3, 5],
    preferred_rate: {
      id: rate.id,
      name: 'Aster 2026',
      price: { unformatted: 8_900 },
      end_client_name: 'Aster Foods',
      usage_details: 'All spots of the summer campaign',
    },
    sentence: expect.stringContaining('in Germany, for 1 year'),
  })
  expect(under?.items.map(({ price }) => price.unformatted)).toEqual([8_900, 8_900])
  expect(shown.notices).toEqual([])
  expect(shown.sub_total.unformatted).toBe(17_800 + (own?.items[0]?.price.unformatted ?? 0))
})

test('RAW costs its surcharge more; another format nothing more', async () => {
  await begin()
  const { storage_key, file_name, ...format } = await shop.db
    .selectFrom('clip_formats')
    .where('clip_id', '=', only(2).id)
    .where('format_id', '=', 3)
    .selectAll()
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('clip_formats')
    .values({ ...format, storage_key, file_name, format_id: 1, priority: 1 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const add = (format_id: number, clip: TestClip) =>
    buyer.visitor.call(addUnderRate, { body: { preferred_rate_id: rate.id, clip_id: clip.id, format_id } })
  await add(2, only(0))
  const { data } = await add(1, only(2))
  expect(data.cart_items.data.map(({ price }) => price.unformatted)).toEqual([8_900, 28_800])
  await expect(add(1, only(1))).rejects.toMatchObject({ status: 422 })
})

test('an item moves under a rate and back; where the clip stands there already, the two become one', async () => {
  await begin()
  const { data } = await buyer.visitor.call(addItems, { body: { ...plain, clips: [only(0).id, only(1).id] } })
  const id = String(data.cart_items.data[0]?.id)
  const body = { preferred_rate_id: rate.id }
  const moved = (await buyer.visitor.call(moveToRate, { params: { id }, body })).data
  expect(moved.licenses.map(group => [group.preferred_rate?.id ?? null, group.items.length])).toEqual([
    [rate.id, 1],
    [null, 1],
  ])
  const back = (await buyer.visitor.call(changeItem, { params: { id }, body: { data: plain } })).data
  expect(back.licenses.map(group => group.preferred_rate)).toEqual([null])
  await addUnder(buyer, rate.id, some(1))
  const twin = (await buyer.visitor.call(moveToRate, { params: { id }, body })).data
  expect(twin.cart_items.data).toHaveLength(2)
  // A second time under the same rate it stays once.
  expect((await addUnder(buyer, rate.id, some(1))).cart_items.data).toHaveLength(2)
})

test('a rate of another workspace is not found, and a guest of the workspace does not use its rates', async () => {
  await begin()
  const mine = buyer
  const others = await aRate(shop, (await aMember(shop)).workspace_id)
  await expect(addUnder(mine, others.id, some(1))).rejects.toMatchObject({ status: 404 })
  const guest = await aMember(shop, 'guest', mine.workspace_id)
  await expect(addUnder(guest, rate.id, some(1))).rejects.toMatchObject({ status: 403 })
  // Who takes an item along into another workspace leaves the rate behind.
  await addUnder(mine, rate.id, some(1))
  await shop.db.updateTable('cart_items').set({ rate_id: others.id }).where('rate_id', '=', rate.id).execute()
  expect(await cart()).toMatchObject({ licenses: [{ preferred_rate: null }], notices: [{ kind: 'rate' }] })
})

test('no more clips go in than are left', async () => {
  await begin({ clip_limit: 2 })
  await expect(addUnder(buyer, rate.id, some(3))).rejects.toMatchObject({
    status: 409,
    message: 'The preferred rate “Aster 2026” has 2 clips left.',
  })
  await addUnder(buyer, rate.id, some(2))
  await expect(addUnder(buyer, rate.id, [only(2)])).rejects.toMatchObject({ status: 409 })
  expect((await cart()).cart_items.data).toHaveLength(2)
})

test('when a rate ends, its clips stand under a license of their own, and the cart says so until it was read', async () => {
  await begin()
  const before = await addUnder(buyer, rate.id, some(1))
  await inTransaction(trx => endRate(trx, rate.id, by()))
  const after = await cart()
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect(after.licenses).toMatchObject([{ preferred_rate: null, distribution_ids: [1, 3, 5] }])
  const [item] = after.cart_items.data
  expect(after.notices).toEqual([
    {
      kind: 'rate',
      cart_item_id: item?.id,
      text: `The preferred rate “Aster 2026” has ended. “Slow tide at dusk” now stands under a license of its own, worldwide and forever, for ${item?.price.formatted}.`,
    },
  ])
  const { data: read } = await buyer.visitor.call(changeItem, {
    params: { id: String(item?.id) },
    body: { data: plain },
  })
  expect(read.notices).toEqual([])
})

test('a rate whose distributions no table sells takes its clips along when it ends', async () => {
  const groups = rateBody().distribution_groups.map(group => ({ ...group, distribution_ids: [4] }))
  await begin({ distribution_groups: groups })
  await addUnder(buyer, rate.id, some(1))
  await inTransaction(trx => endRate(trx, rate.id, by()))
  expect(await cart()).toMatchObject({
    licenses: [],
    notices: [{ kind: 'withdrawn', text: expect.stringContaining('has ended, so “Slow tide at dusk” has left') }],
    total: { unformatted: 0 },
  })
})

test('whatever changes of a rate changes what the buyer saw; a price says so', async () => {
  await begin()
  const before = await addUnder(buyer, rate.id, some(1))
  await inTransaction(trx => changeRate(trx, rate.id, rateBody({ usage_details: 'Spots alone' }), by()))
  const reworded = await cart()
  expect(reworded).toMatchObject({ notices: [], total: before.total })
  expect(reworded.fingerprint).not.toBe(before.fingerprint)
  await inTransaction(trx => changeRate(trx, rate.id, rateBody({ price_cents: 9_900 }), by()))
  expect((await cart()).notices).toMatchObject([{ kind: 'price', text: expect.stringContaining('$89.00') }])
})

test('no coupon takes anything off a price that was agreed on', async () => {
  await begin()
  await addUnder(buyer, rate.id, some(1))
  const { code } = await aCoupon(shop)
  const set = () => buyer.visitor.call(setCoupon, { body: { code } })
  await expect(set()).rejects.toMatchObject({ status: 422 })
  await buyer.visitor.call(addItems, { body: { ...plain, distribution_ids: [3], clips: [only(1).id] } })
  const { data } = await set()
  const listed = data.licenses.find(group => !group.preferred_rate)?.items[0]?.price.unformatted ?? 0
  expect(data.discount_total.unformatted).toBe(Math.round(listed * 0.15))
})

test('a non-profit’s rate needs no EIN number: its price is not a discount', async () => {
  await begin({ end_client_type: 'nonprofit' })
  const shown = await addUnder(buyer, rate.id, some(1))
  expect(shown).toMatchObject({ has_non_profit_licenses: false, non_profit_discount: { unformatted: 0 } })
})
