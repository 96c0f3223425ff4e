/** A workspace's licensed clips in search (`license=licensed`, `no-license=licensed`) and in the cart. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addItems, getCart } from '#cart/contract.ts'
import { getLicensed } from '#cart/licensed-contract.ts'
import { listClips } from '#catalog/contract.ts'
import { toSoldRate } from '#licensing/rate.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { seedRate, buildRateBody, germanWebLicense } from '../../testing/builders/rates.ts'
import { transitionOrder } from './transition-order.server.ts'

let shop: TestApp
let clips: Awaited<ReturnType<typeof seedClip>>[]
beforeAll(async () => {
  shop = await openTestApp()
  clips = []
  for (const name of ['Slow tide', 'Paper lanterns', 'Tall grass', 'Tide by night'])
    clips.push(await seedClip(shop, name))
})
afterAll(() => shop.close())
// Responses are cached for two seconds.
beforeEach(() => shop.clock.advance(60_000))

type LicenseFilterQuery = { license?: string; 'no-license'?: string; q?: string }
const findClips = async (viewer: Pick<Buyer, 'visitor'>, query: LicenseFilterQuery) => {
  const { data, meta } = await viewer.visitor.call(listClips, { query: { ...query, per_page: '100' } })
  return { ids: data.map(clip => clip.id).toSorted((a, b) => a - b), license: meta.facets?.license }
}
const getIds = (...indexes: number[]) => indexes.map(index => clips[index]?.id ?? 0).toSorted((a, b) => a - b)
const LICENSED_LABEL = 'Licensed by your workspace'

test('licensed and unlicensed clips are filtered, and counted together with other filters', async () => {
  const owner = await seedMember(shop)
  await seedOrder(shop, owner, 'paid', { clips: clips.slice(0, 2) })
  expect(await findClips(owner, { license: 'licensed' })).toEqual({
    ids: getIds(0, 1),
    license: [{ value: 'licensed', label: LICENSED_LABEL, count: 2 }],
  })
  expect((await findClips(owner, { 'no-license': 'licensed' })).ids).toEqual(getIds(2, 3))
  expect(await findClips(owner, { q: 'tide' })).toEqual({
    ids: getIds(0, 3),
    license: [{ value: 'licensed', label: LICENSED_LABEL, count: 1 }],
  })
  expect((await findClips(owner, { q: 'tide', license: 'licensed' })).ids).toEqual(getIds(0))
})

test('licenses belong to one workspace: other workspaces, workspace guests and visitors have none', async () => {
  const owner = await seedMember(shop)
  await seedOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const outsiders = [
    await seedMember(shop),
    { visitor: shop.visitor() },
    await seedMember(shop, 'guest', owner.workspace_id),
  ]
  for (const outsider of outsiders) {
    expect(await findClips(outsider, {})).toEqual({ ids: getIds(0, 1, 2, 3), license: [] })
    expect((await findClips(outsider, { license: 'licensed' })).ids).toEqual([])
    expect((await findClips(outsider, { 'no-license': 'licensed' })).ids).toEqual(getIds(0, 1, 2, 3))
  }
  expect(
    (await findClips(await seedMember(shop, 'asset_manager', owner.workspace_id), { license: 'licensed' })).ids,
  ).toEqual(getIds(0))
})

test('a revoked license does not count', async () => {
  const owner = await seedMember(shop)
  const { id } = await seedOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const refund = { user_id: null, reason: 'Asked for', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, id, 'refunded', refund))
  expect(await findClips(owner, { license: 'licensed' })).toEqual({ ids: [], license: [] })
})

test('an ended license does not count', async () => {
  const owner = await seedMember(shop)
  await seedOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  const ends_at = new Date(shop.clock.now().getTime() + 60_000)
  const { workspace_id } = owner
  await shop.db.updateTable('licenses').set({ ends_at }).where('workspace_id', '=', workspace_id).execute()
  expect((await findClips(owner, { license: 'licensed' })).ids).toEqual(getIds(0))
  shop.clock.advance(60_001)
  expect((await findClips(owner, { license: 'licensed' })).ids).toEqual([])
})

test('a cart marks clips that are licensed for the same use, and they can still be bought', async () => {
  const owner = await seedMember(shop)
  const [licensedClip, otherClip] = [clips[0], clips[1]]
  const { number } = await seedOrder(shop, owner, 'paid', { clips: clips.slice(0, 1) })
  if (!licensedClip || !otherClip) throw new Error('There are no clips.')
  const choice = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
  const addToCart = (clip: number, overrides: object) =>
    owner.visitor.call(addItems, { body: { ...choice, clip_id: clip, ...overrides } })
  await addToCart(licensedClip.id, {})
  await addToCart(licensedClip.id, { end_client_size: 5 })
  await addToCart(otherClip.id, {})
  const { data } = await owner.visitor.call(getCart, {})
  expect(data.cart_items.data.map(item => [item.clip_id, item.already_licensed, item.licensed_in_order])).toEqual([
    [licensedClip.id, true, number],
    [licensedClip.id, false, null],
    [otherClip.id, false, null],
  ])
  expect(data.licenses.flatMap(group => group.items)).toHaveLength(3)
})

const loadLicensed = async (viewer: Pick<Buyer, 'visitor'>) =>
  (await viewer.visitor.call(getLicensed, { query: { clips: clips.map(({ id }) => id).join(',') } })).data

test('licensed clips are listed with their orders, oldest first, only to users who can see licenses', async () => {
  const owner = await seedMember(shop)
  const [first, second] = clips
  const orders = []
  for (const clip of [first, second, first])
    if (clip) orders.push(await seedOrder(shop, owner, 'paid', { clips: [clip] }))
  expect((await loadLicensed(owner)).map(({ clip_id, order }) => [clip_id, order])).toEqual(
    orders.map(({ clip_ids: [id], number }) => [id, number]),
  )
  expect((await loadLicensed(owner))[0]).toMatchObject({
    sentence: 'Web & Social, for a client with 2–50 people, worldwide, forever',
    end_client: '',
    grants: [{ distribution_ids: [3], territory: null, ends_at: null }],
  })
  expect(await loadLicensed(await seedMember(shop, 'asset_manager', owner.workspace_id))).toHaveLength(3)
  for (const outsider of [
    await seedMember(shop),
    { visitor: shop.visitor() },
    await seedMember(shop, 'guest', owner.workspace_id),
  ])
    expect(await loadLicensed(outsider)).toEqual([])
})

test.each(['processing', 'disputed', 'refunded'] as const)(
  'clips of an order that is %s do not count as licensed',
  async state => {
    const owner = await seedMember(shop)
    await seedOrder(shop, owner, state, { clips: clips.slice(0, 1) })
    expect(await loadLicensed(owner)).toEqual([])
    expect(await findClips(owner, { license: 'licensed' })).toEqual({ ids: [], license: [] })
    expect((await findClips(owner, { 'no-license': 'licensed' })).ids).toEqual(getIds(0, 1, 2, 3))
  },
)

test.each(['invoiced', 'overdue', 'partially_refunded'] as const)(
  'clips of an order that is %s count as licensed',
  async state => {
    const owner = await seedMember(shop)
    const order = await seedOrder(shop, owner, state === 'partially_refunded' ? 'paid' : state, {
      clips: clips.slice(0, 2),
    })
    if (state === 'partially_refunded') {
      const refund = {
        user_id: null,
        reason: 'Asked for',
        now: shop.clock.now(),
        refunded_item_ids: order.item_ids.slice(1),
      }
      await shop.db.transaction().execute(trx => transitionOrder(trx, order.id, state, refund))
    }
    expect((await loadLicensed(owner)).map(license => license.clip_id)).toEqual(
      state === 'partially_refunded' ? getIds(0) : order.clip_ids,
    )
  },
)

test('a license for one country and one year shows its limits, and does not cover a worldwide license', async () => {
  const owner = await seedMember(shop)
  const [clip] = clips
  if (!clip) throw new Error('There are no clips.')
  const overrides = { distribution_groups: [{ ...germanWebLicense, distribution_ids: [3], term: 'one-year' as const }] }
  const { id: rate_id } = await seedRate(shop, owner.workspace_id, overrides)
  const { item_ids } = await seedOrder(shop, owner, 'paid', { clips: [clip] })
  const rate = toSoldRate({ id: rate_id, ...buildRateBody(overrides) })
  await shop.db
    .updateTable('order_items')
    .set({ rate_id, rate: JSON.stringify(rate) })
    .where('id', 'in', item_ids)
    .execute()
  const year_later = new Date(shop.clock.now())
  year_later.setUTCFullYear(year_later.getUTCFullYear() + 1)
  expect(await loadLicensed(owner)).toMatchObject([
    { clip_id: clip.id, grants: [{ territory: 'National: Germany', ends_at: year_later.toISOString() }] },
  ])
  const { end_client_type: org_type, end_client_size } = rate
  const body = { org_type, end_client_size, distribution_ids: [3], format_id: 3, clip_id: clip.id }
  const { data } = await owner.visitor.call(addItems, { body })
  expect(data.cart_items.data.map(item => item.already_licensed)).toEqual([false])
})
