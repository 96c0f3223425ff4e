/** Price versions through the API: previewed, created for the future, never in the past, never edited. */
import { afterAll, beforeEach, expect, test } from 'vitest'

import { addItems, getCart } from '#cart/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, signInAgain } from '../../../testing/builders/staff.ts'
import { getLicenseSchema } from '../contract.ts'
import type { Prices } from '../prices.ts'
import { listPriceVersions, createPriceVersion, previewPrices, readPricesCsv } from './contract.ts'
import { toPricesCsv } from './prices-csv.ts'

let shop: TestApp
let staff: Buyer
let prices: Prices
beforeEach(async () => {
  await shop?.close()
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
  prices = (await shop.visitor().call(getLicenseSchema, {})).data.prices
})
afterAll(() => shop.close())

const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString()
/** A higher price for Web & Social for a small company: $249 instead of $199. */
const raisedPrices = (): Prices => ({
  ...prices,
  distributions: { ...prices.distributions, 3: [14_900, 24_900, 29_900, 49_900, 79_900] },
})
const createVersion = (overrides: { prices?: unknown; effective_from?: string; note?: string } = {}) =>
  staff.visitor.call(createPriceVersion, {
    body: { prices: raisedPrices(), effective_from: inDays(2), note: 'Spring prices', ...overrides } as never,
  })
const WEB_LICENSE = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

test('a new version takes effect at its time, and carts show a notice; its author and reason are saved', async () => {
  const buyer = await seedMember(shop)
  await buyer.visitor.call(addItems, { body: { ...WEB_LICENSE, clips: [(await seedClip(shop)).id] } })
  const { data: versions } = await createVersion()
  expect(versions).toMatchObject([
    { state: 'coming', created_by: staff.email, note: 'Spring prices' },
    { state: 'current', note: 'Opening prices', created_by: null },
  ])
  const loadCart = async () => (await buyer.visitor.call(getCart, {})).data
  expect((await loadCart()).sub_total.unformatted).toBe(19_900)
  shop.clock.advance(3 * DAY_MS)
  await signInAgain(shop, staff)
  await signInAgain(shop, buyer)
  expect((await loadCart()).sub_total.unformatted).toBe(24_900)
  expect((await loadCart()).notices).toMatchObject([{ kind: 'price' }])
  expect((await staff.visitor.call(listPriceVersions, {})).data.map(({ state }) => state)).toEqual(['current', 'past'])
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'prices' } })
  expect(log).toMatchObject([{ action: 'created', reason: 'Spring prices', staff_email: staff.email }])
})

test('the preview lists the open carts that would change, and changes nothing', async () => {
  const [buyer, other] = [await seedMember(shop), await seedMember(shop)]
  const clip = await seedClip(shop)
  await buyer.visitor.call(addItems, { body: { ...WEB_LICENSE, clips: [clip.id] } })
  await other.visitor.call(addItems, { body: { ...WEB_LICENSE, distribution_ids: [7], clips: [clip.id] } })
  const body = { prices: raisedPrices(), effective_from: inDays(1) }
  const { data } = await staff.visitor.call(previewPrices, { body })
  expect(data).toMatchObject({
    carts: 2,
    changed: 1,
    examples: [{ clips: [clip.name], was: { unformatted: 19_900 }, is: { unformatted: 24_900 } }],
  })
  expect(data.is.unformatted - data.was.unformatted).toBe(5_000)
  expect((await staff.visitor.call(listPriceVersions, {})).data).toHaveLength(1)
})

test('a price version in the past or at the present moment is refused with a message, and so is its preview', async () => {
  const text = 'Prices take effect in the future: choose a time that is later than now.'
  for (const effective_from of [inDays(-1), shop.clock.now().toISOString()]) {
    const refusal = { status: 422, errors: { effective_from: [text] } }
    await expect(createVersion({ effective_from })).rejects.toMatchObject(refusal)
    const body = { prices: raisedPrices(), effective_from }
    await expect(staff.visitor.call(previewPrices, { body })).rejects.toMatchObject(refusal)
  }
  expect((await staff.visitor.call(listPriceVersions, {})).data).toHaveLength(1)
})

test('a table is read from CSV and saved only as a version; a refusal has all mistakes', async () => {
  const read = async (csv: string) => (await staff.visitor.call(readPricesCsv, { body: { csv } })).data
  expect(await read(toPricesCsv(raisedPrices()))).toEqual(raisedPrices())
  await expect(read('In dollars\nBillboards,=1+1')).rejects.toMatchObject({
    status: 422,
    errors: {
      csv: expect.arrayContaining([
        'Line 2: “Billboards” is not a row of the price table.',
        'The row “Internal & Pitch” is missing.',
      ]),
    },
  })
  await expect(read('a'.repeat(100_001))).rejects.toMatchObject({ status: 422, message: /too large/ })
  expect((await staff.visitor.call(listPriceVersions, {})).data).toHaveLength(1)
})

test('refuses an invalid table, an unchanged table and a missing reason', async () => {
  const { 9: _, ...fewer } = raisedPrices().distributions
  for (const invalidPrices of [
    { ...raisedPrices(), distributions: fewer },
    { ...raisedPrices(), distributions: { ...prices.distributions, 3: [1, 2] } },
    { ...raisedPrices(), format_cents: { ...prices.format_cents, 1: 19_950 } },
    { ...raisedPrices(), nonprofit_discount_percent: 101 },
    { ...raisedPrices(), further_distribution_percent: -1 },
  ])
    await expect(createVersion({ prices: invalidPrices })).rejects.toMatchObject({ status: 422 })
  await expect(createVersion({ note: ' ' })).rejects.toMatchObject({
    status: 422,
    errors: { note: ['Reason is required'] },
  })
  await expect(createVersion({ prices })).rejects.toMatchObject({ status: 409 })
})

test('of twenty simultaneous versions for the same time one is created', async () => {
  const effective_from = inDays(5)
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => createVersion({ effective_from })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const text = 'Another price version takes effect at that time.'
  await expect(createVersion({ effective_from })).rejects.toMatchObject({
    status: 422,
    errors: { effective_from: [text] },
  })
})
