/** A clip that staff withdraw while an open offer holds it: both sides see the same offer, and both get a mail. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openCheckoutShop } from '../../testing/builders/checkout.ts'
import { aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { aCustomCart, aQuote, bills } from '../../testing/builders/quotes.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { getClipUses, moveStaffClips } from '../admin/catalog/contract.ts'
import { brand } from '../platform/brand.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { declineQuote, getQuote, listQuotes } from './contract.ts'
import { quotesReactions } from './reactions.server.ts'
import { getOffer, listOffers } from './staff-contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let staff: Buyer
let buyer: Buyer
let gone: TestClip
let left: TestClip
beforeAll(async () => {
  at = await openCheckoutShop()
  staff = await aStaff(at.shop)
})
beforeEach(async () => {
  buyer = await aMember(at.shop)
  await bills(at.shop, buyer)
  const [a, b] = at.clips
  if (!a || !b) throw new Error('There are two clips.')
  gone = a
  left = b
  await at.shop.db.updateTable('clips').set({ status: 'published' }).execute()
  await at.shop.db.deleteFrom('events').execute()
  await at.shop.db.updateTable('quotes').set({ state: 'revoked', ended_at: at.shop.clock.now() }).execute()
})
afterAll(() => at.close())

const withdraw = () =>
  staff.visitor.call(moveStaffClips, {
    body: { clip_ids: [gone.id], move: 'withdraw', reason: 'The release was taken back' },
  })

/** The mails of all events since, each as reader and subject. */
const mails = async () => {
  const { db, deps, clock, jobs, mail } = at.shop
  const reactions = quotesReactions(deps)
  jobs.sent.splice(0)
  mail.sent.splice(0)
  await dispatch(db, jobs, reactions, clock.now())
  for (const { name, data } of jobs.sent) await reactions.find(reaction => reaction.name === name)?.react(data as never)
  return mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}

test('buyer and staff see the same offer without it, in the list and on its page', async () => {
  const number = await aQuote(at.shop, buyer, [gone, left])
  await withdraw()
  const { data: quote } = await buyer.visitor.call(getQuote, { params: { number } })
  expect(quote).toMatchObject({ clips_count: 1, total: { unformatted: 12_000 } })
  expect(quote.cart.sub_total.unformatted).toBe(12_000)
  expect(quote.cart.notices).toMatchObject([
    { kind: 'withdrawn', text: expect.stringContaining('so it is not part of this offer anymore.') },
  ])
  const [listed] = (await buyer.visitor.call(listQuotes, { query: {} })).data
  expect(listed).toMatchObject({ number, clips_count: 1, total: { unformatted: 12_000 } })
  const { data: offer } = await staff.visitor.call(getOffer, { params: { number } })
  expect(offer).toMatchObject({ clips_count: 1, total: { unformatted: 12_000 } })
  expect(offer.versions[0]?.lines.map(({ clip_id, is_offered }) => [clip_id, is_offered])).toEqual([
    [gone.id, false],
    [left.id, true],
  ])
  const { data: offers } = await staff.visitor.call(listOffers, { query: { search: number } })
  expect(offers).toMatchObject([{ clips_count: 1, total: { unformatted: 12_000 } }])
})

test('a format that a clip no longer has is no part of it for either, and is one again when it comes back', async () => {
  const number = await aQuote(at.shop, buyer, [gone, left])
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
  const { format_id } = await at.shop.db
    .selectFrom('cart_items')
    .where('clip_id', '=', gone.id)
    .orderBy('id', 'desc')
    .select('format_id')
    .executeTakeFirstOrThrow()
  const lost = await at.shop.db
    .deleteFrom('clip_formats')
    .where('clip_id', '=', gone.id)
    .where('format_id', '=', format_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = await read()
  await at.shop.db.insertInto('clip_formats').values(lost).execute()
  expect(after.sums).toEqual(Array.from({ length: 4 }, () => [1, 12_000]))
  expect(after.quote.cart).toMatchObject({ sub_total: { unformatted: 12_000 }, notices: [{ kind: 'format' }] })
  expect(after.lines).toEqual([false, true])
  expect(await read()).toEqual(before)
})

test('those who buy and the sales team get a mail about every open offer, and nobody about others', async () => {
  const number = await aQuote(at.shop, buyer, [gone, left])
  const { number: custom } = await aCustomCart(at.shop, staff, [gone])
  const declined = await aQuote(at.shop, buyer, [gone])
  await buyer.visitor.call(declineQuote, { params: { number: declined }, body: { reason: 'Too dear' } })
  await aQuote(at.shop, buyer, [left])
  await mails()
  await withdraw()
  const sent = await mails()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [buyer.email, `A clip is no longer part of your quote ${number}`],
    [brand.email, 'A clip is no longer part of 2 offers'],
  ])
  const [toBuyer, toSales] = sent
  expect(toBuyer?.text).toContain('1 clip is left, $120.00 before tax')
  expect(toBuyer?.text).toContain(`/workspace/quotes/${number}`)
  expect(toSales?.text).toContain(`/admin/quotes/${custom}`)
  expect(toSales?.text).toContain('Nothing is left of it.')
  expect(toSales?.text).not.toContain(declined)
})

test('the question before it names open offers, collections and how many licenses hold the clip', async () => {
  const number = await aQuote(at.shop, buyer, [gone])
  const uses = async (ids: string) => (await staff.visitor.call(getClipUses, { query: { ids } })).data
  expect(await uses(`${gone.id},${left.id}`)).toMatchObject({ quotes: [number], licenses_count: 0 })
  expect(await uses(`${left.id}`)).toMatchObject({ quotes: [], licenses_count: 0 })
})
