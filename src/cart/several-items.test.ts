import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedClip, type TestClip } from '../../testing/builders/orders.ts'
import { addItems, getCart } from './contract.ts'
import { changeClips } from './legacy-contract.ts'
import { toItemChanges, listEditableItems } from './parts/change-items.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
const broadcast = { ...web, distribution_ids: [7] }

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

const add = (clip: TestClip, license: typeof web) => guest.call(addItems, { body: { ...license, clip_id: clip.id } })
const loadCart = async () => (await guest.call(getCart, {})).data
const applyToAll = async (choice: typeof web) => {
  const cart = await loadCart()
  const { data } = await guest.call(changeClips, {
    body: { clips: toItemChanges(cart, listEditableItems(cart), choice) },
  })
  return data.licenses.map(({ distribution_ids, items }) => ({
    distribution_ids,
    clip_ids: items.map(({ clip_id }) => clip_id).toSorted((a, b) => a - b),
  }))
}

test('one license for all clips: clips under other licenses move to it, and duplicates are merged', async () => {
  await add(tide, web)
  await add(harbor, web)
  await add(tide, broadcast)
  expect(await applyToAll(broadcast)).toEqual([{ distribution_ids: [7], clip_ids: [tide.id, harbor.id] }])
})

test('a license that no clip has yet is applied to all of them', async () => {
  await add(tide, web)
  await add(tide, broadcast)
  await add(harbor, broadcast)
  expect(await applyToAll({ ...web, distribution_ids: [3, 7] })).toEqual([
    { distribution_ids: [3, 7], clip_ids: [tide.id, harbor.id] },
  ])
})

test('each clip gets the chosen format where available, and one of its own otherwise', async () => {
  await add(tide, web)
  await add(harbor, web)
  const cart = await loadCart()
  const items = listEditableItems(cart).map(item =>
    item.clip_id === harbor.id ? { ...item, clip: { ...item.clip, format_ids: [3] } } : item,
  )
  expect(toItemChanges(cart, items, { ...web, format_id: 2 }).map(({ format_id }) => format_id)).toEqual([2, 3])
})

test('clips under a preferred rate and upgrades keep their license', () => {
  const editable = { id: 1, upgrade: null }
  const licenses = [
    { preferred_rate: null, items: [editable, { id: 2, upgrade: { license_id: 9 } }] },
    { preferred_rate: { id: 4 }, items: [{ id: 3, upgrade: null }] },
  ] as unknown as Parameters<typeof listEditableItems>[0]['licenses']
  expect(listEditableItems({ licenses })).toEqual([editable])
})
