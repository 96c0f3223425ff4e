import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { getLicenseSchema } from './contract.ts'
import { priceOf } from './price.ts'
import { getCurrentPrices } from './prices.server.ts'
import { tiers } from './terms.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('the schema lists everything for sale, and never the buyout', async () => {
  const { data } = await shop.visitor().call(getLicenseSchema, {})
  expect(data.distributions.map(distribution => distribution.id)).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
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

test('browser and server calculate the same prices', async () => {
  const { data } = await shop.visitor().call(getLicenseSchema, {})
  const server = await getCurrentPrices(shop.db, shop.clock.now())
  for (const { id } of data.distributions)
    for (const tier of tiers) {
      const input = {
        choice: { org_type: 'nonprofit' as const, end_client_size: 3, distribution_ids: [id, 3] },
        tier,
        format_id: 2,
      }
      expect(priceOf(input, data.prices)).toEqual(priceOf(input, server.prices))
    }
})

test('a new price version applies from its start date, and versions are immutable', async () => {
  const { data: current } = await shop.visitor().call(getLicenseSchema, {})
  const tomorrow = new Date(shop.clock.now().getTime() + DAY_MS)
  const prices = { ...current.prices, format_cents: { ...current.prices.format_cents, 1: 24900 } }
  await shop.db
    .insertInto('price_versions')
    .values({ effective_from: tomorrow, prices: JSON.stringify(prices) })
    .execute()
  shop.clock.advance(3_600_000)
  expect((await shop.visitor().call(getLicenseSchema, {})).data.price_version_id).toBe(current.price_version_id)
  shop.clock.advance(DAY_MS)
  const { data: next } = await shop.visitor().call(getLicenseSchema, {})
  expect(next.price_version_id).not.toBe(current.price_version_id)
  expect(next.prices.format_cents['1']).toBe(24900)
  await expect(shop.db.updateTable('price_versions').set({ note: 'x' }).execute()).rejects.toThrow('never changed')
})
