/** The demo's history: an order in every state, numbered without gaps in chronological order, and past searches. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../sandbox/start.ts'
import { login } from '../src/accounts/contract.ts'
import { listClips } from '../src/catalog/contract.ts'
import { getRegister } from '../src/licenses/register/contract.ts'
import { listOrders } from '../src/orders/contract.ts'
import { orderStates } from '../src/orders/states.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { gatewayEnvironment } from '../testing/builders/checkout.ts'
import { PUBLISHED_PASSWORD } from './people.ts'
import { seedOrders } from './seed-orders.ts'
import { seedDemo } from './seed.ts'

let sandbox: Sandbox
let shop: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp(gatewayEnvironment(sandbox.origins.http, 20_000))
  // The history is older than the first prices, which a test shop gets when it opens.
  shop.clock.advance(200 * DAY_MS)
  await seedDemo(shop, PUBLISHED_PASSWORD)
  await seedOrders(shop)
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

test('a buyer sees an order in every state except the transient one, numbered in chronological order', async () => {
  const mara = shop.visitor()
  await mara.call(login, { body: { login: 'mara@northlight.example', password: PUBLISHED_PASSWORD } })
  const { data } = await mara.call(listOrders, { query: {} })
  expect(new Set(data.map(({ state }) => state))).toEqual(new Set(orderStates.filter(state => state !== 'pending')))
  const numbers = data.map(({ universal_invoice_number }) => universal_invoice_number)
  expect(numbers).toEqual(numbers.toSorted().toReversed())
})

test('one license was upgraded, and both are in the register', async () => {
  const mara = shop.visitor()
  await mara.call(login, { body: { login: 'mara@northlight.example', password: PUBLISHED_PASSWORD } })
  const { data } = await mara.call(getRegister, { query: { state: 'superseded' } })
  expect(data).toHaveLength(1)
  const newer = (await mara.call(getRegister, { query: {} })).data.find(({ order }) => order === data[0]?.newer)
  expect(newer).toMatchObject({ state: 'in_force', clip: { id: data[0]?.clip.id } })
})

test('the search log has as many results as the shop finds, and searches without results', async () => {
  const logged = await shop.db
    .selectFrom('search_log')
    .groupBy(['term', 'result_count'])
    .select(({ fn }) => ['term', 'result_count', fn.sum<number>('clicks').as('clicks')])
    .execute()
  expect(logged.length).toBeGreaterThan(20)
  for (const { term, result_count } of logged) {
    const { meta } = await shop.visitor().call(listClips, { query: { q: term, per_page: '1' } })
    expect(result_count, term).toBe(meta.pagination.total)
  }
  expect(logged.filter(({ result_count }) => result_count === 0).map(({ clicks }) => Number(clicks))).toEqual([0, 0, 0])
})

test('a shop that has orders gets no more', async () => {
  const listOrderIds = () => shop.db.selectFrom('orders').select('id').execute()
  const before = await listOrderIds()
  await seedOrders(shop)
  expect(await listOrderIds()).toEqual(before)
})
