/** Quotes as their workspace meets them: looked at, accepted by paying, declined, revised meanwhile, run out. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { anOffer, aQuote, bills, day_ms } from '../../testing/builders/quotes.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { checkoutInvoice, getInvoice } from '../checkout/contract.ts'
import { getOrder } from '../orders/contract.ts'
import { brand } from '../platform/brand.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { declineQuote, getQuote, listQuotes } from './contract.ts'
import { makeQuote, reviseOffer, revokeOffer } from './make.server.ts'
import { quotesReactions } from './reactions.server.ts'
import * as staff from './staff-contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let buyer: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
})
beforeEach(async () => {
  buyer = await aMember(at.shop)
  await bills(at.shop, buyer)
})
afterAll(() => at.close())

const quoted = (wish: Parameters<typeof aQuote>[3] = {}) => aQuote(at.shop, buyer, at.clips, wish)
const look = async (number: string, { visitor }: Buyer = buyer) =>
  (await visitor.call(getInvoice, { params: { invoice: number } })).data
const pay = async (number: string, { who = buyer, seen = '', nonce = 'fake-valid-nonce' } = {}) =>
  who.visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber: number },
      body: { ...payment(seen || (await look(number, who)).fingerprint, nonce), ...(await checkoutProof(who.visitor)) },
    },
    { idempotencyKey: randomUUID() },
  )
const decline = (number: string, { visitor }: Buyer = buyer) =>
  visitor.call(declineQuote, { params: { number }, body: { reason: 'Too dear' } })
const detail = async (number: string, { visitor }: Buyer = buyer) =>
  (await visitor.call(getQuote, { params: { number } })).data
const by = () => ({ user_id: buyer.user_id, now: at.shop.clock.now() })
const revise = (number: string, wish: Parameters<typeof anOffer>[2] = {}) =>
  at.shop.db.transaction().execute(trx => reviseOffer(trx, number, anOffer(at.shop, at.clips, wish), by()))
const revoke = (number: string) => at.shop.db.transaction().execute(trx => revokeOffer(trx, number, by()))
const ordersOf = ({ workspace_id }: Buyer) =>
  at.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().orderBy('id').execute()

test('it is shown with its note, its day, the agreed price of each clip and what the table says', async () => {
  const number = await quoted()
  expect(number).toMatch(/^Q-2026-\d{6}$/)
  const { data: list } = await buyer.visitor.call(listQuotes, { query: { state: 'open' } })
  expect(list).toMatchObject([{ number, state: 'open', clips_count: 2, total: { unformatted: 24_000 } }])
  const quote = await detail(number)
  expect(quote).toMatchObject({ note: 'As we said on the phone.', version: 1, earlier: [], order_number: null })
  expect(quote.cart.cart_items.data.map(item => [item.price.unformatted, item.table_price?.unformatted])).toEqual([
    [12_000, 19_900],
    [12_000, 19_900],
  ])
  // Texas's tax on $240.00.
  expect(quote.cart).toMatchObject({
    hash: null,
    total: { unformatted: 25_500 },
    billing_information: { company: 'Fieldnote Pictures' },
  })
})

test('paying accepts it: charged as agreed, an order of its own number, the quote says which', async () => {
  const number = await quoted()
  const { data: paid } = await pay(number)
  expect(paid).toMatchObject({ state: 'paid', invoice_number: expect.stringMatching(/^LT-/) })
  const [charge] = await at.transactions()
  expect(charge).toMatchObject({ amount: '255.00' })
  expect(await detail(number)).toMatchObject({ state: 'accepted', order_number: paid.invoice_number })
  const { data: order } = await buyer.visitor.call(getOrder, { params: { id: paid.invoice_number ?? '' } })
  expect(order).toMatchObject({ total: { unformatted: 25_500 }, sub_total: { unformatted: 24_000 } })
  await expect(pay(number, { seen: 'whatever' })).rejects.toMatchObject({ status: 410 })
})

test('a declined card leaves it open', async () => {
  const number = await quoted()
  await expect(pay(number, { nonce: 'fake-processor-declined-visa-nonce' })).rejects.toMatchObject({ status: 422 })
  expect(await detail(number)).toMatchObject({ state: 'open' })
  expect((await pay(number)).data.state).toBe('paid')
})

describe('what became of it meanwhile is told, and nothing is charged', () => {
  test('run out', async () => {
    const number = await quoted({ expires_at: new Date(at.shop.clock.now().getTime() + day_ms) })
    const { fingerprint: seen } = await look(number)
    await at.shop.db.updateTable('quote_versions').set({ expires_at: at.shop.clock.now() }).execute()
    await expect(pay(number, { seen })).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining('expired'),
    })
    expect(await detail(number)).toMatchObject({ state: 'expired' })
  })
  test('declined by a colleague', async () => {
    const number = await quoted()
    const { fingerprint: seen } = await look(number)
    const colleague = await aMember(at.shop, 'purchaser', buyer.workspace_id)
    expect((await decline(number, colleague)).data).toMatchObject({ state: 'declined', reason: 'Too dear' })
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 409 })
  })
  test('revised', async () => {
    const number = await quoted()
    const { fingerprint: seen } = await look(number)
    await revise(number, { agreed_cents: 15_000, note: 'With the longer term' })
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 409 })
    expect(await detail(number)).toMatchObject({
      version: 2,
      note: 'With the longer term',
      earlier: [{ version: 1, total: { unformatted: 24_000 } }],
    })
    await pay(number)
    expect(await ordersOf(buyer)).toMatchObject([{ sub_total_cents: 30_000 }])
  })
  test('taken back', async () => {
    const number = await quoted()
    const { fingerprint: seen } = await look(number)
    await revoke(number)
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 410 })
    await expect(revise(number)).rejects.toMatchObject({ status: 409 })
  })
  test('its workspace is billed elsewhere', async () => {
    const number = await quoted()
    const { fingerprint: seen } = await look(number)
    await bills(at.shop, buyer, 'NY')
    await expect(pay(number, { seen })).rejects.toMatchObject({ status: 409 })
    expect(await ordersOf(buyer)).toEqual([])
  })
})

test('what was declined or has run out can be offered again', async () => {
  const number = await quoted()
  await decline(number)
  await decline(number)
  await revise(number)
  expect(await detail(number)).toMatchObject({ state: 'open', version: 2, reason: '' })
  expect((await pay(number)).data.state).toBe('paid')
  await expect(revise(number)).rejects.toMatchObject({ status: 409 })
})

test('without an agreed price a line is held at the table’s of that day, and a buyout is sold', async () => {
  const offer = anOffer(at.shop, at.clips, { agreed_cents: null })
  const [first, second] = offer.lines
  if (!first || !second) throw new Error('Two lines')
  const lines = [first, { ...second, distribution_ids: [4], agreed_cents: 500_000 }]
  const number = await at.shop.db
    .transaction()
    .execute(trx => makeQuote(trx, buyer.workspace_id, { ...offer, lines }, by()))
  const { cart } = await detail(number)
  expect(cart.cart_items.data.map(item => item.price.unformatted)).toEqual([19_900, 500_000])
  expect(cart.licenses.map(group => group.distributions[0]?.name)).toEqual(['Web & Social', 'All-Media Buyout'])
  expect((await pay(number)).data.state).toBe('paid')
})

test('an outsider finds nothing, and who may not buy may look', async () => {
  const number = await quoted()
  const outsider = await aMember(at.shop)
  for (const ask of [detail, look, decline]) await expect(ask(number, outsider)).rejects.toMatchObject({ status: 404 })
  await expect(pay(number, { who: outsider, seen: 'x' })).rejects.toMatchObject({ status: 404 })
  const manager = await aMember(at.shop, 'asset_manager', buyer.workspace_id)
  expect((await detail(number, manager)).cart.can_purchase).toBe(false)
  await expect(decline(number, manager)).rejects.toMatchObject({ status: 403 })
  await expect(pay(number, { who: manager, seen: 'x' })).rejects.toMatchObject({ status: 403 })
})

test('staff make, list, revise and take back by their own doors', async () => {
  const { visitor } = await aStaff(at.shop)
  const { lines, note } = anOffer(at.shop, at.clips)
  const body = {
    lines: lines.map(line => ({ ...line, distribution_ids: [...line.distribution_ids] })),
    note,
    expires_at: '2026-04-01T00:00:00Z',
  }
  const { workspace_id } = buyer
  const { data: made } = await visitor.call(staff.makeQuote, { body: { ...body, workspace_id } })
  expect(made).toMatchObject({ kind: 'quote', state: 'open', versions: [{ version: 1, made_by: 'Nora Brandt' }] })
  const params = { number: made.number }
  const { data: revised } = await visitor.call(staff.reviseOffer, { params, body: { ...body, note: 'Again' } })
  expect(revised.versions.map(version => version.note)).toEqual(['Again', note])
  const { data: list } = await visitor.call(staff.listOffers, { query: { kind: 'quote' } })
  expect(list[0]).toMatchObject({ number: made.number, workspace: { id: workspace_id } })
  expect((await visitor.call(staff.revokeOffer, { params, body: { reason: 'Sold elsewhere' } })).data.state).toBe(
    'revoked',
  )
  const late = { ...body, expires_at: '2026-01-01T00:00:00Z', workspace_id }
  await expect(visitor.call(staff.makeQuote, { body: late })).rejects.toMatchObject({ status: 422 })
})

test('who buys is told of a quote when it is made and revised, and we of one that is declined', async () => {
  const { db, jobs, mail, deps, clock } = at.shop
  await aMember(at.shop, 'asset_manager', buyer.workspace_id)
  const news = async () => {
    const reactions = quotesReactions(deps)
    jobs.sent.splice(0)
    mail.sent.splice(0)
    await dispatch(db, jobs, reactions, clock.now())
    for (const { name, data } of jobs.sent)
      await reactions.find(reaction => reaction.name === name)?.react(data as never)
    return mail.sent.map(({ to, subject }) => [to, subject])
  }
  await db.deleteFrom('events').execute()
  const number = await quoted()
  expect(await news()).toEqual([[buyer.email, `Your quote ${number}`]])
  await revise(number)
  await revise(number)
  // Of the second alone: the first was replaced before anybody read of it.
  expect(await news()).toEqual([[buyer.email, `Your quote ${number}, revised`]])
  await decline(number)
  expect(await news()).toEqual([[brand.email, `Quote ${number} was declined`]])
})

describe('races', () => {
  test('two dozen of a team accept at once: charged once', async () => {
    const number = await quoted()
    const team = await Promise.all(Array.from({ length: 24 }, () => aMember(at.shop, 'purchaser', buyer.workspace_id)))
    const { fingerprint: seen } = await look(number)
    const before = (await at.transactions()).length
    const ends = await Promise.allSettled(team.map(who => pay(number, { who, seen })))
    expect(ends.filter(end => end.status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect([409, 410]).toContain(end.reason.status)
    expect((await at.transactions()).length - before).toBe(1)
    expect((await ordersOf(buyer)).filter(order => order.state === 'paid')).toHaveLength(1)
  })

  test('accepted, declined, revised and taken back at once: what was paid is what was seen', async () => {
    const number = await quoted()
    const team = await Promise.all(Array.from({ length: 21 }, () => aMember(at.shop, 'purchaser', buyer.workspace_id)))
    const { fingerprint: seen } = await look(number)
    const others = [
      (who: Buyer) => decline(number, who),
      () => revise(number, { agreed_cents: 9_000 }),
      () => revoke(number),
    ]
    const more = (who: Buyer, place: number): Promise<unknown>[] =>
      others.slice(place % 3, (place % 3) + 1).map(act => act(who))
    await Promise.allSettled(team.flatMap((who, place) => [pay(number, { who, seen }), ...more(who, place)]))
    const { state, version } = await detail(number)
    const paid = (await ordersOf(buyer)).filter(order => order.state === 'paid')
    expect(paid).toHaveLength(state === 'accepted' ? 1 : 0)
    for (const order of paid) expect(order.sub_total_cents).toBe(24_000)
    if (paid.length > 0) expect(version).toBe(1)
  })
})
