/** What a workspace holds, where people meet it: the search (`license=licensed`, `no-license=licensed`) and the cart. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { aRate, rateBody, web_in_germany } from '../../testing/builders/rates.ts'
import { addItems, getCart } from '../cart/contract.ts'
import { getLicensed } from '../cart/licensed-contract.ts'
import { listClips } from '../catalog/contract.ts'
import { soldRate } from '../rates/rate.ts'
import { moveOrder } from './orders.server.ts'

let shop: TestApp
let clips: Awaited<ReturnType<typeof aClip>>[]
beforeAll(async () => {
  shop = await openTestApp()
  clips = []
  for (const name of ['Slow tide', 'Paper lanterns', 'Tall grass', 'Tide by night']) clips.push(await aClip(shop, name))
})
afterAll(() => shop.close())
// Answers are shared for two seconds.
beforeEach(() => shop.clock.advance(60_000))

type Query = { license?: string; 'no-license'?: string; q?: string }
const find = async (by: Pick<Buyer, 'visitor'>, query: Query) => {
  const { data, meta } = await by.visitor.call(listClips, { query: { ...query, per_page: '100' } })
  return { ids: data.map(clip => clip.id).toSorted((a, b) => a - b), license: meta.facets?.license }
}
const idsOf = (...places: number[]) => places.map(place => clips[place]?.id ?? 0).toSorted((a, b) => a - b)
const label = 'Licensed by your workspace'

test('finds what the workspace holds, or what it does not, and counts it beside other words', async () => {
  const owner = await aMember(shop)
  await anOrder(shop, owner, 'paid', { clips: clips.slice(0, 2) })
  expect(await find(owner, { license: 'licensed' })).toEqual({
    ids: idsOf(0, 1),
    license: [{ value: 'licensed', label, count: 2 }],
  })
  expect((await find(owner, { 'no-license': 'licensed' })).ids).toEqual(idsOf(2, 3))
  expect(await find(owner, { q: 'tide' })).toEqual({
    ids: idsOf(0, 3),
    license: [{ value: 'licensed', label, count: 1 }],
  })
  expect((await find(owner, { q: 'tide', license: 'licensed' })).ids).toEqual(idsOf(0))
})

test('is each workspace’s own: another, a guest of the team and a guest of the shop hold nothing', async () => {
  const owner = await aMember(shop)
  await anOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const others = [await aMember(shop), { visitor: shop.visitor() }, await aMember(shop, 'guest', owner.workspace_id)]
  for (const other of others) {
    expect(await find(other, {})).toEqual({ ids: idsOf(0, 1, 2, 3), license: [] })
    expect((await find(other, { license: 'licensed' })).ids).toEqual([])
    expect((await find(other, { 'no-license': 'licensed' })).ids).toEqual(idsOf(0, 1, 2, 3))
  }
  expect((await find(await aMember(shop, 'asset_manager', owner.workspace_id), { license: 'licensed' })).ids).toEqual(
    idsOf(0),
  )
})

test('a license that was revoked is none', async () => {
  const owner = await aMember(shop)
  const { id } = await anOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const refund = { user_id: null, reason: 'Asked for', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, id, 'refunded', refund))
  expect(await find(owner, { license: 'licensed' })).toEqual({ ids: [], license: [] })
})

test('a license that has ended is none any more', async () => {
  const owner = await aMember(shop)
  await anOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const ends_at = new Date(shop.clock.now().getTime() + 60_000)
  const { workspace_id } = owner
  await shop.db.updateTable('licenses').set({ ends_at }).where('workspace_id', '=', workspace_id).execute()
  expect((await find(owner, { license: 'licensed' })).ids).toEqual(idsOf(0))
  shop.clock.advance(60_001)
  expect((await find(owner, { license: 'licensed' })).ids).toEqual([])
})

test('in a cart, what is licensed for this use says so, and can still be bought', async () => {
  const owner = await aMember(shop)
  const [held, other] = [clips[0], clips[1]]
  const { number } = await anOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  if (!held || !other) throw new Error('There are no clips.')
  const choice = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
  const add = (clip: number, more: object) =>
    owner.visitor.call(addItems, { body: { ...choice, clip_id: clip, ...more } })
  await add(held.id, {})
  await add(held.id, { end_client_size: 5 })
  await add(other.id, {})
  const { data } = await owner.visitor.call(getCart, {})
  expect(data.cart_items.data.map(item => [item.clip_id, item.already_licensed, item.licensed_in])).toEqual([
    [held.id, true, number],
    [held.id, false, null],
    [other.id, false, null],
  ])
  expect(data.licenses.flatMap(group => group.items)).toHaveLength(3)
})

const licensed = async (by: Pick<Buyer, 'visitor'>) =>
  (await by.visitor.call(getLicensed, { query: { clips: clips.map(({ id }) => id).join(',') } })).data

test('what is held is told with its order, oldest first, to those who see licenses and to nobody else', async () => {
  const owner = await aMember(shop)
  const [first, second] = clips
  const bought = []
  for (const clip of [first, second, first])
    if (clip) bought.push(await anOrder(shop, owner, 'paid', { clips: [clip] }))
  expect((await licensed(owner)).map(({ clip_id, order }) => [clip_id, order])).toEqual(
    bought.map(({ clip_ids: [id], number }) => [id, number]),
  )
  expect((await licensed(owner))[0]).toMatchObject({
    sentence: 'Web & Social, for a client with 2–50 people, worldwide, forever',
    end_client: '',
    grants: [{ distribution_ids: [3], territory: null, ends_at: null }],
  })
  expect(await licensed(await aMember(shop, 'asset_manager', owner.workspace_id))).toHaveLength(3)
  for (const other of [
    await aMember(shop),
    { visitor: shop.visitor() },
    await aMember(shop, 'guest', owner.workspace_id),
  ])
    expect(await licensed(other)).toEqual([])
})

test.each(['processing', 'disputed', 'refunded'] as const)(
  'what stands in an order that is %s is not held, and not found as licensed',
  async state => {
    const owner = await aMember(shop)
    await anOrder(shop, owner, state, { clips: clips.slice(0, 1) })
    expect(await licensed(owner)).toEqual([])
    expect(await find(owner, { license: 'licensed' })).toEqual({ ids: [], license: [] })
    expect((await find(owner, { 'no-license': 'licensed' })).ids).toEqual(idsOf(0, 1, 2, 3))
  },
)

test.each(['invoiced', 'overdue', 'partially_refunded'] as const)(
  'what stands in an order that is %s is held',
  async state => {
    const owner = await aMember(shop)
    const order = await anOrder(shop, owner, state === 'partially_refunded' ? 'paid' : state, {
      clips: clips.slice(0, 2),
    })
    if (state === 'partially_refunded') {
      const refund = {
        user_id: null,
        reason: 'Asked for',
        now: shop.clock.now(),
        refunded_item_ids: order.item_ids.slice(1),
      }
      await shop.db.transaction().execute(trx => moveOrder(trx, order.id, state, refund))
    }
    expect((await licensed(owner)).map(one => one.clip_id)).toEqual(
      state === 'partially_refunded' ? idsOf(0) : order.clip_ids,
    )
  },
)

test('a license for a country and a year is told as such, and covers no license for the world', async () => {
  const owner = await aMember(shop)
  const [clip] = clips
  if (!clip) throw new Error('There are no clips.')
  const wish = { distribution_groups: [{ ...web_in_germany, distribution_ids: [3], term: 'one-year' as const }] }
  const { id: rate_id } = await aRate(shop, owner.workspace_id, wish)
  const { item_ids } = await anOrder(shop, owner, 'paid', { clips: [clip] })
  const rate = soldRate({ id: rate_id, ...rateBody(wish) })
  await shop.db
    .updateTable('order_items')
    .set({ rate_id, rate: JSON.stringify(rate) })
    .where('id', 'in', item_ids)
    .execute()
  const year_later = new Date(shop.clock.now())
  year_later.setUTCFullYear(year_later.getUTCFullYear() + 1)
  expect(await licensed(owner)).toMatchObject([
    { clip_id: clip.id, grants: [{ territory: 'National: Germany', ends_at: year_later.toISOString() }] },
  ])
  const { end_client_type: org_type, end_client_size } = rate
  const body = { org_type, end_client_size, distribution_ids: [3], format_id: 3, clip_id: clip.id }
  const { data } = await owner.visitor.call(addItems, { body })
  expect(data.cart_items.data.map(item => item.already_licensed)).toEqual([false])
})
