/** Tests for quotes of a workspace: viewing, accepting by payment, declining, revising, expiry. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { buildOffer, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { checkoutInvoice, getInvoice } from '../checkout/contract.ts'
import { getOrder } from '../orders/contract.ts'
import { declineQuote, getQuote, listQuotes } from './contract.ts'
import { createQuote, reviseOffer, revokeOffer } from './offers.server.ts'
import { quotesReactions } from './reactions.server.ts'
import * as staff from './staff-contract.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let buyer: Buyer
beforeAll(async () => {
  checkout = await openCheckoutShop()
})
beforeEach(async () => {
  buyer = await seedMember(checkout.shop)
  await setUsBilling(checkout.shop, buyer)
})
afterAll(() => checkout.close())

const newQuote = (overrides: Parameters<typeof seedQuote>[3] = {}) =>
  seedQuote(checkout.shop, buyer, checkout.clips, overrides)
const loadInvoice = async (number: string, { visitor }: Buyer = buyer) =>
  (await visitor.call(getInvoice, { params: { invoiceNumber: number } })).data
const pay = async (number: string, { who: payer = buyer, seen = '', nonce = 'fake-valid-nonce' } = {}) =>
  payer.visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber: number },
      body: {
        ...buildPaymentBody(seen || (await loadInvoice(number, payer)).fingerprint, nonce),
        ...(await solveCheckoutCaptcha(payer.visitor)),
      },
    },
    { idempotencyKey: randomUUID() },
  )
const decline = (number: string, { visitor }: Buyer = buyer) =>
  visitor.call(declineQuote, { params: { number }, body: { reason: 'Too dear' } })
const loadQuote = async (number: string, { visitor }: Buyer = buyer) =>
  (await visitor.call(getQuote, { params: { number } })).data
const staffActor = () => ({ user_id: buyer.user_id, now: checkout.shop.clock.now() })
const revise = (number: string, overrides: Parameters<typeof buildOffer>[2] = {}) =>
  checkout.shop.db
    .transaction()
    .execute(trx => reviseOffer(trx, number, buildOffer(checkout.shop, checkout.clips, overrides), staffActor()))
const revoke = (number: string) => checkout.shop.db.transaction().execute(trx => revokeOffer(trx, number, staffActor()))
const listOrders = ({ workspace_id }: Buyer) =>
  checkout.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()

test('a quote shows its note, expiry, agreed prices and list prices', async () => {
  const number = await newQuote()
  expect(number).toMatch(/^Q-2026-\d{6}$/)
  const { data: list } = await buyer.visitor.call(listQuotes, { query: { state: 'open' } })
  expect(list).toMatchObject([{ number, state: 'open', clips_count: 2, total: { unformatted: 24_000 } }])
  const quote = await loadQuote(number)
  expect(quote).toMatchObject({ note: 'As we said on the phone.', version: 1, earlier: [], order_number: null })
  expect(quote.cart.cart_items.data.map(item => [item.price.unformatted, item.list_price?.unformatted])).toEqual([
    [12_000, 19_900],
    [12_000, 19_900],
  ])
  // Texas sales tax on $240.00.
  expect(quote.cart).toMatchObject({
    hash: null,
    total: { unformatted: 25_500 },
    billing_information: { company: 'Fieldnote Pictures' },
  })
})

test('paying accepts the quote at the agreed price and creates an order', async () => {
  const number = await newQuote()
  const { data: payment } = await pay(number)
  expect(payment).toMatchObject({ state: 'paid', invoice_number: expect.stringMatching(/^LT-/) })
  const [charge] = await checkout.transactions()
  expect(charge).toMatchObject({ amount: '255.00' })
  expect(await loadQuote(number)).toMatchObject({ state: 'accepted', order_number: payment.invoice_number })
  const { data: order } = await buyer.visitor.call(getOrder, { params: { id: payment.invoice_number ?? '' } })
  expect(order).toMatchObject({ total: { unformatted: 25_500 }, sub_total: { unformatted: 24_000 } })
  await expect(pay(number, { seen: 'whatever' })).rejects.toMatchObject({ status: 410 })
})

test('a declined card leaves the quote open', async () => {
  const number = await newQuote()
  await expect(pay(number, { nonce: 'fake-processor-declined-visa-nonce' })).rejects.toMatchObject({ status: 422 })
  expect(await loadQuote(number)).toMatchObject({ state: 'open' })
  expect((await pay(number)).data.state).toBe('paid')
})

describe('a quote that has changed is not charged', () => {
  test('when it has expired', async () => {
    const number = await newQuote({ expires_at: new Date(checkout.shop.clock.now().getTime() + DAY_MS) })
    const { fingerprint: seen } = await loadInvoice(number)
    await checkout.shop.db.updateTable('quote_versions').set({ expires_at: checkout.shop.clock.now() }).execute()
    await expect(pay(number, { seen })).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining('expired'),
    })
    expect(await loadQuote(number)).toMatchObject({ state: 'expired' })
  })
  test('when a colleague declined it', async () => {
    const number = await newQuote()
    const { fingerprint: seen } = await loadInvoice(number)
    const colleague = await seedMember(checkout.shop, 'purchaser', buyer.workspace_id)
    expect((await decline(number, colleague)).data).toMatchObject({ state: 'declined', reason: 'Too dear' })
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 409 })
  })
  test('when it was revised', async () => {
    const number = await newQuote()
    const { fingerprint: seen } = await loadInvoice(number)
    await revise(number, { agreed_price_cents: 15_000, note: 'With the longer term' })
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 409 })
    expect(await loadQuote(number)).toMatchObject({
      version: 2,
      note: 'With the longer term',
      earlier: [{ version: 1, total: { unformatted: 24_000 } }],
    })
    await pay(number)
    expect(await listOrders(buyer)).toMatchObject([{ sub_total_cents: 30_000 }])
  })
  test('when it was withdrawn', async () => {
    const number = await newQuote()
    const { fingerprint: seen } = await loadInvoice(number)
    await revoke(number)
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 410 })
    await expect(revise(number)).rejects.toMatchObject({ status: 409 })
  })
  test('when the workspace’s billing address changed', async () => {
    const number = await newQuote()
    const { fingerprint: seen } = await loadInvoice(number)
    await setUsBilling(checkout.shop, buyer, 'NY')
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 409 })
    expect(await listOrders(buyer)).toEqual([])
  })
})

test('a declined or expired quote can be revised', async () => {
  const number = await newQuote()
  await decline(number)
  await decline(number)
  await revise(number)
  expect(await loadQuote(number)).toMatchObject({ state: 'open', version: 2, reason: '' })
  expect((await pay(number)).data.state).toBe('paid')
  await expect(revise(number)).rejects.toMatchObject({ status: 409 })
})

test('no quote goes to a workspace that is billed in a country that isn’t sold to, and none is revised for it', async () => {
  const number = await newQuote()
  const { shop } = checkout
  await changeSettings(shop, 'countries', { mode: 'all_except', codes: ['US'] })
  const refusal = {
    status: 422,
    message: 'This workspace is billed in United States, which isn’t a country that we sell to. Nothing was sent.',
  }
  await expect(newQuote()).rejects.toMatchObject(refusal)
  await expect(revise(number)).rejects.toMatchObject(refusal)
  await changeSettings(shop, 'countries', { mode: 'all_except', codes: [] })
  await revise(number)
  await newQuote()
})

test('a line without an agreed price keeps that day’s list price, and a buyout can be quoted', async () => {
  const offer = buildOffer(checkout.shop, checkout.clips, { agreed_price_cents: null })
  const [first, second] = offer.lines
  if (!first || !second) throw new Error('Two lines')
  const lines = [first, { ...second, distribution_ids: [4], agreed_price_cents: 500_000 }]
  const number = await checkout.shop.db
    .transaction()
    .execute(trx => createQuote(trx, buyer.workspace_id, { ...offer, lines }, staffActor()))
  const { cart } = await loadQuote(number)
  expect(cart.cart_items.data.map(item => item.price.unformatted)).toEqual([19_900, 500_000])
  expect(cart.licenses.map(group => group.distributions[0]?.name)).toEqual(['Web & Social', 'All-Media Buyout'])
  expect((await pay(number)).data.state).toBe('paid')
})

test('an outsider gets 404, and members who may not buy can only view it', async () => {
  const number = await newQuote()
  const outsider = await seedMember(checkout.shop)
  for (const attempt of [loadQuote, loadInvoice, decline])
    await expect(attempt(number, outsider)).rejects.toMatchObject({ status: 404 })
  await expect(pay(number, { who: outsider, seen: 'x' })).rejects.toMatchObject({ status: 404 })
  const manager = await seedMember(checkout.shop, 'asset_manager', buyer.workspace_id)
  expect((await loadQuote(number, manager)).cart.can_purchase).toBe(false)
  await expect(decline(number, manager)).rejects.toMatchObject({ status: 403 })
  await expect(pay(number, { who: manager, seen: 'x' })).rejects.toMatchObject({ status: 403 })
})

test('staff create, list, revise and withdraw quotes', async () => {
  const { visitor } = await seedStaff(checkout.shop)
  const { lines, note } = buildOffer(checkout.shop, checkout.clips)
  const body = {
    lines: lines.map(line => ({ ...line, distribution_ids: [...line.distribution_ids] })),
    note,
    expires_at: '2026-04-01T00:00:00Z',
  }
  const { workspace_id } = buyer
  const { data: created } = await visitor.call(staff.createQuote, { body: { ...body, workspace_id } })
  expect(created).toMatchObject({ kind: 'quote', state: 'open', versions: [{ version: 1, created_by: 'Nora Brandt' }] })
  const params = { number: created.number }
  const { data: revised } = await visitor.call(staff.reviseOffer, { params, body: { ...body, note: 'Again' } })
  expect(revised.versions.map(version => version.note)).toEqual(['Again', note])
  const { data: list } = await visitor.call(staff.listOffers, { query: { kind: 'quote' } })
  expect(list[0]).toMatchObject({ number: created.number, workspace: { id: workspace_id } })
  expect((await visitor.call(staff.revokeOffer, { params, body: { reason: 'Sold elsewhere' } })).data.state).toBe(
    'revoked',
  )
  const expired = { ...body, expires_at: '2026-01-01T00:00:00Z', workspace_id }
  await expect(visitor.call(staff.createQuote, { body: expired })).rejects.toMatchObject({ status: 422 })
})

test('buyers are emailed about a new or revised quote, and the sales team about a declined one', async () => {
  const { db, jobs, mail, deps, clock } = checkout.shop
  await seedMember(checkout.shop, 'asset_manager', buyer.workspace_id)
  const runReactions = async () => {
    const reactions = quotesReactions(deps)
    jobs.sent.splice(0)
    mail.sent.splice(0)
    await dispatchEvents(db, jobs, reactions, clock.now())
    for (const { name, data } of jobs.sent)
      await reactions.find(reaction => reaction.name === name)?.handle(data as never)
    return mail.sent.map(({ to, subject }) => [to, subject])
  }
  await db.deleteFrom('events').execute()
  const number = await newQuote()
  expect(await runReactions()).toEqual([[buyer.email, `Your quote ${number}`]])
  await revise(number)
  await revise(number)
  // Only the second revision is mailed: the first was replaced before.
  expect(await runReactions()).toEqual([[buyer.email, `Your quote ${number}, revised`]])
  await decline(number)
  expect(await runReactions()).toEqual([['hello@longtake.example', `Quote ${number} was declined`]])
})

describe('races', () => {
  test('of two dozen simultaneous payments one is charged', async () => {
    const number = await newQuote()
    const buyers = await Promise.all(
      Array.from({ length: 24 }, () => seedMember(checkout.shop, 'purchaser', buyer.workspace_id)),
    )
    const { fingerprint: seen } = await loadInvoice(number)
    const before = (await checkout.transactions()).length
    const results = await Promise.allSettled(buyers.map(payer => pay(number, { who: payer, seen })))
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect([409, 410]).toContain(result.reason.status)
    expect((await checkout.transactions()).length - before).toBe(1)
    expect((await listOrders(buyer)).filter(order => order.state === 'paid')).toHaveLength(1)
  })

  test('of simultaneous payments, declines, revisions and withdrawals, only the version that was viewed is charged', async () => {
    const number = await newQuote()
    const buyers = await Promise.all(
      Array.from({ length: 21 }, () => seedMember(checkout.shop, 'purchaser', buyer.workspace_id)),
    )
    const { fingerprint: seen } = await loadInvoice(number)
    const otherActions = [
      (member: Buyer) => decline(number, member),
      () => revise(number, { agreed_price_cents: 9_000 }),
      () => revoke(number),
    ]
    const otherAction = (member: Buyer, index: number): Promise<unknown>[] =>
      otherActions.slice(index % 3, (index % 3) + 1).map(action => action(member))
    await Promise.allSettled(
      buyers.flatMap((payer, index) => [pay(number, { who: payer, seen }), ...otherAction(payer, index)]),
    )
    const { state, version } = await loadQuote(number)
    const paidOrders = (await listOrders(buyer)).filter(order => order.state === 'paid')
    expect(paidOrders).toHaveLength(state === 'accepted' ? 1 : 0)
    for (const order of paidOrders) expect(order.sub_total_cents).toBe(24_000)
    if (paidOrders.length > 0) expect(version).toBe(1)
  })
})
