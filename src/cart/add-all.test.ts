import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { addAll } from './add-all-contract.ts'
import { addItems, getCart } from './contract.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

let shop: TestApp
let clips: TestClip[]
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
})
beforeEach(async () => {
  clips = [
    await seedClip(shop, 'Slow tide'),
    await seedClip(shop, 'Harbor lights'),
    await seedClip(shop, 'Paper lanterns'),
  ]
  buyer = await seedMember(shop)
})
afterAll(() => shop.close())

const ids = () => clips.map(({ id }) => id)
const addAllClips = (overrides: Partial<typeof web> = {}, clip_ids = ids()) =>
  buyer.visitor.call(addAll, { body: { ...web, ...overrides, clips: clip_ids } })
const listCartItems = async () =>
  (await buyer.visitor.call(getCart, {})).data.cart_items.data.map(({ clip_id, format }) => [clip_id, format.id])

test('all clips are added under one license, each once', async () => {
  const { data, meta } = await addAllClips({}, [...ids(), ...ids()])
  expect(meta).toEqual({ added: 3, already_in_cart: 0, gone: 0, in_other_format: 0 })
  expect(data.licenses).toHaveLength(1)
  expect((await addAllClips()).meta).toEqual({ added: 0, already_in_cart: 3, gone: 0, in_other_format: 0 })
  expect(await listCartItems()).toHaveLength(3)
})

test('a clip already under this license is not added again; under another license it is added', async () => {
  const [first = 0] = ids()
  await buyer.visitor.call(addItems, { body: { ...web, clip_id: first } })
  expect((await addAllClips()).meta).toMatchObject({ added: 2, already_in_cart: 1 })
  expect((await addAllClips({ end_client_size: 3 })).meta).toMatchObject({ added: 3, already_in_cart: 0 })
})

test('a withdrawn or unknown clip is skipped and counted; the others are added', async () => {
  const [withdrawn = 0, ...others] = ids()
  await withdrawClip(shop, withdrawn)
  expect((await addAllClips({}, [...ids(), 999_999])).meta).toMatchObject({ added: 2, gone: 2 })
  expect((await listCartItems()).map(([id]) => id)).toEqual(expect.arrayContaining(others))
})

test('a clip without the requested format is added in one that it has', async () => {
  const [first = 0] = ids()
  await shop.db.deleteFrom('clip_formats').where('clip_id', '=', first).where('format_id', '<>', 3).execute()
  const formats = await shop.db
    .selectFrom('clip_formats')
    .where('clip_id', '=', ids()[1] ?? 0)
    .select('format_id')
    .execute()
  const otherFormat = formats.find(({ format_id }) => format_id !== 3)?.format_id
  if (otherFormat === undefined) throw new Error('Test clips need a format besides HD.')
  expect((await addAllClips({ format_id: otherFormat })).meta).toMatchObject({ added: 3, in_other_format: 1 })
  expect(await listCartItems()).toContainEqual([first, 3])
})

test('twenty simultaneous requests add each clip once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => addAllClips()))
  expect(await listCartItems()).toHaveLength(3)
})

test('a guest gets a new cart', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(addAll, { body: { ...web, clips: ids() } })
  expect(data.cart_items.data).toHaveLength(3)
  expect((await visitor.call(getCart, {})).data.cart_items.data).toHaveLength(3)
})
