import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { getLicenseSchema } from './contract.ts'
import { priceOf } from './price.ts'
import { currentPrices } from './prices.server.ts'
import { tiers } from './prices.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('the schema lists what is sold, and never the buyout', async () => {
  const { data } = await shop.visitor().call(getLicenseSchema, {})
  expect(data.distributions.map(one => one.id)).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
  expect(data.default_choice).toEqual({
    org_type: 'commercial',
    end_client_size: 2,
    distribution_ids: [3],
    format_id: 3,
  })
  expect(data.formats).toContainEqual(
    expect.objectContaining({ id: 1, name: 'RAW', surcharge: { formatted: '$199.00', unformatted: 19900 } }),
  )
})

test('the browser prices with the server’s own table', async () => {
  const { data } = await shop.visitor().call(getLicenseSchema, {})
  const server = await currentPrices(shop.db, shop.clock.now())
  for (const { id } of data.distributions)
    for (const tier of tiers) {
      const priced = {
        choice: { org_type: 'nonprofit' as const, end_client_size: 3, distribution_ids: [id, 3] },
        tier,
        format_id: 2,
      }
      expect(priceOf(priced, data.prices)).toEqual(priceOf(priced, server.prices))
    }
})

test('a new version counts from its day on, and an old one is never edited', async () => {
  const { data: before } = await shop.visitor().call(getLicenseSchema, {})
  const tomorrow = new Date(shop.clock.now().getTime() + 86_400_000)
  const prices = { ...before.prices, format_cents: { ...before.prices.format_cents, 1: 24900 } }
  await shop.db
    .insertInto('price_versions')
    .values({ effective_from: tomorrow, prices: JSON.stringify(prices) })
    .execute()
  shop.clock.advance(3_600_000)
  expect((await shop.visitor().call(getLicenseSchema, {})).data.price_version_id).toBe(before.price_version_id)
  shop.clock.advance(86_400_000)
  const { data: after } = await shop.visitor().call(getLicenseSchema, {})
  expect(after.price_version_id).not.toBe(before.price_version_id)
  expect(after.prices.format_cents['1']).toBe(24900)
  await expect(shop.db.updateTable('price_versions').set({ note: 'x' }).execute()).rejects.toThrow('never changed')
})
