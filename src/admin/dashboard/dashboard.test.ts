/** Tests for the dashboard: its numbers against the journal and the lists that they lead to, per role. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffClips } from '#catalog/admin/contract.ts'
import { listStaffOrders } from '#orders/admin/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import { listSearches } from '#search/admin/searches/contract.ts'
import { logSearches } from '#search/search-log.server.ts'
import { listInbox } from '#tickets/admin/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { seedStaff, signInAgain } from '../../../testing/builders/staff.ts'
import { seedTicket } from '../../../testing/builders/tickets.ts'
import { postJournal } from '../../accounting/journal.server.ts'
import { getDashboard, revenueCsvPath } from './contract.ts'

let shop: TestApp
let support: Buyer
let admin: Buyer
let editor: Buyer
let buyer: Buyer
let clips: TestClip[]

type PaidOrder = { id: number; item_ids: number[]; total_cents: number }

/** Refunds a part of an order, as staff do, or lets the buyer's bank withdraw it. */
const returnMoney = async (order: PaidOrder, cents: number, by_dispute: boolean, n: number) => {
  const now = shop.clock.now()
  const refund = by_dispute
    ? undefined
    : await shop.db
        .insertInto('refunds')
        .values({
          order_id: order.id,
          operation_key: `key-${n}`,
          request_hash: '',
          order_item_ids: order.item_ids,
          amount_cents: cents,
          staff_user_id: support.user_id,
          reason: 'Asked for',
          state: 'done',
          gateway_refund_key: `refund-${n}`,
          started_at: now,
          synced_at: now,
          ended_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('credit_notes')
    .values({
      order_id: order.id,
      refund_id: refund?.id ?? null,
      by_dispute,
      number: `LC-2026-${String(n).padStart(6, '0')}`,
      order_item_ids: order.item_ids,
      fee_cents: 0,
      tax_cents: 0,
      total_cents: cents,
      refunded_to: 'Visa ending in 1111',
      created_at: now,
    })
    .execute()
}

/** What happens on a day: a sale with a fee, a refund of a part of an earlier sale, and an order without a payment. */
const days = fc.array(
  fc.record({
    fee_cents: fc.option(fc.nat({ max: 99_999 }), { nil: undefined }),
    back: fc.option(fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }), by_dispute: fc.boolean() }), {
      nil: undefined,
    }),
    other: fc.constantFrom('failed', 'invoiced', 'processing', undefined),
    hours: fc.integer({ min: 0, max: 23 }),
  }),
  { minLength: 70, maxLength: 70 },
)

beforeAll(async () => {
  shop = await openTestApp()
  ;[support, admin, editor] = [
    await seedStaff(shop),
    await seedStaff(shop, 'platform_admin'),
    await seedStaff(shop, 'collection_admin'),
  ]
  buyer = await seedMember(shop)
  clips = [await seedClip(shop, 'Heron at the weir'), await seedClip(shop, 'Kelp in the swell')]
  const [plan = []] = fc.sample(days, { seed: 7, numRuns: 1 })
  const start = Date.parse(toDay(shop.clock.now())) + DAY_MS
  const paid: PaidOrder[] = []
  for (const [index, { fee_cents, back, other, hours }] of plan.entries()) {
    shop.clock.advance(start + index * DAY_MS + hours * 3_600_000 - shop.clock.now().getTime())
    if (fee_cents !== undefined) {
      const sold = clips.slice(0, 1 + (index % 2))
      const net_cents = 19_900 * sold.length
      const total_cents = net_cents + Math.round(net_cents * 0.0725) + fee_cents
      const order = await seedOrder(shop, buyer, 'paid', { clips: sold, processing_fee_cents: fee_cents, total_cents })
      paid.push({ ...order, total_cents })
    }
    // Refunds are often of another day than the payment.
    const order = back && paid.shift()
    if (order && back)
      await returnMoney(order, Math.max(1, Math.round(order.total_cents * back.share)), back.by_dispute, index)
    if (other) await seedOrder(shop, buyer, other, { clips })
  }
  for (const person of [support, admin, editor]) await signInAgain(shop, person)
})
afterAll(() => shop.close())

const load = async ({ visitor }: Buyer, days?: '7' | '30' | '90') => {
  const { dashboard } = (await visitor.call(getDashboard, { query: days ? { days } : {} })).data
  if (!dashboard) throw new Error('The shop is open.')
  return dashboard
}
const loadSales = async (days?: '7' | '30' | '90') => {
  const { sales, ...dashboard } = await load(support, days)
  if (!sales) throw new Error('Support sees sales.')
  return { ...dashboard, sales }
}
const loadCsv = async (days: string) => {
  const response = await support.visitor.send(`${revenueCsvPath}?days=${days}`, { method: 'GET' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return (await response.text())
    .trimEnd()
    .split('\r\n')
    .map(line => line.slice(1, -1).split('","'))
}

test('the revenue of every day is what the journal has at the gateway and the bank, to the cent', async () => {
  await postJournal(shop.db)
  const { rows } = await sql<{ day: string; cents: string }>`
    select p.happened_on as day, sum(e.cents) as cents from journal_postings p join journal_entries e on e.posting_id = p.id
    where e.account in ('gateway', 'bank') group by 1`.execute(shop.db)
  const booked = new Map(rows.map(({ day, cents }) => [day, Number(cents)]))
  for (const length of ['7', '30', '90'] as const) {
    const { sales, first_day, last_day, last_day_before } = await loadSales(length)
    expect(sales.points).toHaveLength(Number(length))
    expect([sales.points[0]?.day, sales.points.at(-1)?.day]).toEqual([first_day, last_day])
    expect(last_day).toBe(toDay(shop.clock.now()))
    expect(sales.points.at(-1)?.day_before).toBe(last_day_before)
    for (const { day, revenue, day_before, revenue_before, payments, refunds } of sales.points) {
      expect([day, revenue.unformatted], day).toEqual([day, booked.get(day) ?? 0])
      expect([day_before, revenue_before.unformatted]).toEqual([day_before, booked.get(day_before) ?? 0])
      expect(payments.unformatted - refunds.unformatted).toBe(revenue.unformatted)
      expect(Date.parse(day) - Date.parse(day_before)).toBe(Number(length) * DAY_MS)
    }
    const sumOf = (name: 'revenue' | 'revenue_before' | 'payments' | 'refunds') =>
      sales.points.reduce((sum, point) => sum + point[name].unformatted, 0)
    expect(sales.revenue.unformatted).toBe(sumOf('revenue'))
    expect(sales.revenue_before.unformatted).toBe(sumOf('revenue_before'))
    expect([sales.payments.unformatted, sales.refunds.unformatted]).toEqual([sumOf('payments'), sumOf('refunds')])
  }
  const { sales } = await loadSales('30')
  expect(sales.refunds.unformatted).toBeGreaterThan(0)
  expect(sales.revenue_before.unformatted).not.toBe(0)
})

test('each number is the total of the list that it leads to', async () => {
  const { sales, first_day: from, last_day: to, first_day_before, last_day_before } = await loadSales()
  const listOrders = async (query: Record<string, string>) =>
    (await support.visitor.call(listStaffOrders, { query: query as never })).meta.pagination.total
  expect(sales.placed).toBe(await listOrders({ from, to }))
  expect(sales.placed_before).toBe(await listOrders({ from: first_day_before, to: last_day_before }))
  expect(sales.states.map(({ state }) => state)).toEqual(['paid', 'processing', 'invoiced', 'failed'])
  for (const { state, orders } of sales.states)
    expect([state, await listOrders({ state, from, to })]).toEqual([state, orders])
  for (const { name, licenses } of sales.clips)
    expect(licenses).toBe(
      (await listOrders({ search: name, from, to, state: 'paid' })) +
        (await listOrders({ search: name, from, to, state: 'invoiced' })),
    )
})

test('the filter for a day lists the orders with a payment or refund on it', async () => {
  const { sales } = await loadSales()
  let moved = 0
  for (const { day, payments, refunds } of sales.points) {
    const query = { dated: 'money', from: day, to: day } as const
    const { data } = await support.visitor.call(listStaffOrders, { query })
    const rows = await shop.db
      .selectFrom('orders')
      .where('id', 'in', data.map(({ id }) => id).concat(0))
      .select(['paid_at', 'total_cents'])
      .execute()
    const paid = rows.filter(({ paid_at }) => paid_at !== null && toDay(paid_at) === day)
    expect(paid.reduce((sum, { total_cents }) => sum + total_cents, 0)).toBe(payments.unformatted)
    expect(rows.length > paid.length).toBe(refunds.unformatted > 0)
    moved += rows.length
  }
  expect(moved).toBeGreaterThan(20)
})

test('the top clips are those with the highest net sales, without refunded lines', async () => {
  const { sales: before } = await loadSales('7')
  const clip = await seedClip(shop, 'Marram grass')
  const { item_ids } = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  const net = 19_900
  const { sales } = await loadSales('7')
  expect(sales.clips).toContainEqual(
    expect.objectContaining({ id: clip.id, licenses: 1, net: expect.objectContaining({ unformatted: net }) }),
  )
  const amounts = sales.clips.map(row => row.net.unformatted)
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  await shop.db.updateTable('order_items').set({ refunded: true }).where('id', 'in', item_ids).execute()
  expect((await loadSales('7')).sales.clips).toEqual(before.clips)
})

test('what waits is what the lists of staff have', async () => {
  const countOf = async (kind: string, person = admin) =>
    (await load(person)).waiting.find(row => row.kind === kind) ?? { count: -1, late: -1 }
  expect(await countOf('tickets')).toMatchObject({ count: 0, late: 0 })
  const late = await seedTicket(shop)
  await seedTicket(shop)
  await shop.db
    .updateTable('tickets')
    .set({ due_at: new Date(shop.clock.now().getTime() - 1) })
    .where('id', '=', late)
    .execute()
  expect(await countOf('tickets')).toMatchObject({ count: 2, late: 1 })
  expect((await support.visitor.call(listInbox, { query: {} })).meta.pagination.total).toBe(2)

  const overdue = (await countOf('overdue')).count
  const disputes = (await countOf('disputes')).count
  await seedOrder(shop, buyer, 'overdue', { clips })
  await seedOrder(shop, buyer, 'disputed', { clips })
  expect([(await countOf('overdue')).count, (await countOf('disputes')).count]).toEqual([overdue + 1, disputes + 1])
  const balances = new Map((await load(admin)).balances.map(({ kind, ...row }) => [kind, row]))
  for (const state of ['invoiced', 'overdue', 'disputed'] as const) {
    const { meta } = await support.visitor.call(listStaffOrders, { query: { state } })
    expect(balances.get(state)).toEqual({ count: meta.pagination.total, total: meta.sums.total })
  }

  const { id } = await seedClip(shop, 'Tern Island')
  await shop.db.updateTable('clips').set({ status: 'in_review' }).where('id', '=', id).execute()
  const inReview = await editor.visitor.call(listStaffClips, { query: { state: 'in_review' } })
  expect((await countOf('review', editor)).count).toBe(inReview.meta.pagination.total)
})

test('searches are those of the searches page', async () => {
  await logSearches(
    shop.db,
    [
      { term: 'heron', searches: 5, clicks: 2, result_count: 3 },
      { term: 'unicorn', searches: 4, clicks: 0, result_count: 0 },
    ],
    shop.clock.now(),
  )
  await logSearches(
    shop.db,
    [{ term: 'heron', searches: 9, clicks: 0, result_count: 3 }],
    new Date(shop.clock.now().getTime() - 7 * DAY_MS),
  )
  const { searches } = await load(editor, '7')
  const { meta } = await editor.visitor.call(listSearches, { query: { days: '7' } })
  expect([searches.total, searches.nothing]).toEqual([meta.totals.searches, meta.totals.nothing])
  expect(searches).toMatchObject({
    total: 9,
    nothing: 4,
    top: [
      { term: 'heron', searches: 5 },
      { term: 'unicorn', searches: 4 },
    ],
    without_results: [{ term: 'unicorn', searches: 4 }],
  })
  expect(searches.points.map(point => point.searches)).toEqual([0, 0, 0, 0, 0, 0, 9])
  expect((await load(editor, '30')).searches.total).toBe(18)
})

test('each role gets what its pages show', async () => {
  const kindsOf = async (person: Buyer) => {
    const { waiting, balances, sales } = await load(person)
    return {
      waiting: waiting.map(({ kind }) => kind),
      balances: balances.map(({ kind }) => kind),
      sales: sales !== null,
    }
  }
  expect(await kindsOf(editor)).toEqual({ waiting: ['review'], balances: [], sales: false })
  expect(await kindsOf(support)).toEqual({
    waiting: ['tickets', 'approvals', 'overdue', 'disputes', 'review'],
    balances: ['invoiced', 'overdue', 'disputed'],
    sales: true,
  })
  expect(await kindsOf(admin)).toEqual({
    waiting: ['tickets', 'approvals', 'overdue', 'disputes', 'review', 'payouts', 'failed_jobs'],
    balances: ['invoiced', 'overdue', 'disputed', 'filmmakers', 'payouts'],
    sales: true,
  })
  await expect(buyer.visitor.call(getDashboard, { query: {} })).rejects.toMatchObject({ status: 401 })
  await signInAgain(shop, buyer)
  await expect(buyer.visitor.call(getDashboard, { query: {} })).rejects.toMatchObject({ status: 404 })
})

test('a period that isn’t offered is refused', async () => {
  for (const path of ['/api/admin/dashboard', revenueCsvPath]) {
    const response = await support.visitor.send(`${path}?days=31`, { method: 'GET' })
    expect([response.status, (await response.json()).errors]).toEqual([422, { days: ['Choose 7, 30 or 90 days.'] }])
  }
})

test('the CSV has the days of the chart, negative ones as numbers, and the log has the export', async () => {
  const { sales } = await loadSales('90')
  const [header, ...rows] = await loadCsv('90')
  expect(header?.slice(0, 5)).toEqual(['Day (UTC)', 'Payments', 'Refunds and lost disputes', 'Revenue', 'Currency'])
  const toText = ({ unformatted }: { unformatted: number }) => (unformatted / 100).toFixed(2)
  expect(rows).toEqual(
    sales.points.map(point => [
      point.day,
      toText(point.payments),
      toText(point.refunds),
      toText(point.revenue),
      'USD',
      point.day_before,
      toText(point.revenue_before),
    ]),
  )
  expect(rows.some(([, , , revenue = '']) => revenue.startsWith('-'))).toBe(true)
  const { data } = await admin.visitor.call(listStaffAuditLog, { query: { about: 'export' } })
  expect(data[0]).toMatchObject({ staff_email: support.email, about_key: 'revenue', reason: 'last 90 days' })
})
