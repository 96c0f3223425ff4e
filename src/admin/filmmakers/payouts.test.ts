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
import { privacyParts } from '../../privacy.server.ts'
import { listStaffLog } from '../log/contract.ts'
import { linkPerson } from './contract.ts'
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
  const settings = { payee_name: payee.name, paypal_email: payee.email, password }
  await first.visitor.call(savePayoutSettings, { body: settings })
  await anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await tellLedger(shop)
  // What was earned is of last month now. Sessions have ended since.
  shop.clock.advance(32 * 86_400_000)
  staff = await aStaff(shop, 'platform_admin')
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
const payee = { name: 'Ines Marlow', email: 'ines@marlow.example' }
const today = () => shop.clock.now().toISOString().slice(0, 10)
const send = (number: string, by = staff, sent_on = today(), seen: typeof payee | null = payee) =>
  by.visitor.call(markPayoutSent, {
    params: { number },
    body: { sent_on, reference: 'PP-7XK2', payee: seen, reason: '' },
  })

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
  const own = await aStaff(shop, 'platform_admin')
  await link(own)
  await expect(send(number, own)).rejects.toMatchObject({ status: 403 })
  await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', own.user_id).execute()
  // Who linked an account to the filmmaker, or said where the payouts go, does not send them.
  const opener = await aStaff(shop, 'platform_admin')
  const { user_id, email } = await aMember(shop)
  await opener.visitor.call(linkPerson, { params: { id: String(filmmaker_id) }, body: { email } })
  const apart = { status: 403, message: expect.stringMatching(/^You linked this filmmaker’s account/) }
  await expect(send(number, opener)).rejects.toMatchObject(apart)
  await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', user_id).execute()
  const setBy = (changed_by: number | null) => shop.db.updateTable('payout_settings').set({ changed_by }).execute()
  const before = await shop.db.selectFrom('payout_settings').select('changed_by').executeTakeFirstOrThrow()
  await setBy(opener.user_id)
  await expect(send(number, opener)).rejects.toMatchObject(apart)
  await setBy(before.changed_by)

  // Payouts went elsewhere meanwhile: what staff saw is not where it goes.
  const settings = await shop.db.selectFrom('payout_settings').selectAll().executeTakeFirstOrThrow()
  const elsewhere = async (paypal_email: string) =>
    void (await shop.db.updateTable('payout_settings').set({ paypal_email }).execute())
  await elsewhere('studio@marlow.example')
  await expect(send(number)).rejects.toMatchObject({
    status: 409,
    message:
      'Where this payout goes has changed since you looked: now it is Ines Marlow, s•••@marlow.example. Nothing was marked; please look again.',
  })
  await shop.db.deleteFrom('payout_settings').execute()
  await expect(send(number)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('nobody says so any more'),
  })
  await shop.db.insertInto('payout_settings').values(settings).execute()
  await expect(send(number, staff, today(), null)).rejects.toMatchObject({ status: 409 })
  expect((await desk()).payouts).toMatchObject([{ number, sent: null }])

  const all = await Promise.allSettled(Array.from({ length: 20 }, () => send(number)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  // Where it went stays, wherever the next one goes.
  await elsewhere('studio@marlow.example')
  const sent = { on: today(), reference: 'PP-7XK2' }
  const masked = 'i•••@marlow.example'
  expect((await desk()).payouts).toMatchObject([
    { number, sent: { ...sent, to: { name: 'Ines Marlow', email: masked } } },
  ])
  const { data: statements } = await artist.visitor.call(listStatements, {})
  expect(statements).toMatchObject([{ number, sent: { ...sent, to: masked } }])

  const events = await shop.db.selectFrom('events').where('name', '=', 'payout.sent').select('payload').execute()
  expect(events).toHaveLength(1)
  shop.mail.sent.splice(0)
  for (const { to, react } of earningsReactions(shop.deps))
    if (to === 'payout.sent') await react(events[0]?.payload as Events['payout.sent'])
  expect(shop.mail.sent).toMatchObject([{ to: artist.email, subject: 'Your Longtake payout of $99.50 is on its way' }])
  expect(shop.mail.sent[0]?.text).toContain('PP-7XK2')
})

test('who leaves takes along where a payout went; that it has left stays', async () => {
  const { said_by } = await shop.db.selectFrom('payout_destinations').select('said_by').executeTakeFirstOrThrow()
  const user_id = said_by ?? 0
  const part = privacyParts.find(({ name }) => name === 'earnings')
  expect(await part?.collect(shop.db, user_id)).toMatchObject({
    payouts_sent: [{ payee_name: payee.name, paypal_email: payee.email, reference: 'PP-7XK2' }],
  })
  const leaver = { user_id, email: 'x', stand_in: 'y', closed_workspace_ids: [], now: shop.clock.now() }
  await shop.db.transaction().execute(async trx => part?.forget(trx, leaver))
  expect((await desk()).payouts).toMatchObject([{ sent: { reference: 'PP-7XK2', to: null } }])
})
