/** Integration tests for earnings: events post to the ledger, and filmmakers see the result on their dashboard. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { transitionOrder } from '#licenses/transition-order.server.ts'
import { type OrderTransition } from '#orders/transition.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedFilmmaker, replayToLedger } from '../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder } from '../../testing/builders/orders.ts'
import { setRoles } from '../../testing/builders/staff.ts'
import type { OrderState } from '../orders/states.ts'
import { getEarnings, listEarningClips } from './contract.ts'
import { postMissedOrders, postOrder } from './ledger.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const changeState = (id: number, to: OrderState, overrides: Partial<OrderTransition> = {}) =>
  shop.db
    .transaction()
    .execute(trx =>
      transitionOrder(trx, id, to, { user_id: null, reason: 'Test', now: shop.clock.now(), ...overrides }),
    )

const listEntries = (order_id: number) =>
  shop.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', order_id)
    .orderBy('p.id')
    .select(['e.posting_id', 'e.account', 'e.order_item_id', 'e.cents'])
    .execute()
const sumAccount = (entries: { account: string; cents: number }[], account: string) =>
  entries.filter(entry => entry.account === account).reduce((sum, { cents }) => sum + cents, 0)

test('a sale appears on the dashboard once it is paid, only once, and a refund removes it', async () => {
  const clip = await seedClip(shop)
  const artist = await seedFilmmaker(shop, clip)
  const loadEarnings = async () => (await artist.visitor.call(getEarnings, {})).data
  expect(await loadEarnings()).toMatchObject({ balance: { unformatted: 0 }, clips_count: 1, licenses_count: 0 })

  const order = await seedOrder(shop, await seedMember(shop), 'invoiced', { clips: [clip] })
  await replayToLedger(shop)
  expect((await loadEarnings())?.balance.unformatted).toBe(0)

  await changeState(order.id, 'paid')
  await replayToLedger(shop, 3)
  expect(await loadEarnings()).toMatchObject({ balance: { formatted: '$99.50' }, earned: { unformatted: 9_950 } })
  expect((await loadEarnings())?.months.at(-1)).toMatchObject({ earned: { unformatted: 9_950 }, licenses: 1 })
  const { data } = await artist.visitor.call(listEarningClips, {})
  expect(data).toMatchObject([{ id: clip.id, status: 'published', licenses: 1, earned: { unformatted: 9_950 } }])
  expect(sumAccount(await listEntries(order.id), 'clearing')).toBe(21_343)
  expect(sumAccount(await listEntries(order.id), 'tax')).toBe(-1_443)

  await changeState(order.id, 'refunded')
  await replayToLedger(shop, 2)
  expect(await loadEarnings()).toMatchObject({ balance: { unformatted: 0 }, licenses_count: 0 })
  expect((await loadEarnings())?.months.at(-1)).toMatchObject({ refunded: { unformatted: 9_950 } })
})

test('a refunded line removes only its own earnings, and a dispute does so when it is lost', async () => {
  const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
  const order = await seedOrder(shop, await seedMember(shop), 'paid', { clips })
  await changeState(order.id, 'partially_refunded', { refunded_item_ids: order.item_ids.slice(0, 1) })
  await replayToLedger(shop)
  const sumShares = async () => sumAccount(await listEntries(order.id), 'filmmaker')
  expect(await sumShares()).toBe(-9_950)
  await changeState(order.id, 'disputed')
  await replayToLedger(shop)
  expect(await sumShares()).toBe(-9_950)
  await changeState(order.id, 'refunded')
  await replayToLedger(shop)
  expect(await sumShares()).toBe(0)
})

test('the nightly job posts orders whose event was missed', async () => {
  const order = await seedOrder(shop, await seedMember(shop), 'paid')
  await postMissedOrders(shop.db)
  expect(sumAccount(await listEntries(order.id), 'filmmaker')).toBe(-19_900)
  expect(await postMissedOrders(shop.db)).toBe(0)
})

test('twenty simultaneous postings of an order post once', async () => {
  const order = await seedOrder(shop, await seedMember(shop), 'paid')
  await Promise.all(Array.from({ length: 20 }, () => postOrder(shop.db, order.id)))
  expect(new Set((await listEntries(order.id)).map(({ posting_id }) => posting_id)).size).toBe(1)
})

/** State changes to try; the order's state machine rejects invalid ones. */
const stateChanges = fc.array(
  fc.record({
    to: fc.constantFrom<OrderState>('paid', 'partially_refunded', 'disputed', 'refunded'),
    line: fc.nat(2),
    tells: fc.nat(2),
  }),
  { maxLength: 7 },
)

test('debits equal credits after any sequence of payments, partial refunds and disputes', async () => {
  const buyer = await seedMember(shop)
  const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns'), await seedClip(shop, 'Tall grass')]
  await fc.assert(
    fc.asyncProperty(stateChanges, async changes => {
      const { id, item_ids } = await seedOrder(shop, buyer, 'paid', { clips })
      for (const { to, line, tells: posts } of changes) {
        await changeState(id, to, { refunded_item_ids: [item_ids[line] ?? 0] }).catch(() => {})
        for (let n = 0; n < posts; n += 1) await postOrder(shop.db, id)
      }
      await postOrder(shop.db, id)
      const entries = await listEntries(id)
      for (const entriesOfPosting of Map.groupBy(entries, ({ posting_id }) => posting_id).values())
        expect(entriesOfPosting.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
      const { state } = await shop.db
        .selectFrom('orders')
        .where('id', '=', id)
        .select('state')
        .executeTakeFirstOrThrow()
      const items = await shop.db.selectFrom('order_items').where('order_id', '=', id).selectAll().execute()
      const remaining = state === 'refunded' ? [] : items.filter(({ refunded }) => !refunded)
      expect(sumAccount(entries, 'clearing')).toBe(
        remaining.reduce((sum, item) => sum + item.price_cents + item.tax_cents, 0),
      )
      expect(sumAccount(entries, 'filmmaker')).toBe(remaining.length === 0 ? 0 : -9_950 * remaining.length)
    }),
    { numRuns: 15 },
  )
})

test('the database rejects entries that do not balance, and any change of posted entries', async () => {
  const order = await seedOrder(shop, await seedMember(shop), 'paid')
  await postOrder(shop.db, order.id)
  const [{ posting_id } = { posting_id: 0 }] = await listEntries(order.id)
  await expect(
    shop.db.insertInto('ledger_entries').values({ posting_id, account: 'shop', cents: 1 }).execute(),
  ).rejects.toThrow('does not balance')
  await expect(sql`update ledger_entries set cents = cents + 1`.execute(shop.db)).rejects.toThrow('append-only')
  await expect(shop.db.deleteFrom('ledger_postings').execute()).rejects.toThrow('append-only')
})

test('filmmakers see only their own earnings; unlinked ones see none, and other users get 404', async () => {
  const [clip, otherClip] = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
  const [artist, otherArtist] = [await seedFilmmaker(shop, clip), await seedFilmmaker(shop, otherClip)]
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  expect((await otherArtist.visitor.call(getEarnings, {})).data?.balance.unformatted).toBe(0)
  expect((await otherArtist.visitor.call(listEarningClips, {})).data.map(({ id }) => id)).toEqual([otherClip.id])
  expect((await artist.visitor.call(listEarningClips, {})).data.map(({ id }) => id)).toEqual([clip.id])

  const otherUser = await seedMember(shop)
  await expect(otherUser.visitor.call(getEarnings, {})).rejects.toMatchObject({ status: 404 })
  await setRoles(shop, otherUser.user_id, [1, 4])
  expect((await otherUser.visitor.call(getEarnings, {})).data).toBe(null)
  expect((await otherUser.visitor.call(listEarningClips, {})).data).toEqual([])
})
