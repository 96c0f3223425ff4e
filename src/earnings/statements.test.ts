/** Months are closed, balances paid out, statements taken home. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aFilmmaker, givePassword, tellLedger } from '../../testing/builders/earnings.ts'
import { aClip, aMember, anOrder } from '../../testing/builders/orders.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { wordsOf } from '../../testing/pdf.ts'
import { moveOrder } from '../orders/orders.server.ts'
import { getEarnings, getPayoutSettings, listStatements, savePayoutSettings, statementPath } from './contract.ts'
import { monthAfter, monthOf, monthStart } from './months.ts'
import { closeLastMonth, closeMonth } from './statements.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Sessions end before a month does: not the clock moves on, but the day on which a month is closed. */
let ahead = 0
const nextMonth = () => {
  ahead += 1
}
const close = () => closeLastMonth(shop.db, monthStart(monthAfter(monthOf(shop.clock.now()), ahead)))
const payee = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example' }

test('a month is closed once: what is enough is paid out, and a refund after it makes a balance that is carried', async () => {
  const clip = await aClip(shop)
  const artist = await aFilmmaker(shop, clip)
  const order = await anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await tellLedger(shop)
  const statements = async () => (await artist.visitor.call(listStatements, {})).data
  const balance = async () => (await artist.visitor.call(getEarnings, {})).data?.balance.unformatted

  nextMonth()
  await close()
  // Nobody has said where to.
  expect(await statements()).toMatchObject([{ earned: { unformatted: 9_950 }, paid: { unformatted: 0 } }])
  expect(await balance()).toBe(9_950)

  await givePassword(shop, artist)
  await artist.visitor.call(savePayoutSettings, { body: { ...payee, password } })
  nextMonth()
  await Promise.all(Array.from({ length: 20 }, () => close()))
  expect(await statements()).toMatchObject([
    { earned: { unformatted: 0 }, paid: { unformatted: 9_950 }, balance: { unformatted: 0 } },
    { paid: { unformatted: 0 } },
  ])
  expect(await balance()).toBe(0)

  const refund = { user_id: null, reason: 'Not used', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, order.id, 'refunded', refund))
  await tellLedger(shop)
  expect(await balance()).toBe(-9_950)
  nextMonth()
  await close()
  expect((await statements())[0]).toMatchObject({
    given_back: { unformatted: 9_950 },
    paid: { unformatted: 0 },
    balance: { unformatted: -9_950 },
  })
})

test('what was posted late comes with the next statement, and nothing twice', async () => {
  const clip = await aClip(shop)
  const artist = await aFilmmaker(shop, clip)
  const sell = async () => anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await sell()
  await tellLedger(shop)
  await sell()
  nextMonth()
  await close()
  await tellLedger(shop)
  nextMonth()
  await close()
  const { data } = await artist.visitor.call(listStatements, {})
  expect(data.map(({ earned, balance }) => [earned.unformatted, balance.unformatted])).toEqual([
    [9_950, 19_900],
    [9_950, 9_950],
  ])
})

test('a month that is not over stays open', async () => {
  const now = shop.clock.now()
  for (const month of [monthOf(now), monthAfter(monthOf(now))])
    await expect(closeMonth(shop.db, month, now)).rejects.toMatchObject({ status: 409 })
})

test('a statement is taken home as CSV and PDF, the same bytes each time, by its own filmmaker alone', async () => {
  const clip = await aClip(shop, '=cmd|tide')
  const artist = await aFilmmaker(shop, clip)
  await anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await tellLedger(shop)
  nextMonth()
  await close()
  const [statement] = (await artist.visitor.call(listStatements, {})).data
  const get = async (who: typeof artist, file: 'pdf' | 'csv') => {
    const answer = await who.visitor.send(statementPath(statement?.number ?? '', file), { method: 'GET' })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const csv = (await get(artist, 'csv')).body.toString()
  const [heads, line] = csv.split('\r\n')
  expect(heads).toBe('"Date (UTC)","What","Clip","Name","License (USD)","Your share (USD)"')
  expect(line?.slice(10)).toBe(`,"License",${clip.id},"'=cmd|tide",199.00,99.50`)
  expect(csv).toMatch(/"Balance, \w+ \d{4}",,,,99\.50\r\n$/)
  const pdf = await get(artist, 'pdf')
  const words = await wordsOf(pdf.body)
  for (const text of [statement?.number ?? '', '=cmd|tide', '$99.50']) expect(words).toContain(text)
  expect((await get(artist, 'pdf')).body.equals(pdf.body)).toBe(true)

  const other = await aFilmmaker(shop, await aClip(shop))
  expect((await get(other, 'pdf')).status).toBe(404)
  expect((await get(other, 'csv')).status).toBe(404)
})

test('payout settings are refused in words, and are each filmmaker’s own', async () => {
  const artist = await aFilmmaker(shop, await aClip(shop))
  await givePassword(shop, artist)
  const wrong = { payee_name: ' ', paypal_email: 'nowhere', password }
  await expect(artist.visitor.call(savePayoutSettings, { body: wrong })).rejects.toMatchObject({
    status: 422,
    errors: { payee_name: ['Name is required'], paypal_email: ['This is not an e-mail address.'] },
  })
  await artist.visitor.call(savePayoutSettings, { body: { ...payee, password } })
  expect((await artist.visitor.call(getPayoutSettings, {})).data).toEqual(payee)
  const other = await aFilmmaker(shop, await aClip(shop))
  expect((await other.visitor.call(getPayoutSettings, {})).data).toBe(null)
})
