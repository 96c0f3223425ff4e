/** The room of price versions through the real door: previewed, made for the future, never in the past, never edited. */
import { afterAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, signInAgain } from '../../../testing/builders/staff.ts'
import { addItems, getCart } from '../../cart/contract.ts'
import { getLicenseSchema } from '../../licensing/contract.ts'
import type { Prices } from '../../licensing/prices.ts'
import { listStaffLog } from '../log/contract.ts'
import { listPriceVersions, makePrices, previewPrices } from './contract.ts'

let shop: TestApp
let staff: Buyer
let prices: Prices
beforeEach(async () => {
  await shop?.close()
  shop = await openTestApp()
  staff = await aStaff(shop, 'platform_admin')
  prices = (await shop.visitor().call(getLicenseSchema, {})).data.prices
})
afterAll(() => shop.close())

const day_ms = 86_400_000
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * day_ms).toISOString()
/** Web & Social for a small company: $199 becomes $249. */
const dearer = (): Prices => ({
  ...prices,
  distributions: { ...prices.distributions, 3: [14_900, 24_900, 29_900, 49_900, 79_900] },
})
const make = (wish: { prices?: unknown; effective_from?: string; note?: string } = {}) =>
  staff.visitor.call(makePrices, {
    body: { prices: dearer(), effective_from: inDays(2), note: 'Spring prices', ...wish } as never,
  })
const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

test('a new version waits for its moment, then counts everywhere and carts say so; its maker and reason stay', async () => {
  const buyer = await aMember(shop)
  await buyer.visitor.call(addItems, { body: { ...web, clips: [(await aClip(shop)).id] } })
  const { data: versions } = await make()
  expect(versions).toMatchObject([
    { state: 'coming', made_by: staff.email, note: 'Spring prices' },
    { state: 'current', note: 'Opening prices', made_by: null },
  ])
  const total = async () => (await buyer.visitor.call(getCart, {})).data
  expect((await total()).sub_total.unformatted).toBe(19_900)
  shop.clock.advance(3 * day_ms)
  await signInAgain(shop, staff)
  await signInAgain(shop, buyer)
  expect((await total()).sub_total.unformatted).toBe(24_900)
  expect((await total()).notices).toMatchObject([{ kind: 'price' }])
  expect((await staff.visitor.call(listPriceVersions, {})).data.map(({ state }) => state)).toEqual(['current', 'past'])
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'prices' } })
  expect(log).toMatchObject([{ action: 'Made', reason: 'Spring prices', staff_email: staff.email }])
})

test('the preview says which open carts would change and by how much, and changes nothing', async () => {
  const [buyer, other] = [await aMember(shop), await aMember(shop)]
  const clip = await aClip(shop)
  await buyer.visitor.call(addItems, { body: { ...web, clips: [clip.id] } })
  await other.visitor.call(addItems, { body: { ...web, distribution_ids: [7], clips: [clip.id] } })
  const body = { prices: dearer(), effective_from: inDays(1) }
  const { data } = await staff.visitor.call(previewPrices, { body })
  expect(data).toMatchObject({
    carts: 2,
    changed: 1,
    examples: [{ clips: [clip.name], was: { unformatted: 19_900 }, is: { unformatted: 24_900 } }],
  })
  expect(data.is.unformatted - data.was.unformatted).toBe(5_000)
  expect((await staff.visitor.call(listPriceVersions, {})).data).toHaveLength(1)
})

test('a price version in the past, or at this moment, is refused in words; so is its preview', async () => {
  const text = 'Prices take effect in the future: choose a moment that is still to come.'
  for (const effective_from of [inDays(-1), shop.clock.now().toISOString()]) {
    const refused = { status: 422, errors: { effective_from: [text] } }
    await expect(make({ effective_from })).rejects.toMatchObject(refused)
    const body = { prices: dearer(), effective_from }
    await expect(staff.visitor.call(previewPrices, { body })).rejects.toMatchObject(refused)
  }
  expect((await staff.visitor.call(listPriceVersions, {})).data).toHaveLength(1)
})

test('what is no table, changes nothing or has no reason is refused in words', async () => {
  const { 9: _, ...fewer } = dearer().distributions
  for (const wrong of [
    { ...dearer(), distributions: fewer },
    { ...dearer(), distributions: { ...prices.distributions, 3: [1, 2] } },
    { ...dearer(), format_cents: { ...prices.format_cents, 1: 19_950 } },
    { ...dearer(), nonprofit_discount_percent: 101 },
    { ...dearer(), further_distribution_percent: -1 },
  ])
    await expect(make({ prices: wrong })).rejects.toMatchObject({ status: 422 })
  await expect(make({ note: ' ' })).rejects.toMatchObject({ status: 422, errors: { note: ['Reason is required'] } })
  await expect(make({ prices })).rejects.toMatchObject({ status: 409 })
})

test('of twenty at once for the same moment one is made', async () => {
  const effective_from = inDays(5)
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => make({ effective_from })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const text = 'Another price version takes effect at that moment already.'
  await expect(make({ effective_from })).rejects.toMatchObject({ status: 422, errors: { effective_from: [text] } })
})
