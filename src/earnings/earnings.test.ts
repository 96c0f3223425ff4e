/** What orders earn, through the doors: the ledger by the shop's own news, the dashboard by a filmmaker's session. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aFilmmaker, tellLedger } from '../../testing/builders/earnings.ts'
import { aClip, aMember, anOrder } from '../../testing/builders/orders.ts'
import { setRoles } from '../../testing/builders/staff.ts'
import { moveOrder, type Move } from '../orders/orders.server.ts'
import type { OrderState } from '../orders/states.ts'
import { getEarnings, listEarningClips } from './contract.ts'
import { postMissed, postOrder } from './ledger.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const move = (id: number, to: OrderState, more: Partial<Move> = {}) =>
  shop.db
    .transaction()
    .execute(trx =>
      moveOrder(trx, id, to, { user_id: null, reason: 'As the test asks', now: shop.clock.now(), ...more }),
    )

const entriesOf = (order_id: number) =>
  shop.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', order_id)
    .orderBy('p.id')
    .select(['e.posting_id', 'e.account', 'e.order_item_id', 'e.cents'])
    .execute()
const sumOf = (entries: { account: string; cents: number }[], account: string) =>
  entries.filter(entry => entry.account === account).reduce((sum, { cents }) => sum + cents, 0)

test('a sale is on the dashboard once its money has come, once, and goes with a refund', async () => {
  const clip = await aClip(shop)
  const artist = await aFilmmaker(shop, clip)
  const seen = async () => (await artist.visitor.call(getEarnings, {})).data
  expect(await seen()).toMatchObject({ balance: { unformatted: 0 }, clips_count: 1, licenses_count: 0 })

  const order = await anOrder(shop, await aMember(shop), 'invoiced', { clips: [clip] })
  await tellLedger(shop)
  expect((await seen())?.balance.unformatted).toBe(0)

  await move(order.id, 'paid')
  await tellLedger(shop, 3)
  expect(await seen()).toMatchObject({ balance: { formatted: '$99.50' }, earned: { unformatted: 9_950 } })
  expect((await seen())?.months.at(-1)).toMatchObject({ earned: { unformatted: 9_950 }, licenses: 1 })
  const { data } = await artist.visitor.call(listEarningClips, {})
  expect(data).toMatchObject([{ id: clip.id, status: 'published', licenses: 1, earned: { unformatted: 9_950 } }])
  expect(sumOf(await entriesOf(order.id), 'clearing')).toBe(21_343)
  expect(sumOf(await entriesOf(order.id), 'tax')).toBe(-1_443)

  await move(order.id, 'refunded')
  await tellLedger(shop, 2)
  expect(await seen()).toMatchObject({ balance: { unformatted: 0 }, licenses_count: 0 })
  expect((await seen())?.months.at(-1)).toMatchObject({ given_back: { unformatted: 9_950 } })
})

test('a line given back takes only its own; a dispute takes when it is lost', async () => {
  const clips = [await aClip(shop), await aClip(shop, 'Paper lanterns')]
  const order = await anOrder(shop, await aMember(shop), 'paid', { clips })
  await move(order.id, 'partially_refunded', { refunded_item_ids: order.item_ids.slice(0, 1) })
  await tellLedger(shop)
  const shares = async () => sumOf(await entriesOf(order.id), 'filmmaker')
  expect(await shares()).toBe(-9_950)
  await move(order.id, 'disputed')
  await tellLedger(shop)
  expect(await shares()).toBe(-9_950)
  await move(order.id, 'refunded')
  await tellLedger(shop)
  expect(await shares()).toBe(0)
})

test('what no news told of is taken in at night', async () => {
  const order = await anOrder(shop, await aMember(shop), 'paid')
  await postMissed(shop.db)
  expect(sumOf(await entriesOf(order.id), 'filmmaker')).toBe(-19_900)
  expect(await postMissed(shop.db)).toBe(0)
})

test('twenty at once post once', async () => {
  const order = await anOrder(shop, await aMember(shop), 'paid')
  await Promise.all(Array.from({ length: 20 }, () => postOrder(shop.db, order.id)))
  expect(new Set((await entriesOf(order.id)).map(({ posting_id }) => posting_id)).size).toBe(1)
})

/** What may follow: the order's own table refuses the rest. */
const steps = fc.array(
  fc.record({
    to: fc.constantFrom<OrderState>('paid', 'partially_refunded', 'disputed', 'refunded'),
    line: fc.nat(2),
    tells: fc.nat(2),
  }),
  { maxLength: 7 },
)

test('debits equal credits after any history of paid, refunds by line and disputes', async () => {
  const buyer = await aMember(shop)
  const clips = [await aClip(shop), await aClip(shop, 'Paper lanterns'), await aClip(shop, 'Tall grass')]
  await fc.assert(
    fc.asyncProperty(steps, async history => {
      const { id, item_ids } = await anOrder(shop, buyer, 'paid', { clips })
      for (const { to, line, tells } of history) {
        await move(id, to, { refunded_item_ids: [item_ids[line] ?? 0] }).catch(() => {})
        for (let n = 0; n < tells; n += 1) await postOrder(shop.db, id)
      }
      await postOrder(shop.db, id)
      const entries = await entriesOf(id)
      for (const same of Map.groupBy(entries, ({ posting_id }) => posting_id).values())
        expect(same.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
      const { state } = await shop.db
        .selectFrom('orders')
        .where('id', '=', id)
        .select('state')
        .executeTakeFirstOrThrow()
      const items = await shop.db.selectFrom('order_items').where('order_id', '=', id).selectAll().execute()
      const left = state === 'refunded' ? [] : items.filter(({ refunded }) => !refunded)
      expect(sumOf(entries, 'clearing')).toBe(left.reduce((sum, item) => sum + item.price_cents + item.tax_cents, 0))
      expect(sumOf(entries, 'filmmaker')).toBe(left.length === 0 ? 0 : -9_950 * left.length)
    }),
    { numRuns: 15 },
  )
})

test('the database refuses what does not add up, and every change of what was posted', async () => {
  const order = await anOrder(shop, await aMember(shop), 'paid')
  await postOrder(shop.db, order.id)
  const [{ posting_id } = { posting_id: 0 }] = await entriesOf(order.id)
  await expect(
    shop.db.insertInto('ledger_entries').values({ posting_id, account: 'shop', cents: 1 }).execute(),
  ).rejects.toThrow('does not balance')
  await expect(sql`update ledger_entries set cents = cents + 1`.execute(shop.db)).rejects.toThrow('append-only')
  await expect(shop.db.deleteFrom('ledger_postings').execute()).rejects.toThrow('append-only')
})

test('filmmakers see their own alone; who is not linked sees nothing yet; for others there is nothing', async () => {
  const [clip, other] = [await aClip(shop), await aClip(shop, 'Paper lanterns')]
  const [artist, another] = [await aFilmmaker(shop, clip), await aFilmmaker(shop, other)]
  await anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await tellLedger(shop)
  expect((await another.visitor.call(getEarnings, {})).data?.balance.unformatted).toBe(0)
  expect((await another.visitor.call(listEarningClips, {})).data.map(({ id }) => id)).toEqual([other.id])
  expect((await artist.visitor.call(listEarningClips, {})).data.map(({ id }) => id)).toEqual([clip.id])

  const stranger = await aMember(shop)
  await expect(stranger.visitor.call(getEarnings, {})).rejects.toMatchObject({ status: 404 })
  await setRoles(shop, stranger.user_id, [1, 4])
  expect((await stranger.visitor.call(getEarnings, {})).data).toBe(null)
  expect((await stranger.visitor.call(listEarningClips, {})).data).toEqual([])
})
