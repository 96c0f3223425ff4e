/** Months closed and payouts sent by our people, through the door; what filmmakers see and hear of it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aFilmmaker, givePassword, tellLedger } from '../../../testing/builders/earnings.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { good_password as password } from '../../../testing/builders/people.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { listStatements, savePayoutSettings } from '../../earnings/contract.ts'
import { linkFilmmaker } from '../../earnings/people.server.ts'
import { earningsReactions } from '../../earnings/reactions.server.ts'
import type { Events } from '../../platform/outbox.server.ts'
import { listStaffLog } from '../log/contract.ts'
import { closeLastMonth, getPayoutDesk, markPayoutSent } from './payouts-contract.ts'

let shop: TestApp
let staff: Buyer
/** Who looks after the filmmaker by now. */
let artist: Buyer
let filmmaker_id: number
beforeAll(async () => {
  shop = await openTestApp()
  const clip = await aClip(shop)
  const first = await aFilmmaker(shop, clip)
  ;({ filmmaker_id } = first)
  await givePassword(shop, first)
  const payee = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example', password }
  await first.visitor.call(savePayoutSettings, { body: payee })
  await anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await tellLedger(shop)
  // What was earned is of last month now. Sessions have ended since.
  shop.clock.advance(32 * 86_400_000)
  staff = await aStaff(shop)
  artist = await aMember(shop)
  await link(artist)
  await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', first.user_id).execute()
})
afterAll(() => shop.close())

const link = ({ user_id }: Buyer) =>
  shop.db.transaction().execute(trx => linkFilmmaker(trx, { user_id, filmmaker_id, now: shop.clock.now() }))
const desk = async () => (await staff.visitor.call(getPayoutDesk, {})).data
const close = (month: string, seen_cents: number) =>
  staff.visitor.call(closeLastMonth, { body: { month, seen_cents, reason: '' } })
const send = (number: string, by = staff, sent_on = shop.clock.now().toISOString().slice(0, 10)) =>
  by.visitor.call(markPayoutSent, { params: { number }, body: { sent_on, reference: 'PP-7XK2', reason: '' } })

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a payee who goes while a month is being closed keeps it open',
  async () => {
    const { month } = (await desk()).closing
    const settings = await shop.db.selectFrom('payout_settings').selectAll().execute()
    let closing: Promise<unknown> = Promise.resolve()
    await shop.db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
      closing = close(month, 9_950).catch((error: unknown) => error)
      const waits = async () =>
        (
          await sql`select 1 from pg_locks where locktype = 'advisory' and classid = 64 and objid = ${filmmaker_id} and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
            shop.db,
          )
        ).rows.length
      await expect.poll(waits).toBe(1)
      await shop.db.deleteFrom('payout_settings').execute()
    })
    expect(await closing).toMatchObject({ status: 409, message: expect.stringContaining('pay out $0.00 now') })
    await shop.db.insertInto('payout_settings').values(settings).execute()
    expect((await desk()).closing.rows).toHaveLength(1)
  },
)

test('a month is seen first, closed as it was seen, and once: by one, by twenty at once, and again', async () => {
  const { closing, payouts } = await desk()
  expect(payouts).toEqual([])
  expect(closing).toMatchObject({
    rows: [{ earned: { unformatted: 9_950 }, paid: { unformatted: 9_950 }, has_payee: true }],
    paid: { unformatted: 9_950 },
  })
  await expect(close(closing.month, 9_000)).rejects.toMatchObject({
    status: 409,
    message: 'Closing the month would pay out $99.50 now, not $90.00. Nothing has been closed; please look again.',
  })
  await expect(close('2020-01', 9_950)).rejects.toMatchObject({ status: 409 })
  expect((await desk()).closing.rows).toHaveLength(1)
  const all = await Promise.all(Array.from({ length: 20 }, () => close(closing.month, 9_950)))
  expect(all.reduce((sum, { data }) => sum + data.written, 0)).toBe(1)
  expect((await close(closing.month, 9_950)).data.written).toBe(0)
  const after = await desk()
  expect(after.closing.rows).toEqual([])
  expect(after.payouts).toMatchObject([
    { paid: { unformatted: 9_950 }, payee: { email: 'ines@marlow.example' }, sent: null },
  ])
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'filmmaker' } })
  expect(log).toMatchObject([{ action: 'Closed the month', about_key: closing.month, staff_email: staff.email }])
})

test('a payout is marked as sent once, with its reference; the filmmaker sees it and is mailed', async () => {
  const [row] = (await desk()).payouts
  const number = row?.number ?? ''
  await expect(send(number, staff, '2999-01-01')).rejects.toMatchObject({
    status: 422,
    errors: { sent_on: ['This day is still to come.'] },
  })
  await expect(send(number, staff, '2000-01-01')).rejects.toMatchObject({ status: 422 })
  await expect(send('LS-2020-01-0001')).rejects.toMatchObject({ status: 404 })
  const own = await aStaff(shop)
  await link(own)
  await expect(send(number, own)).rejects.toMatchObject({ status: 403 })
  await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', own.user_id).execute()

  const all = await Promise.allSettled(Array.from({ length: 20 }, () => send(number)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  const sent = { on: shop.clock.now().toISOString().slice(0, 10), reference: 'PP-7XK2' }
  expect((await desk()).payouts).toMatchObject([{ number, sent }])
  expect((await artist.visitor.call(listStatements, {})).data).toMatchObject([{ number, sent }])

  const events = await shop.db.selectFrom('events').where('name', '=', 'payout.sent').select('payload').execute()
  expect(events).toHaveLength(1)
  shop.mail.sent.splice(0)
  for (const { to, react } of earningsReactions(shop.deps))
    if (to === 'payout.sent') await react(events[0]?.payload as Events['payout.sent'])
  expect(shop.mail.sent).toMatchObject([{ to: artist.email, subject: 'Your Longtake payout of $99.50 is on its way' }])
  expect(shop.mail.sent[0]?.text).toContain('PP-7XK2')
})
