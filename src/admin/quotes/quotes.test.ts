/** The room of quotes through the real door: found, built, revised, seen by their buyers, taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { anOffer } from '../../../testing/builders/quotes.ts'
import { actAs, aStaff } from '../../../testing/builders/staff.ts'
import { getLicenseSchema } from '../../licensing/contract.ts'
import { getLegacyCart, getQuote } from '../../quotes/contract.ts'
import { quotesPart } from '../../quotes/privacy.server.ts'
import * as offers from '../../quotes/staff-contract.ts'
import type { QuoteState } from '../../quotes/states.ts'
import { listStaffLog } from '../log/contract.ts'
import { findOfferClips } from './contract.ts'

let shop: TestApp
let staff: Buyer
let clips: TestClip[]
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
  clips = [await aClip(shop, 'Harbor in the rain'), await aClip(shop, 'Slow tide')]
})
afterAll(() => shop.close())

const body = (wish: { note?: string; po_number?: string } = {}) => {
  const { expires_at, ...offer } = anOffer(shop, clips)
  return { ...offer, lines: [...offer.lines], expires_at: expires_at.toISOString(), ...wish }
}
const quoteFor = async ({ workspace_id }: Buyer, wish: Parameters<typeof body>[0] = {}) =>
  (await staff.visitor.call(offers.makeQuote, { body: { ...body(wish), workspace_id } })).data
const detail = async (number: string) => (await staff.visitor.call(offers.getOffer, { params: { number } })).data
const found = async (query: { search?: string; state?: QuoteState }) =>
  (await staff.visitor.call(offers.listOffers, { query })).data.map(({ number }) => number)
const revoke = (number: string, reason = 'Sold elsewhere') =>
  staff.visitor.call(offers.revokeOffer, { params: { number }, body: { reason } })
const look = ({ visitor }: Pick<Buyer, 'visitor'>, number: string) => visitor.call(getQuote, { params: { number } })

test('found by number, workspace and email, and by what became of it', async () => {
  const buyer = await aMember(shop)
  const [first, second] = [await quoteFor(buyer), await quoteFor(buyer)]
  await revoke(second.number)
  expect(await found({ search: buyer.email })).toEqual([second.number, first.number])
  expect(await found({ search: first.workspace?.name ?? '' })).toContain(first.number)
  expect(await found({ search: first.number })).toEqual([first.number])
  expect(await found({ search: buyer.email, state: 'open' })).toEqual([first.number])
  expect(await found({ search: buyer.email, state: 'revoked' })).toEqual([second.number])
  expect(await found({ search: buyer.email, state: 'expired' })).toEqual([])
  shop.clock.advance(8 * 86_400_000)
  // Sessions of staff end within the week.
  staff = await aStaff(shop)
  expect(await found({ search: buyer.email, state: 'expired' })).toEqual([first.number])
  expect(await found({ search: buyer.email, state: 'open' })).toEqual([])
  for (const { number } of [first, second])
    expect(await found({ state: (await detail(number)).state })).toContain(number)
})

test('prices that change while the form is open are told, nothing is sent, and a second look sends', async () => {
  const buyer = await aMember(shop)
  const { number } = await quoteFor(buyer)
  const offer = body()
  const revise = (seen_cents: number) =>
    staff.visitor.call(offers.reviseOffer, {
      params: { number },
      body: { ...offer, lines: offer.lines.map(line => ({ ...line, agreed_cents: null, seen_cents })) },
    })
  const { data } = await staff.visitor.call(getLicenseSchema, {})
  const effective_from = new Date(shop.clock.now().getTime() + 60_000)
  const prices = { ...data.prices, format_cents: { ...data.prices.format_cents, 3: 10_000 } }
  await shop.db
    .insertInto('price_versions')
    .values({ effective_from, prices: JSON.stringify(prices) })
    .execute()
  expect((await revise(19_900)).data.version).toBe(2)
  shop.clock.advance(120_000)
  const text =
    'The price table changed while you were working: “Harbor in the rain” is $299.00 now, not $199.00. Nothing was sent; please look at the prices once more.'
  await expect(revise(19_900)).rejects.toMatchObject({ status: 409, message: text })
  expect((await detail(number)).version).toBe(2)
  const { data: revised } = await revise(29_900)
  expect(revised.versions[0]?.lines.map(({ agreed }) => agreed.unformatted)).toEqual([29_900, 29_900])
})

test('who looked at which version, and when, without our own people', async () => {
  const buyer = await aMember(shop)
  const { number } = await quoteFor(buyer)
  expect((await detail(number)).views).toEqual([])
  await look(buyer, number)
  await look(buyer, number)
  await staff.visitor.call(offers.reviseOffer, { params: { number }, body: body({ note: 'Ten less' }) })
  shop.clock.advance(60_000)
  await look(buyer, number)
  const acting = await aStaff(shop)
  await actAs(shop, acting, buyer.user_id)
  await look(acting, number)
  const { views } = await detail(number)
  expect(views).toMatchObject([
    { version: 2, email: buyer.email, times: 1 },
    { version: 1, email: buyer.email, times: 2 },
  ])
  expect((await detail(number)).seen_at).toBe(shop.clock.now().toISOString())
  // It is theirs to see, too.
  const { looked_at } = (await quotesPart.collect(shop.db, buyer.user_id)) as { looked_at: unknown[] }
  expect(looked_at).toMatchObject([{ number, version: 1, times: 2 }, ...looked_at.slice(1)])
})

test('a custom cart counts its visitors without knowing them, and another link ends the one before', async () => {
  const { data: made } = await staff.visitor.call(offers.makeCustomCart, { body: body() })
  const open = (cart_hash: string) => shop.visitor().call(getLegacyCart, { query: { cart_hash } })
  await open(made.cart_hash)
  await open(made.cart_hash)
  expect((await detail(made.number)).views).toMatchObject([{ email: null, times: 2 }])
  const params = { number: made.number }
  const { data: renewed } = await staff.visitor.call(offers.renewOfferLink, { params })
  expect(renewed.link).toContain(renewed.cart_hash)
  await expect(open(made.cart_hash)).rejects.toMatchObject({ status: 404 })
  expect((await open(renewed.cart_hash)).data.kind).toBe('custom')
  await revoke(made.number)
  await expect(open(renewed.cart_hash)).rejects.toMatchObject({ status: 410 })
  await expect(staff.visitor.call(offers.renewOfferLink, { params })).rejects.toMatchObject({ status: 409 })
})

test('every step is written down with who and why; taking back needs a reason', async () => {
  const buyer = await aMember(shop)
  const { number } = await quoteFor(buyer, { po_number: 'PO-4711' })
  await staff.visitor.call(offers.reviseOffer, {
    params: { number },
    body: { ...body(), reason: 'They asked for less' },
  })
  expect(await detail(number)).toMatchObject({ version: 2, po_number: '' })
  await expect(revoke(number, ' ')).rejects.toMatchObject({ status: 422, errors: { reason: ['Reason is required'] } })
  await revoke(number)
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'quote', key: number } })
  expect(log).toMatchObject([
    { action: 'Withdrawn', reason: 'Sold elsewhere', staff_email: staff.email },
    { action: 'Revised, version 2', reason: 'They asked for less' },
    { action: 'Made and sent' },
  ])
})

test('nobody of us offers anything to a workspace that they are in', async () => {
  await expect(quoteFor(staff)).rejects.toMatchObject({ status: 403 })
})

test('clips are found by number in the order asked for, or by words; what is not sold is left out', async () => {
  const find = async (query: { ids?: string; words?: string }) =>
    (await staff.visitor.call(findOfferClips, { query })).data.map(({ id }) => id)
  const [harbor, tide] = clips.map(({ id }) => id)
  expect(await find({ ids: `${tide},999999,${harbor},${tide}` })).toEqual([tide, harbor])
  expect(await find({ words: 'HARBOR' })).toEqual([harbor])
  expect(await find({ words: '%' })).toEqual([])
  await shop.db
    .updateTable('clips')
    .set({ status: 'withdrawn' })
    .where('id', '=', harbor ?? 0)
    .execute()
  expect(await find({ ids: `${harbor}` })).toEqual([])
})
