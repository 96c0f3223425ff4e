/** What a workspace holds, where people meet it: the search (`license=licensed`, `no-license=licensed`) and the cart. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { addItems, getCart } from '../cart/contract.ts'
import { listClips } from '../catalog/contract.ts'
import { licensedUses } from '../licensing/held.server.ts'
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
  await anOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const [use] = await licensedUses(shop.db, owner.workspace_id, [held?.id ?? 0])
  if (!use || !held || !other) throw new Error('Nothing is held.')
  const { clip_id: _, ...choice } = use
  const add = (clip: number, more: object) =>
    owner.visitor.call(addItems, { body: { ...choice, clip_id: clip, ...more } })
  await add(held.id, {})
  await add(held.id, { end_client_size: 5 })
  await add(other.id, {})
  const { data } = await owner.visitor.call(getCart, {})
  expect(data.cart_items.data.map(item => [item.clip_id, item.already_licensed])).toEqual([
    [held.id, true],
    [held.id, false],
    [other.id, false],
  ])
  expect(data.licenses.flatMap(group => group.items)).toHaveLength(3)
})
