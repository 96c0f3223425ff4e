/** Tests for clips that are withdrawn while an open offer has them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getClipUses, changeClipStatuses } from '#catalog/admin/contract.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openCheckoutShop } from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { seedCustomCart, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { declineQuote, getQuote, listQuotes } from './contract.ts'
import { quotesReactions } from './reactions.server.ts'
import { getOffer, listOffers } from './staff-contract.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let staff: Buyer
let buyer: Buyer
let withdrawnClip: TestClip
let remainingClip: TestClip
beforeAll(async () => {
  checkout = await openCheckoutShop()
  staff = await seedStaff(checkout.shop)
})
beforeEach(async () => {
  buyer = await seedMember(checkout.shop)
  await setUsBilling(checkout.shop, buyer)
  const [a, b] = checkout.clips
  if (!a || !b) throw new Error('There are two clips.')
  withdrawnClip = a
  remainingClip = b
  await checkout.shop.db.updateTable('clips').set({ status: 'published' }).execute()
  await checkout.shop.db.deleteFrom('events').execute()
  await checkout.shop.db.updateTable('quotes').set({ state: 'revoked', ended_at: checkout.shop.clock.now() }).execute()
})
afterAll(() => checkout.close())

const withdraw = () =>
  staff.visitor.call(changeClipStatuses, {
    body: { clip_ids: [withdrawnClip.id], move: 'withdraw', reason: 'The release was taken back' },
  })

/** Runs the reactions to all pending events; returns the sent mails. */
const runReactions = async () => {
  const { db, deps, clock, jobs, mail } = checkout.shop
  const reactions = quotesReactions(deps)
  jobs.sent.splice(0)
  mail.sent.splice(0)
  await dispatchEvents(db, jobs, reactions, clock.now())
  for (const { name, data } of jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(data as never)
  return mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}

test('buyer and staff see the offer without the clip, in the list and on its page', async () => {
  const number = await seedQuote(checkout.shop, buyer, [withdrawnClip, remainingClip])
  await withdraw()
  const { data: quote } = await buyer.visitor.call(getQuote, { params: { number } })
  expect(quote).toMatchObject({ clips_count: 1, total: { unformatted: 12_000 } })
  expect(quote.cart.sub_total.unformatted).toBe(12_000)
  expect(quote.cart.notices).toMatchObject([
    { kind: 'withdrawn', text: expect.stringContaining('so it is not part of this offer anymore.') },
  ])
  const [listItem] = (await buyer.visitor.call(listQuotes, { query: {} })).data
  expect(listItem).toMatchObject({ number, clips_count: 1, total: { unformatted: 12_000 } })
  const { data: offer } = await staff.visitor.call(getOffer, { params: { number } })
  expect(offer).toMatchObject({ clips_count: 1, total: { unformatted: 12_000 } })
  expect(offer.versions[0]?.lines.map(({ clip_id, is_offered }) => [clip_id, is_offered])).toEqual([
    [withdrawnClip.id, false],
    [remainingClip.id, true],
  ])
  const { data: offers } = await staff.visitor.call(listOffers, { query: { search: number } })
  expect(offers).toMatchObject([{ clips_count: 1, total: { unformatted: 12_000 } }])
})

test('a format that a clip no longer has is no part of it for either, and is one again when it comes back', async () => {
  const number = await seedQuote(checkout.shop, buyer, [withdrawnClip, remainingClip])
  const { visitor } = buyer
  const read = async () => {
    const { data: quote } = await visitor.call(getQuote, { params: { number } })
    const [listed] = (await visitor.call(listQuotes, { query: {} })).data
    const { data: offer } = await staff.visitor.call(getOffer, { params: { number } })
    const { data: offers } = await staff.visitor.call(listOffers, { query: { search: number } })
    const sums = [quote, listed, offer, ...offers].map(one => [one?.clips_count, one?.total.unformatted])
    return { quote, sums, lines: offer.versions[0]?.lines.map(({ is_offered }) => is_offered) }
  }
  const before = await read()
  const { format_id } = await checkout.shop.db
    .selectFrom('cart_items')
    .where('clip_id', '=', withdrawnClip.id)
    .orderBy('id', 'desc')
    .select('format_id')
    .executeTakeFirstOrThrow()
  const lost = await checkout.shop.db
    .deleteFrom('clip_formats')
    .where('clip_id', '=', withdrawnClip.id)
    .where('format_id', '=', format_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = await read()
  await checkout.shop.db.insertInto('clip_formats').values(lost).execute()
  expect(after.sums).toEqual(Array.from({ length: 4 }, () => [1, 12_000]))
  expect(after.quote.cart).toMatchObject({ sub_total: { unformatted: 12_000 }, notices: [{ kind: 'format' }] })
  expect(after.lines).toEqual([false, true])
  expect(await read()).toEqual(before)
})

test('buyers and the sales team get a mail about every open offer, and nobody about closed ones', async () => {
  const number = await seedQuote(checkout.shop, buyer, [withdrawnClip, remainingClip])
  const { number: custom } = await seedCustomCart(checkout.shop, staff, [withdrawnClip])
  const declined = await seedQuote(checkout.shop, buyer, [withdrawnClip])
  await buyer.visitor.call(declineQuote, { params: { number: declined }, body: { reason: 'Too dear' } })
  await seedQuote(checkout.shop, buyer, [remainingClip])
  await runReactions()
  await withdraw()
  const sent = await runReactions()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [buyer.email, `A clip is no longer part of your quote ${number}`],
    ['hello@longtake.example', 'A clip is no longer part of 2 offers'],
  ])
  const [buyerMail, salesMail] = sent
  expect(buyerMail?.text).toContain('1 clip is left, $120.00 before tax')
  expect(buyerMail?.text).toContain(`/workspace/quotes/${number}`)
  expect(salesMail?.text).toContain(`/admin/quotes/${custom}`)
  expect(salesMail?.text).toContain('No clips are left.')
  expect(salesMail?.text).not.toContain(declined)
})

test('the confirmation before withdrawing lists open offers and the number of licenses', async () => {
  const number = await seedQuote(checkout.shop, buyer, [withdrawnClip])
  const loadUses = async (ids: string) => (await staff.visitor.call(getClipUses, { query: { ids } })).data
  expect(await loadUses(`${withdrawnClip.id},${remainingClip.id}`)).toMatchObject({
    quotes: [number],
    licenses_count: 0,
  })
  expect(await loadUses(`${remainingClip.id}`)).toMatchObject({ quotes: [], licenses_count: 0 })
  // A license on hold isn't in force.
  for (const state of ['paid', 'disputed'] as const)
    await seedOrder(checkout.shop, buyer, state, { clips: [remainingClip] })
  expect(await loadUses(`${remainingClip.id}`)).toMatchObject({ licenses_count: 1 })
})
