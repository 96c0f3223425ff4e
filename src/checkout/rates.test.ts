/** Paying for clips under preferred rates. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { downloadClip, listLicenses } from '#orders/clips-contract.ts'
import { getOrder, listRateOrders, putProjectDetails } from '#orders/contract.ts'
import { billOf } from '#orders/documents.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import type { OrderState } from '#orders/states.ts'
import { getRate } from '#rates/contract.ts'
import { changeRate, endRate, type Rate } from '#rates/rates.server.ts'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { addUnder, aRate, aRateBuyer, rateBody } from '../../testing/builders/rates.ts'
import { signInAgain } from '../../testing/builders/staff.ts'
import { checkout } from './contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())

type RateBuyer = Awaited<ReturnType<typeof aRateBuyer>>

const begin = async (wish: Parameters<typeof aRate>[2] = {}) => {
  const owner = await aMember(at.shop)
  return { owner, rate: await aRate(at.shop, owner.workspace_id, wish) }
}
const pay = async ({ visitor, cart }: RateBuyer, nonce?: string) =>
  visitor.call(
    checkout,
    { body: { ...payment(cart.fingerprint, nonce), ...(await checkoutProof(visitor)) } },
    { idempotencyKey: crypto.randomUUID() },
  )
const move = (order_id: number, to: OrderState, refunded_item_ids: number[] = []) => {
  const now = at.shop.clock.now()
  return at.shop.db
    .transaction()
    .execute(trx => moveOrder(trx, order_id, to, { user_id: null, reason: 'As the test asks', now, refunded_item_ids }))
}
const used = async ({ visitor }: Buyer, { id }: Rate) =>
  (await visitor.call(getRate, { params: { id: String(id) } })).data.clips_used
const by = () => ({ staff_user_id: null, now: at.shop.clock.now() })
const project = {
  client_name: 'Aster Foods',
  project_name: 'Summer',
  project_description: 'Spots',
  start_date: '2026-04-01',
}

test('the order keeps what the rate granted: its sentence, the papers, the register and the rate’s own orders say so', async () => {
  const { owner, rate } = await begin({ distribution_groups: rateBody().distribution_groups.slice(0, 1) })
  const buyer = await aRateBuyer(at.shop, rate, at.clips)
  const { data: paid } = await pay(buyer)
  const number = paid.invoice_number ?? ''
  // What becomes of the rate later changes nothing of what was sold.
  await at.shop.db.transaction().execute(trx => changeRate(trx, rate.id, rateBody({ name: 'Aster 2027' }), by()))
  const sentence =
    'Preferred rate “Aster 2026”: Web & Social and Paid Digital Advertising with paid media, in Germany, for 1 year; for Aster Foods (commercial, 51–250 people)'
  const { data: order } = await owner.visitor.call(getOrder, { params: { id: number } })
  expect(order).toMatchObject({
    sub_total: { unformatted: 17_800 },
    licenses: [{ sentence, clips_count: 2, subtotal: { unformatted: 17_800 } }],
  })
  const facts = await billOf(at.shop.db, owner.workspace_id, number, 'receipt', 'https://longtake.example')
  expect(facts).toMatchObject({ has_limits: true, licenses: [{ sentence }] })
  const ends = new Date(order.placed_at)
  ends.setUTCFullYear(ends.getUTCFullYear() + 1)
  const register = (await owner.visitor.call(listLicenses, { query: {} })).data
  expect(register[0]).toMatchObject({ licenses: [sentence], ends_at: ends.toISOString(), formats: [{ id: 3 }] })
  const licenses = at.shop.db.selectFrom('licenses').where('workspace_id', '=', owner.workspace_id)
  expect(await licenses.select(['territory', 'term', 'ends_at']).execute()).toEqual([
    { territory: 'National: Germany', term: '1 year', ends_at: ends },
    { territory: 'National: Germany', term: '1 year', ends_at: ends },
  ])
  const orders = await owner.visitor.call(listRateOrders, { params: { id: String(rate.id) }, query: {} })
  expect(orders.data).toMatchObject([{ universal_invoice_number: number, clips_count: 2 }])
})

test('when the license ends, downloads close with the day; a rate without a term leaves them open', async () => {
  const { owner, rate } = await begin({ distribution_groups: rateBody().distribution_groups.slice(0, 1) })
  const forever = await aRate(at.shop, owner.workspace_id, {
    name: 'Pitches',
    distribution_groups: rateBody().distribution_groups.slice(1),
  })
  const [first, second] = at.clips
  if (!first || !second) throw new Error('The shop has two clips.')
  const buyer = await aRateBuyer(at.shop, rate, [first])
  const { data: cart } = { data: await addUnder(buyer, forever.id, [second]) }
  const { data } = await pay({ ...buyer, cart })
  await buyer.visitor.call(putProjectDetails, { params: { id: data.invoice_number ?? '' }, body: project })
  const download = (id: number) =>
    buyer.visitor.call(downloadClip, { params: { id: String(id) }, body: { format_id: 3 } })
  expect((await download(first.id)).data.url).toContain('/download/')
  const held = at.shop.clock.now()
  at.shop.clock.advance(366 * 86_400_000)
  try {
    await signInAgain(at.shop, buyer)
    await expect(download(first.id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The license of this clip ended on \w+ \d+, \d{4}\./),
    })
    expect((await download(second.id)).data.url).toContain('/download/')
    const register = (await buyer.visitor.call(listLicenses, { query: {} })).data
    expect(register.find(clip => clip.id === first.id)).toMatchObject({ formats: [], refunded: false })
    expect(register.find(clip => clip.id === second.id)).toMatchObject({ formats: [{ id: 3 }], ends_at: null })
  } finally {
    at.shop.clock.advance(held.getTime() - at.shop.clock.now().getTime())
  }
})

describe('a rate that stopped counting between seeing and paying', () => {
  test.each<[string, Parameters<typeof aRate>[2], (rate: Rate, owner: Buyer) => Promise<unknown>, RegExp]>([
    [
      'ended',
      {},
      rate => at.shop.db.transaction().execute(trx => endRate(trx, rate.id, by())),
      /“Aster 2026” has ended.*nothing has been charged/,
    ],
    [
      'was used up by a teammate',
      { clip_limit: 1 },
      async rate => pay(await aRateBuyer(at.shop, rate, at.clips.slice(1))),
      /“Aster 2026” has been used up.*nothing has been charged/,
    ],
    [
      'grants something else',
      {},
      rate => at.shop.db.transaction().execute(trx => changeRate(trx, rate.id, rateBody({ usage_details: '' }), by())),
      /Your cart changed.*nothing has been charged/,
    ],
  ])('%s: that is said, and nothing is charged', async (_, wish, meanwhile, text) => {
    const { owner, rate } = await begin(wish)
    const buyer = await aRateBuyer(at.shop, rate, at.clips.slice(0, 1))
    await meanwhile(rate, owner)
    const before = await at.transactions()
    await expect(pay(buyer)).rejects.toMatchObject({ status: 409, message: expect.stringMatching(text) })
    expect(await at.transactions()).toHaveLength(before.length)
    // Looked over once more, the cart can be paid as it is now.
    const { data: cart } = await buyer.visitor.call(getCart, {})
    expect((await pay({ ...buyer, cart })).data.state).toBe('paid')
  })
})

describe('a clip of the limit is free again', () => {
  test('when the card is declined, and when it is given back: a line by itself, then all of them', async () => {
    const { owner, rate } = await begin({ clip_limit: 2 })
    const buyer = await aRateBuyer(at.shop, rate, at.clips)
    await expect(pay(buyer, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({ status: 422 })
    expect(await used(owner, rate)).toBe(0)
    const { data } = await pay(buyer)
    expect(await used(owner, rate)).toBe(2)
    const [line] = await at.shop.db
      .selectFrom('order_items')
      .where('order_id', '=', data.order_id)
      .select('id')
      .orderBy('id')
      .execute()
    await move(data.order_id, 'partially_refunded', [line?.id ?? 0])
    expect(await used(owner, rate)).toBe(1)
    await move(data.order_id, 'refunded')
    expect(await used(owner, rate)).toBe(0)
  })
})

test('twenty-four sessions at once take exactly what is left, and nobody two by one', async () => {
  const { owner, rate } = await begin({ price_cents: 0, clip_limit: 9 })
  const buyers: RateBuyer[] = []
  // Half of them want both clips.
  for (let n = 0; n < 24; n += 1) buyers.push(await aRateBuyer(at.shop, rate, at.clips.slice(n % 2)))
  const settled = await Promise.allSettled(buyers.map(buyer => buyer.placeFree()))
  for (const answer of settled) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 })
  const lines = await at.shop.db
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('i.rate_id', '=', rate.id)
    .select('o.state')
    .execute()
  expect(lines.every(({ state }) => state === 'paid')).toBe(true)
  expect(lines.length).toBeLessThanOrEqual(9)
  // What is left is too little for both clips at most.
  expect(lines.length).toBeGreaterThanOrEqual(8)
  expect(await used(owner, rate)).toBe(lines.length)
})
