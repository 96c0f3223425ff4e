/** Offers through the API: found, created, revised, viewed by buyers and withdrawn. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getLicenseSchema } from '#licensing/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { buildOffer } from '../../../testing/builders/quotes.ts'
import { startMasquerade, seedStaff } from '../../../testing/builders/staff.ts'
import { getLegacyCart, getQuote } from '../contract.ts'
import { quotesPart } from '../privacy.server.ts'
import * as offers from '../staff-contract.ts'
import type { QuoteState } from '../states.ts'
import { findOfferClips } from './contract.ts'

let shop: TestApp
let staff: Buyer
let clips: TestClip[]
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
  clips = [await seedClip(shop, 'Harbor in the rain'), await seedClip(shop, 'Slow tide')]
})
afterAll(() => shop.close())

const offerBody = (overrides: { note?: string; po_number?: string } = {}) => {
  const { expires_at, ...offer } = buildOffer(shop, clips)
  return { ...offer, lines: [...offer.lines], expires_at: expires_at.toISOString(), ...overrides }
}
const createQuote = async ({ workspace_id }: Buyer, overrides: Parameters<typeof offerBody>[0] = {}) =>
  (await staff.visitor.call(offers.createQuote, { body: { ...offerBody(overrides), workspace_id } })).data
const loadOffer = async (number: string) => (await staff.visitor.call(offers.getOffer, { params: { number } })).data
const findOffers = async (query: { search?: string; state?: QuoteState }) =>
  (await staff.visitor.call(offers.listOffers, { query })).data.map(({ number }) => number)
const revokeOffer = (number: string, reason = 'Sold elsewhere') =>
  staff.visitor.call(offers.revokeOffer, { params: { number }, body: { reason } })
const viewQuote = ({ visitor }: Pick<Buyer, 'visitor'>, number: string) =>
  visitor.call(getQuote, { params: { number } })

test('offers are found by number, workspace, email and state', async () => {
  const buyer = await seedMember(shop)
  const [first, second] = [await createQuote(buyer), await createQuote(buyer)]
  await revokeOffer(second.number)
  expect(await findOffers({ search: buyer.email })).toEqual([second.number, first.number])
  expect(await findOffers({ search: first.workspace?.name ?? '' })).toContain(first.number)
  expect(await findOffers({ search: first.number })).toEqual([first.number])
  expect(await findOffers({ search: buyer.email, state: 'open' })).toEqual([first.number])
  expect(await findOffers({ search: buyer.email, state: 'revoked' })).toEqual([second.number])
  expect(await findOffers({ search: buyer.email, state: 'expired' })).toEqual([])
  shop.clock.advance(8 * DAY_MS)
  // Staff sessions expire within a week.
  staff = await seedStaff(shop)
  expect(await findOffers({ search: buyer.email, state: 'expired' })).toEqual([first.number])
  expect(await findOffers({ search: buyer.email, state: 'open' })).toEqual([])
  for (const { number } of [first, second])
    expect(await findOffers({ state: (await loadOffer(number)).state })).toContain(number)
})

test('a price change while the form is open is reported, nothing is sent, and the second attempt succeeds', async () => {
  const buyer = await seedMember(shop)
  const { number } = await createQuote(buyer)
  const offer = offerBody()
  const revise = (expected_cents: number) =>
    staff.visitor.call(offers.reviseOffer, {
      params: { number },
      body: { ...offer, lines: offer.lines.map(line => ({ ...line, agreed_price_cents: null, expected_cents })) },
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
    'The price table changed while you were working: “Harbor in the rain” is $299.00 now, not $199.00. Nothing was sent; please review the prices.'
  await expect(revise(19_900)).rejects.toMatchObject({ status: 409, message: text })
  expect((await loadOffer(number)).version).toBe(2)
  const { data: revised } = await revise(29_900)
  expect(revised.versions[0]?.lines.map(({ agreed }) => agreed.unformatted)).toEqual([29_900, 29_900])
})

test('views are counted per version and buyer, without staff', async () => {
  const buyer = await seedMember(shop)
  const { number } = await createQuote(buyer)
  expect((await loadOffer(number)).views).toEqual([])
  await viewQuote(buyer, number)
  await viewQuote(buyer, number)
  await staff.visitor.call(offers.reviseOffer, { params: { number }, body: offerBody({ note: 'Ten less' }) })
  shop.clock.advance(60_000)
  await viewQuote(buyer, number)
  const acting = await seedStaff(shop)
  await startMasquerade(shop, acting, buyer.user_id)
  await viewQuote(acting, number)
  const { views } = await loadOffer(number)
  expect(views).toMatchObject([
    { version: 2, email: buyer.email, times: 1 },
    { version: 1, email: buyer.email, times: 2 },
  ])
  expect((await loadOffer(number)).seen_at).toBe(shop.clock.now().toISOString())
  // The buyer's data export includes the views.
  const { looked_at } = (await quotesPart.collect(shop.db, buyer.user_id)) as { looked_at: unknown[] }
  expect(looked_at).toMatchObject([{ number, version: 1, times: 2 }, ...looked_at.slice(1)])
})

test('a custom cart counts anonymous visitors, and a new link ends the previous one', async () => {
  const { data: cart } = await staff.visitor.call(offers.createCustomCart, { body: offerBody() })
  const openCart = (cart_hash: string) => shop.visitor().call(getLegacyCart, { query: { cart_hash } })
  await openCart(cart.cart_hash)
  await openCart(cart.cart_hash)
  expect((await loadOffer(cart.number)).views).toMatchObject([{ email: null, times: 2 }])
  const params = { number: cart.number }
  const { data: renewed } = await staff.visitor.call(offers.renewOfferLink, { params })
  expect(renewed.link).toContain(renewed.cart_hash)
  await expect(openCart(cart.cart_hash)).rejects.toMatchObject({ status: 404 })
  expect((await openCart(renewed.cart_hash)).data.kind).toBe('custom')
  await revokeOffer(cart.number)
  await expect(openCart(renewed.cart_hash)).rejects.toMatchObject({ status: 410 })
  await expect(staff.visitor.call(offers.renewOfferLink, { params })).rejects.toMatchObject({ status: 409 })
})

test('every step is logged with its author and reason; withdrawing needs a reason', async () => {
  const buyer = await seedMember(shop)
  const { number } = await createQuote(buyer, { po_number: 'PO-4711' })
  await staff.visitor.call(offers.reviseOffer, {
    params: { number },
    body: { ...offerBody(), reason: 'They asked for less' },
  })
  expect(await loadOffer(number)).toMatchObject({ version: 2, po_number: '' })
  await expect(revokeOffer(number, ' ')).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await revokeOffer(number)
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'quote', key: number } })
  expect(log).toMatchObject([
    { action: 'withdrawn', reason: 'Sold elsewhere', staff_email: staff.email },
    { action: 'revised', reason: 'They asked for less', changes: [{ field: 'version', was: '1', is: '2' }] },
    { action: 'created_and_sent' },
  ])
})

test('staff cannot make offers to their own workspace', async () => {
  await expect(createQuote(staff)).rejects.toMatchObject({ status: 403 })
})

test('clips are found by number in the given order, or by text; clips that are not for sale are left out', async () => {
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
