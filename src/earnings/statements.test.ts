/** Tests for closing months, payouts and statement downloads. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { transitionOrder } from '#licenses/transition-order.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedFilmmaker, assignPassword, replayToLedger } from '../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder } from '../../testing/builders/orders.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { getEarnings, getPayoutSettings, listStatements, savePayoutSettings, statementPath } from './contract.ts'
import { monthAfter, monthOf, monthStart } from './months.ts'
import { closeLastMonth, closeMonth } from './statements.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Closes months ahead of the clock: advancing the clock by months would expire the sessions. */
let monthsAhead = 0
const skipMonth = () => {
  monthsAhead += 1
}
const closeMonthAhead = () => closeLastMonth(shop.db, monthStart(monthAfter(monthOf(shop.clock.now()), monthsAhead)))
const payee = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example' }

test('a month is closed and paid out once, and a later refund is carried over', async () => {
  const clip = await seedClip(shop)
  const artist = await seedFilmmaker(shop, clip)
  const order = await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  const loadStatements = async () => (await artist.visitor.call(listStatements, {})).data
  const loadBalance = async () => (await artist.visitor.call(getEarnings, {})).data?.balance.unformatted

  skipMonth()
  await closeMonthAhead()
  // There are no payout settings yet.
  expect(await loadStatements()).toMatchObject([{ earned: { unformatted: 9_950 }, paid: { unformatted: 0 } }])
  expect(await loadBalance()).toBe(9_950)

  await assignPassword(shop, artist)
  await artist.visitor.call(savePayoutSettings, { body: { ...payee, password } })
  skipMonth()
  await Promise.all(Array.from({ length: 20 }, () => closeMonthAhead()))
  expect(await loadStatements()).toMatchObject([
    { earned: { unformatted: 0 }, paid: { unformatted: 9_950 }, balance: { unformatted: 0 } },
    { paid: { unformatted: 0 } },
  ])
  expect(await loadBalance()).toBe(0)

  const refund = { user_id: null, reason: 'Not used', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, order.id, 'refunded', refund))
  await replayToLedger(shop)
  expect(await loadBalance()).toBe(-9_950)
  skipMonth()
  await closeMonthAhead()
  expect((await loadStatements())[0]).toMatchObject({
    refunded: { unformatted: 9_950 },
    paid: { unformatted: 0 },
    balance: { unformatted: -9_950 },
  })
})

test('postings that arrive late are on the next statement, and none twice', async () => {
  const clip = await seedClip(shop)
  const artist = await seedFilmmaker(shop, clip)
  const sellClip = async () => seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await sellClip()
  await replayToLedger(shop)
  await sellClip()
  skipMonth()
  await closeMonthAhead()
  await replayToLedger(shop)
  skipMonth()
  await closeMonthAhead()
  const { data } = await artist.visitor.call(listStatements, {})
  expect(data.map(({ earned, balance }) => [earned.unformatted, balance.unformatted])).toEqual([
    [9_950, 19_900],
    [9_950, 9_950],
  ])
})

test('a month that is not over cannot be closed', async () => {
  const now = shop.clock.now()
  for (const month of [monthOf(now), monthAfter(monthOf(now))])
    await expect(closeMonth(shop.db, month, now)).rejects.toMatchObject({ status: 409 })
})

test('a statement downloads as CSV and PDF, always with the same bytes, and only for its own filmmaker', async () => {
  const clip = await seedClip(shop, '=cmd|tide')
  const artist = await seedFilmmaker(shop, clip)
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  skipMonth()
  await closeMonthAhead()
  const [statement] = (await artist.visitor.call(listStatements, {})).data
  const download = async (filmmaker: typeof artist, file: 'pdf' | 'csv') => {
    const response = await filmmaker.visitor.send(statementPath(statement?.number ?? '', file), { method: 'GET' })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }
  const csv = (await download(artist, 'csv')).body.toString()
  const [header, line] = csv.split('\r\n')
  expect(header).toBe('"Date (UTC)","What","Clip","Name","License (USD)","Your share (USD)"')
  expect(line?.slice(10)).toBe(`,"License",${clip.id},"'=cmd|tide",199.00,99.50`)
  expect(csv).toMatch(/"Balance, \w+ \d{4}",,,,99\.50\r\n$/)
  const pdf = await download(artist, 'pdf')
  const text = await extractPdfText(pdf.body)
  for (const expected of [statement?.number ?? '', '=cmd|tide', '$99.50']) expect(text).toContain(expected)
  expect((await download(artist, 'pdf')).body.equals(pdf.body)).toBe(true)

  const other = await seedFilmmaker(shop, await seedClip(shop))
  expect((await download(other, 'pdf')).status).toBe(404)
  expect((await download(other, 'csv')).status).toBe(404)
})

test('invalid payout settings return an error per field, and settings belong to one filmmaker', async () => {
  const artist = await seedFilmmaker(shop, await seedClip(shop))
  await assignPassword(shop, artist)
  const invalid = { payee_name: ' ', paypal_email: 'nowhere', password }
  await expect(artist.visitor.call(savePayoutSettings, { body: invalid })).rejects.toMatchObject({
    status: 422,
    errors: { payee_name: ['Name is required'], paypal_email: ['This is not an e-mail address.'] },
  })
  await artist.visitor.call(savePayoutSettings, { body: { ...payee, password } })
  expect((await artist.visitor.call(getPayoutSettings, {})).data).toEqual(payee)
  const other = await seedFilmmaker(shop, await seedClip(shop))
  expect((await other.visitor.call(getPayoutSettings, {})).data).toBe(null)
})
