/** Tax reports: the euros of the One-Stop Shop, and quarters that are locked. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember, seedOrder, seedOrderDraft, type Buyer } from '../../testing/builders/orders.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { lockPeriod, postJournal } from './journal.server.ts'
import { loadTaxReport } from './tax-report.server.ts'

let shop: TestApp
let buyer: Buyer
let staff_user_id: number
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  buyer = await seedMember(shop)
  staff_user_id = (await seedStaff(shop, 'platform_admin')).user_id
})

/** Seeds a sale of $398.00 to a consumer in Germany, with $28.86 of tax. */
const sell = async (placed_at: Date) => {
  const { tax } = await seedOrderDraft(shop, buyer)
  const sold = { place: 'DE', place_name: 'Germany', scheme: 'union_oss', reason: null }
  const { id } = await seedOrder(shop, buyer, 'paid', {
    tax: { ...tax, kind: 'vat', jurisdiction: 'Germany', sold: sold as never },
  })
  await shop.db.updateTable('orders').set({ placed_at, paid_at: placed_at }).where('id', '=', id).execute()
  return id
}
const publish = (day: string, per_euro: number) =>
  shop.db
    .insertInto('exchange_rates')
    .values({ currency: 'USD', day, per_euro: String(per_euro), fetched_at: shop.clock.now() })
    .execute()
const enterRate = (from: string, per_euro: number) =>
  changeSettings(shop, 'tax', { exchange_rates: [{ currency: 'USD', from, per_euro }] })
const loadEuros = async (quarter: string) =>
  (await loadTaxReport(shop.db, quarter, shop.clock.now())).map(row => row.return_tax_minor)
const advanceTo = (day: string) => shop.clock.advance(Date.parse(`${day}T10:00:00Z`) - shop.clock.now().getTime())
const lock = (last_day: string) => lockPeriod(shop.db, last_day, { staff_user_id, now: shop.clock.now() })

test('the One-Stop Shop’s euros are at the first rate of the quarter’s last day or later, at most ten days, and locked with it', async () => {
  await sell(shop.clock.now())
  advanceTo('2026-04-01')
  await expect(lock('2026-03-31')).rejects.toMatchObject({
    errors: { last_day: [expect.stringContaining('there is no exchange rate for the end of 2026-Q1')] },
  })
  await enterRate('2026-03-30', 1)
  expect(await loadEuros('2026-Q1')).toEqual([2_886])
  await expect(lock('2026-03-31')).rejects.toMatchObject({
    errors: { last_day: [expect.stringContaining('which isn’t known yet')] },
  })
  expect(await shop.db.selectFrom('journal_locks').selectAll().execute()).toEqual([])
  await publish('2026-04-11', 8)
  expect(await loadEuros('2026-Q1')).toEqual([2_886])
  await publish('2026-04-07', 4)
  expect(await loadEuros('2026-Q1')).toEqual([722])
  await publish('2026-04-02', 1.25)
  await publish('2026-03-27', 5)
  expect(await loadEuros('2026-Q1')).toEqual([2_309])
  // A rate by hand does not replace a published one.
  await enterRate('2026-03-31', 2)
  expect(await loadEuros('2026-Q1')).toEqual([2_309])
  await lock('2026-03-31')

  const locked = await loadTaxReport(shop.db, '2026-Q1', shop.clock.now())
  await publish('2026-03-31', 3)
  await enterRate('2026-03-31', 7)
  expect(await loadTaxReport(shop.db, '2026-Q1', shop.clock.now())).toEqual(locked)
  await expect(shop.db.deleteFrom('tax_reports').execute()).rejects.toThrow()
})

test('a sale that arrives after its quarter was locked is in the next one, as in the journal', async () => {
  const locked = await loadTaxReport(shop.db, '2026-Q1', shop.clock.now())
  const late = await sell(new Date('2026-03-31T23:59:59Z'))
  await postJournal(shop.db)
  expect(await loadTaxReport(shop.db, '2026-Q1', shop.clock.now())).toEqual(locked)
  const posting = shop.db.selectFrom('journal_postings').where('source', '=', `invoice ${late}`)
  expect(await posting.select(['day', 'happened_on']).executeTakeFirst()).toEqual({
    day: '2026-04-01',
    happened_on: '2026-03-31',
  })
  await sell(shop.clock.now())
  expect(await loadTaxReport(shop.db, '2026-Q2', shop.clock.now())).toMatchObject([
    { place: 'DE', documents: 2, sold_cents: 79_600, tax_cents: 5_772 },
  ])
})

test('without rates of the European Central Bank, a quarter is locked at the rate by hand once none can follow', async () => {
  await enterRate('2026-06-29', 2)
  advanceTo('2026-07-10')
  await expect(lock('2026-06-30')).rejects.toMatchObject({ status: 422 })
  shop.clock.advance(DAY_MS)
  await lock('2026-06-30')
  await enterRate('2026-06-30', 4)
  expect(await loadEuros('2026-Q2')).toEqual([2_886])
})
