import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { withdrawClip } from '#catalog/save.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
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
  clips = [await aClip(shop, 'Slow tide'), await aClip(shop, 'Harbor lights'), await aClip(shop, 'Paper lanterns')]
  buyer = await aMember(shop)
})
afterAll(() => shop.close())

const ids = () => clips.map(({ id }) => id)
const put = (more: Partial<typeof web> = {}, clip_ids = ids()) =>
  buyer.visitor.call(addAll, { body: { ...web, ...more, clips: clip_ids } })
const inCart = async () =>
  (await buyer.visitor.call(getCart, {})).data.cart_items.data.map(({ clip_id, format }) => [clip_id, format.id])

test('all clips go in under one license, each once', async () => {
  const { data, meta } = await put({}, [...ids(), ...ids()])
  expect(meta).toEqual({ added: 3, already_there: 0, gone: 0, in_other_format: 0 })
  expect(data.licenses).toHaveLength(1)
  expect((await put()).meta).toEqual({ added: 0, already_there: 3, gone: 0, in_other_format: 0 })
  expect(await inCart()).toHaveLength(3)
})

test('what is there already under this license stays; under another it is a further one', async () => {
  const [first = 0] = ids()
  await buyer.visitor.call(addItems, { body: { ...web, clip_id: first } })
  expect((await put()).meta).toMatchObject({ added: 2, already_there: 1 })
  expect((await put({ end_client_size: 3 })).meta).toMatchObject({ added: 3, already_there: 0 })
})

test('a clip that left the shop, or never was, is left out and told; the others go in', async () => {
  const [gone = 0, ...others] = ids()
  await shop.db.transaction().execute(trx => withdrawClip(trx, gone))
  expect((await put({}, [...ids(), 999_999])).meta).toMatchObject({ added: 2, gone: 2 })
  expect((await inCart()).map(([id]) => id)).toEqual(expect.arrayContaining(others))
})

test('a clip that does not come in the wanted format goes in as what it has', async () => {
  const [first = 0] = ids()
  await shop.db.deleteFrom('clip_formats').where('clip_id', '=', first).where('format_id', '<>', 3).execute()
  const formats = await shop.db
    .selectFrom('clip_formats')
    .where('clip_id', '=', ids()[1] ?? 0)
    .select('format_id')
    .execute()
  const other = formats.find(({ format_id }) => format_id !== 3)?.format_id
  if (other === undefined) throw new Error('Clips of tests have more than HD.')
  expect((await put({ format_id: other })).meta).toMatchObject({ added: 3, in_other_format: 1 })
  expect(await inCart()).toContainEqual([first, 3])
})

test('twenty at once put each clip in once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => put()))
  expect(await inCart()).toHaveLength(3)
})

test('a guest gets a cart for it', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(addAll, { body: { ...web, clips: ids() } })
  expect(data.cart_items.data).toHaveLength(3)
  expect((await visitor.call(getCart, {})).data.cart_items.data).toHaveLength(3)
})
