/** Tests for carts with preferred rates. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Trx } from '#platform/db/database.server.ts'
import { changeRate, endRate, type Rate } from '#rates/rates.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedCoupon } from '../../testing/builders/coupons.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { addClipsUnderRate, seedRate, buildRateBody } from '../../testing/builders/rates.ts'
import { addItems, changeItem, getCart } from './contract.ts'
import { setCoupon } from './details-contract.ts'
import { addUnderRate, moveToRate } from './rate-contract.ts'

let shop: TestApp
let clips: TestClip[]
let buyer: Buyer
let rate: Rate
beforeAll(async () => {
  shop = await openTestApp()
  clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns'), await seedClip(shop, 'Harbor lights')]
})
afterAll(() => shop.close())

const createRate = async (overrides: Parameters<typeof seedRate>[2] = {}) => {
  buyer = await seedMember(shop)
  rate = await seedRate(shop, buyer.workspace_id, overrides)
}
const firstClips = (count: number) => clips.slice(0, count)
const clipAt = (index: number): TestClip => {
  const clip = clips[index]
  if (!clip) throw new Error(`No clip ${index}.`)
  return clip
}
const loadCart = async () => (await buyer.visitor.call(getCart, {})).data
const listLicense = { org_type: 'commercial' as const, end_client_size: 3, distribution_ids: [1, 3, 5], format_id: 3 }
const inTransaction = (change: (trx: Trx) => Promise<unknown>) => shop.db.transaction().execute(change)
const staffChange = () => ({ staff_user_id: null, now: shop.clock.now() })

test('clips under a rate are in their own group, with the rate’s name and flat price', async () => {
  await createRate()
  await buyer.visitor.call(addItems, { body: { ...listLicense, clips: [clipAt(0).id] } })
  const cart = await addClipsUnderRate(buyer, rate.id, firstClips(2))
  const [listGroup, rateGroup] = cart.licenses
  expect(listGroup?.preferred_rate).toBeNull()
  // The same distributions for the same client, but a different license.
  expect(rateGroup?.id).not.toBe(listGroup?.id)
  expect(rateGroup).toMatchObject({
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
  expect(rateGroup?.items.map(({ price }) => price.unformatted)).toEqual([8_900, 8_900])
  expect(cart.notices).toEqual([])
  expect(cart.sub_total.unformatted).toBe(17_800 + (listGroup?.items[0]?.price.unformatted ?? 0))
})

test('RAW costs its surcharge, and other formats cost nothing extra', async () => {
  await createRate()
  const { storage_key, file_name, ...format } = await shop.db
    .selectFrom('clip_formats')
    .where('clip_id', '=', clipAt(2).id)
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
  await add(2, clipAt(0))
  const { data } = await add(1, clipAt(2))
  expect(data.cart_items.data.map(({ price }) => price.unformatted)).toEqual([8_900, 28_800])
  await expect(add(1, clipAt(1))).rejects.toMatchObject({ status: 422 })
})

test('an item moves to a rate and back, and duplicates under a rate are merged', async () => {
  await createRate()
  const { data } = await buyer.visitor.call(addItems, { body: { ...listLicense, clips: [clipAt(0).id, clipAt(1).id] } })
  const id = String(data.cart_items.data[0]?.id)
  const body = { preferred_rate_id: rate.id }
  const afterMove = (await buyer.visitor.call(moveToRate, { params: { id }, body })).data
  expect(afterMove.licenses.map(group => [group.preferred_rate?.id ?? null, group.items.length])).toEqual([
    [rate.id, 1],
    [null, 1],
  ])
  const afterReturn = (await buyer.visitor.call(changeItem, { params: { id }, body: { data: listLicense } })).data
  expect(afterReturn.licenses.map(group => group.preferred_rate)).toEqual([null])
  await addClipsUnderRate(buyer, rate.id, firstClips(1))
  const afterMerge = (await buyer.visitor.call(moveToRate, { params: { id }, body })).data
  expect(afterMerge.cart_items.data).toHaveLength(2)
  // Adding it again under the same rate does not duplicate it.
  expect((await addClipsUnderRate(buyer, rate.id, firstClips(1))).cart_items.data).toHaveLength(2)
})

test('a rate of another workspace returns 404, and the guest role cannot use the workspace’s rates', async () => {
  await createRate()
  const firstBuyer = buyer
  const otherRate = await seedRate(shop, (await seedMember(shop)).workspace_id)
  await expect(addClipsUnderRate(firstBuyer, otherRate.id, firstClips(1))).rejects.toMatchObject({ status: 404 })
  const guest = await seedMember(shop, 'guest', firstBuyer.workspace_id)
  await expect(addClipsUnderRate(guest, rate.id, firstClips(1))).rejects.toMatchObject({ status: 403 })
  // An item moved to another workspace loses the rate.
  await addClipsUnderRate(firstBuyer, rate.id, firstClips(1))
  await shop.db.updateTable('cart_items').set({ rate_id: otherRate.id }).where('rate_id', '=', rate.id).execute()
  expect(await loadCart()).toMatchObject({ licenses: [{ preferred_rate: null }], notices: [{ kind: 'rate' }] })
})

test('a rate accepts no more clips than it has left', async () => {
  await createRate({ clip_limit: 2 })
  await expect(addClipsUnderRate(buyer, rate.id, firstClips(3))).rejects.toMatchObject({
    status: 409,
    message: 'The preferred rate “Aster 2026” has 2 clips left.',
  })
  await addClipsUnderRate(buyer, rate.id, firstClips(2))
  await expect(addClipsUnderRate(buyer, rate.id, [clipAt(2)])).rejects.toMatchObject({ status: 409 })
  expect((await loadCart()).cart_items.data).toHaveLength(2)
})

test('when a rate ends, its clips get their own license, and the notice stays until it is dismissed', async () => {
  await createRate()
  const before = await addClipsUnderRate(buyer, rate.id, firstClips(1))
  await inTransaction(trx => endRate(trx, rate.id, staffChange()))
  const afterEnd = await loadCart()
  expect(afterEnd.fingerprint).not.toBe(before.fingerprint)
  expect(afterEnd.licenses).toMatchObject([{ preferred_rate: null, distribution_ids: [1, 3, 5] }])
  const [item] = afterEnd.cart_items.data
  expect(afterEnd.notices).toEqual([
    {
      kind: 'rate',
      cart_item_id: item?.id,
      text: `The preferred rate “Aster 2026” has ended. “Slow tide at dusk” now has its own license, worldwide and forever, for ${item?.price.formatted}.`,
    },
  ])
  const { data: dismissed } = await buyer.visitor.call(changeItem, {
    params: { id: String(item?.id) },
    body: { data: listLicense },
  })
  expect(dismissed.notices).toEqual([])
})

test('when a rate ends, clips with distributions that have no list price leave the cart', async () => {
  const groups = buildRateBody().distribution_groups.map(group => ({ ...group, distribution_ids: [4] }))
  await createRate({ distribution_groups: groups })
  await addClipsUnderRate(buyer, rate.id, firstClips(1))
  await inTransaction(trx => endRate(trx, rate.id, staffChange()))
  expect(await loadCart()).toMatchObject({
    licenses: [],
    notices: [{ kind: 'withdrawn', text: expect.stringContaining('has ended, so “Slow tide at dusk” has left') }],
    total: { unformatted: 0 },
  })
})

test('any change of a rate changes the fingerprint, and a changed price shows a notice', async () => {
  await createRate()
  const before = await addClipsUnderRate(buyer, rate.id, firstClips(1))
  await inTransaction(trx => changeRate(trx, rate.id, buildRateBody({ usage_details: 'Spots alone' }), staffChange()))
  const afterChange = await loadCart()
  expect(afterChange).toMatchObject({ notices: [], total: before.total })
  expect(afterChange.fingerprint).not.toBe(before.fingerprint)
  await inTransaction(trx => changeRate(trx, rate.id, buildRateBody({ price_cents: 9_900 }), staffChange()))
  expect((await loadCart()).notices).toMatchObject([{ kind: 'price', text: expect.stringContaining('$89.00') }])
})

test('a coupon does not apply to an agreed price', async () => {
  await createRate()
  await addClipsUnderRate(buyer, rate.id, firstClips(1))
  const { code } = await seedCoupon(shop)
  const applyCode = () => buyer.visitor.call(setCoupon, { body: { code } })
  await expect(applyCode()).rejects.toMatchObject({ status: 422 })
  await buyer.visitor.call(addItems, { body: { ...listLicense, distribution_ids: [3], clips: [clipAt(1).id] } })
  const { data } = await applyCode()
  const listCents = data.licenses.find(group => !group.preferred_rate)?.items[0]?.price.unformatted ?? 0
  expect(data.discount_total.unformatted).toBe(Math.round(listCents * 0.15))
})

test('a non-profit’s rate needs no EIN, since its price is not a discount', async () => {
  await createRate({ end_client_type: 'nonprofit' })
  const cart = await addClipsUnderRate(buyer, rate.id, firstClips(1))
  expect(cart).toMatchObject({ has_non_profit_licenses: false, non_profit_discount: { unformatted: 0 } })
})
