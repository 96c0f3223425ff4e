import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { mailDisputeEnded } from './mails.server.ts'
import { moveOrder } from './orders.server.ts'
import { ordersReactions } from './reactions.server.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
  buyer = await aMember(shop)
})
beforeEach(() => shop.mail.sent.splice(0))
afterAll(() => shop.close())

const run = async (order_id: number, mail = shop.deps.mail) => {
  for (const { to, react } of ordersReactions({ ...shop.deps, mail }))
    if (to === 'order.placed') await react({ order_id })
}

test('a placed order mails its buyer: number, licenses, total, the way to its page', async () => {
  const { id, number } = await anOrder(shop, buyer)
  await dispatch(shop.db, shop.jobs, ordersReactions(shop.deps), shop.clock.now())
  expect(shop.jobs.sent).toContainEqual({ name: 'orders.mail-placed', data: { order_id: id } })
  await run(id)
  expect(shop.mail.sent).toHaveLength(1)
  const [mail] = shop.mail.sent
  expect(mail).toMatchObject({ to: buyer.email, subject: `Your Longtake order ${number}` })
  for (const text of [number, 'Web & Social, for a client with 2–50 people', '$426.86', 'Paper lanterns'])
    expect(mail?.text).toContain(text)
  expect(mail?.text).toContain(`http://localhost:4400/workspace/orders/${number}`)
  expect(mail?.html).toContain(`href="http://localhost:4400/workspace/orders/${number}"`)
})

test('it goes out once, though the reaction runs again or twenty times at once', async () => {
  const { id } = await anOrder(shop, buyer)
  await Promise.allSettled(Array.from({ length: 20 }, () => run(id)))
  await run(id)
  expect(shop.mail.sent).toHaveLength(1)
})

test('a mail server that is away is asked again', async () => {
  const { id } = await anOrder(shop, buyer)
  const away = { ...shop.mail, send: () => Promise.reject(new Error('no answer')) }
  await expect(run(id, away)).rejects.toThrow('no answer')
  await run(id)
  expect(shop.mail.sent).toHaveLength(1)
})

test('whoever vanished while sending is replaced after five minutes', async () => {
  const { id } = await anOrder(shop, buyer)
  await shop.db
    .insertInto('order_mails')
    .values({ order_id: id, kind: 'placed', claimed_at: shop.clock.now() })
    .execute()
  await expect(run(id)).rejects.toThrow('another worker')
  shop.clock.advance(300_001)
  await run(id)
  expect(shop.mail.sent).toHaveLength(1)
})

test('an order whose debit came back mails its buyer once; one that never stood says nothing', async () => {
  const failed = ordersReactions(shop.deps).find(({ name }) => name === 'orders.mail-failed')
  const { id, number } = await anOrder(shop, buyer, 'processing')
  const never = await anOrder(shop, buyer, 'failed')
  const now = shop.clock.now()
  await shop.db.transaction().execute(trx => moveOrder(trx, id, 'failed', { user_id: null, reason: 'Returned', now }))
  for (const order_id of [id, id, never.id]) await failed?.react({ order_id })
  expect(shop.mail.sent).toMatchObject([
    { to: buyer.email, subject: `The payment for your Longtake order ${number} did not arrive` },
  ])
})

test.each([
  ['processing', 'bank payment is on its way'],
  ['invoiced', 'The invoice is due on'],
] as const)('an order that is %s says so', async (state, text) => {
  const { id } = await anOrder(shop, buyer, state)
  await run(id)
  expect(shop.mail.sent[0]?.text.replace(/\s+/g, ' ')).toContain(text)
})

test('the end of a dispute tells of the licenses that hold again: not of those that a newer one replaced, that were taken back or have ended', async () => {
  const { id } = await anOrder(shop, buyer)
  const [first, second] = await shop.db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .where('i.order_id', '=', id)
    .select('l.id')
    .execute()
  const change = (license: { id: number } | undefined, to: { superseded_by: number } | { ends_at: Date }) =>
    shop.db
      .updateTable('licenses')
      .set(to)
      .where('id', '=', license?.id ?? 0)
      .execute()
  const told = async (noted_cents: number) => {
    await mailDisputeEnded(shop.deps, { order_id: id, taken_cents: 6_000, noted_cents })
    return shop.mail.sent.at(-1)?.text.replace(/\s+/g, ' ')
  }
  expect(await told(1)).toContain('nothing more is owed for it. The licenses of 2 clips are in force again')
  await change(first, { superseded_by: second?.id ?? 0 })
  expect(await told(2)).toContain('The license of 1 clip is in force again, and downloads are open.')
  await change(second, { ends_at: shop.clock.now() })
  const nothing = await told(3)
  expect(nothing).toContain('nothing more is owed for it.')
  expect(nothing).not.toContain('in force again')
  expect(nothing).not.toContain('downloads')
  await shop.db
    .updateTable('licenses')
    .set({ ends_at: null, revoked_at: shop.clock.now() })
    .where('id', '=', second?.id ?? 0)
    .execute()
  expect(await told(4)).not.toContain('in force again')
})
