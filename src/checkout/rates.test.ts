/** Paying for clips under preferred rates. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { downloadClip, listLicenses } from '#licenses/contract.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { getOrder, putProjectDetails } from '#orders/contract.ts'
import { buildBill } from '#orders/documents.server.ts'
import type { OrderState } from '#orders/states.ts'
import { DAY_MS } from '#platform/clock.ts'
import { listRateOrders } from '#rates/contract.ts'
import { getRate } from '#rates/contract.ts'
import { changeRate, endRate, type Rate } from '#rates/rates.server.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { addClipsUnderRate, seedRate, seedRateBuyer, buildRateBody } from '../../testing/builders/rates.ts'
import { signInAgain } from '../../testing/builders/staff.ts'
import { checkout } from './contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())

type RateBuyer = Awaited<ReturnType<typeof seedRateBuyer>>

const createRate = async (options: Parameters<typeof seedRate>[2] = {}) => {
  const owner = await seedMember(harness.shop)
  return { owner, rate: await seedRate(harness.shop, owner.workspace_id, options) }
}
const pay = async ({ visitor, cart }: RateBuyer, nonce?: string) =>
  visitor.call(
    checkout,
    { body: { ...buildPaymentBody(cart.fingerprint, nonce), ...(await solveCheckoutCaptcha(visitor)) } },
    { idempotencyKey: crypto.randomUUID() },
  )
const transition = (order_id: number, to: OrderState, refunded_item_ids: number[] = []) => {
  const now = harness.shop.clock.now()
  return harness.shop.db
    .transaction()
    .execute(trx =>
      transitionOrder(trx, order_id, to, { user_id: null, reason: 'As the test asks', now, refunded_item_ids }),
    )
}
const countUsed = async ({ visitor }: Buyer, { id }: Rate) =>
  (await visitor.call(getRate, { params: { id: String(id) } })).data.clips_used
const staffActor = () => ({ staff_user_id: null, now: harness.shop.clock.now() })
const project = {
  client_name: 'Aster Foods',
  project_name: 'Summer',
  project_description: 'Spots',
  start_date: '2026-04-01',
}

test('the order stores what the rate granted, and its documents, the register and the rate’s orders show it', async () => {
  const { owner, rate } = await createRate({ distribution_groups: buildRateBody().distribution_groups.slice(0, 1) })
  const buyer = await seedRateBuyer(harness.shop, rate, harness.clips)
  const { data: payment } = await pay(buyer)
  const number = payment.invoice_number ?? ''
  // Later changes of the rate do not affect what was sold.
  await harness.shop.db
    .transaction()
    .execute(trx => changeRate(trx, rate.id, buildRateBody({ name: 'Aster 2027' }), staffActor()))
  const sentence =
    'Preferred rate “Aster 2026”: Web & Social and Paid Digital Advertising with paid media, in Germany, for 1 year; for Aster Foods (commercial, 51–250 people)'
  const { data: order } = await owner.visitor.call(getOrder, { params: { id: number } })
  expect(order).toMatchObject({
    sub_total: { unformatted: 17_800 },
    licenses: [{ sentence, clips_count: 2, subtotal: { unformatted: 17_800 } }],
  })
  const bill = await buildBill(harness.shop.db, owner.workspace_id, number, 'receipt', 'https://longtake.example')
  expect(bill).toMatchObject({ licenses: [{ sentence }] })
  const ends = new Date(order.placed_at)
  ends.setUTCFullYear(ends.getUTCFullYear() + 1)
  const register = (await owner.visitor.call(listLicenses, { query: {} })).data
  expect(register[0]).toMatchObject({ licenses: [sentence], ends_at: ends.toISOString(), formats: [{ id: 3 }] })
  const licenses = harness.shop.db.selectFrom('licenses').where('workspace_id', '=', owner.workspace_id)
  expect(await licenses.select(['territory', 'term', 'ends_at']).execute()).toEqual([
    { territory: 'National: Germany', term: '1 year', ends_at: ends },
    { territory: 'National: Germany', term: '1 year', ends_at: ends },
  ])
  const orders = await owner.visitor.call(listRateOrders, { params: { id: String(rate.id) }, query: {} })
  expect(orders.data).toMatchObject([{ universal_invoice_number: number, clips_count: 2 }])
})

test('when the license ends, downloads close that day; a rate without a term keeps them open', async () => {
  const { owner, rate } = await createRate({ distribution_groups: buildRateBody().distribution_groups.slice(0, 1) })
  const unlimitedRate = await seedRate(harness.shop, owner.workspace_id, {
    name: 'Pitches',
    distribution_groups: buildRateBody().distribution_groups.slice(1),
  })
  const [first, second] = harness.clips
  if (!first || !second) throw new Error('The shop has two clips.')
  const buyer = await seedRateBuyer(harness.shop, rate, [first])
  const { data: cart } = { data: await addClipsUnderRate(buyer, unlimitedRate.id, [second]) }
  const { data } = await pay({ ...buyer, cart })
  await buyer.visitor.call(putProjectDetails, { params: { id: data.invoice_number ?? '' }, body: project })
  const download = (id: number) =>
    buyer.visitor.call(downloadClip, { params: { id: String(id) }, body: { format_id: 3 } })
  expect((await download(first.id)).data.url).toContain('/download/')
  const savedTime = harness.shop.clock.now()
  harness.shop.clock.advance(366 * DAY_MS)
  try {
    await signInAgain(harness.shop, buyer)
    await expect(download(first.id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The license of this clip ended on \w+ \d+, \d{4}\./),
    })
    expect((await download(second.id)).data.url).toContain('/download/')
    const register = (await buyer.visitor.call(listLicenses, { query: {} })).data
    expect(register.find(clip => clip.id === first.id)).toMatchObject({ formats: [], refunded: false })
    expect(register.find(clip => clip.id === second.id)).toMatchObject({ formats: [{ id: 3 }], ends_at: null })
  } finally {
    harness.shop.clock.advance(savedTime.getTime() - harness.shop.clock.now().getTime())
  }
})

describe('a rate that stops applying between seeing and paying', () => {
  test.each<[string, Parameters<typeof seedRate>[2], (rate: Rate, owner: Buyer) => Promise<unknown>, RegExp]>([
    [
      'ended',
      {},
      rate => harness.shop.db.transaction().execute(trx => endRate(trx, rate.id, staffActor())),
      /“Aster 2026” has ended.*nothing has been charged/,
    ],
    [
      'was used up by a teammate',
      { clip_limit: 1 },
      async rate => pay(await seedRateBuyer(harness.shop, rate, harness.clips.slice(1))),
      /“Aster 2026” has been used up.*nothing has been charged/,
    ],
    [
      'grants something else',
      {},
      rate =>
        harness.shop.db
          .transaction()
          .execute(trx => changeRate(trx, rate.id, buildRateBody({ usage_details: '' }), staffActor())),
      /Your cart changed.*nothing has been charged/,
    ],
  ])('%s: the refusal says so, and nothing is charged', async (_, options, invalidate, text) => {
    const { owner, rate } = await createRate(options)
    const buyer = await seedRateBuyer(harness.shop, rate, harness.clips.slice(0, 1))
    await invalidate(rate, owner)
    const before = await harness.transactions()
    await expect(pay(buyer)).rejects.toMatchObject({ status: 409, message: expect.stringMatching(text) })
    expect(await harness.transactions()).toHaveLength(before.length)
    // After a reload, the cart can be paid as it is now.
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect((await pay({ ...buyer, cart })).data.state).toBe('paid')
  })
})

describe('a clip of the limit is released', () => {
  test('when the card is declined, and after a partial or full refund', async () => {
    const { owner, rate } = await createRate({ clip_limit: 2 })
    const buyer = await seedRateBuyer(harness.shop, rate, harness.clips)
    await expect(pay(buyer, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({ status: 422 })
    expect(await countUsed(owner, rate)).toBe(0)
    const { data } = await pay(buyer)
    expect(await countUsed(owner, rate)).toBe(2)
    const [line] = await harness.shop.db
      .selectFrom('order_items')
      .where('order_id', '=', data.order_id)
      .select('id')
      .orderBy('id')
      .execute()
    await transition(data.order_id, 'partially_refunded', [line?.id ?? 0])
    expect(await countUsed(owner, rate)).toBe(1)
    await transition(data.order_id, 'refunded')
    expect(await countUsed(owner, rate)).toBe(0)
  })
})

test('twenty-four concurrent sessions use exactly what is left, and no clip is counted twice', async () => {
  const { owner, rate } = await createRate({ price_cents: 0, clip_limit: 9 })
  const buyers: RateBuyer[] = []
  // Half of them buy both clips.
  for (let n = 0; n < 24; n += 1) buyers.push(await seedRateBuyer(harness.shop, rate, harness.clips.slice(n % 2)))
  const results = await Promise.allSettled(buyers.map(buyer => buyer.placeFree()))
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  const lines = await harness.shop.db
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('i.rate_id', '=', rate.id)
    .select('o.state')
    .execute()
  expect(lines.every(({ state }) => state === 'paid')).toBe(true)
  expect(lines.length).toBeLessThanOrEqual(9)
  // At most one clip is left, too few for both.
  expect(lines.length).toBeGreaterThanOrEqual(8)
  expect(await countUsed(owner, rate)).toBe(lines.length)
})
