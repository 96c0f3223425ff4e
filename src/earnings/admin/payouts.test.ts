/** Tests for closing months and sending payouts, through the API, and what filmmakers see of it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { privacyParts } from '#app/privacy.server.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedFilmmaker, assignPassword, replayToLedger } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { good_password as password } from '../../../testing/builders/people.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { listStatements, savePayoutSettings } from '../contract.ts'
import { linkFilmmaker } from '../people.server.ts'
import { earningsReactions } from '../reactions.server.ts'
import { closeLastMonth, getPayoutOverview, markPayoutSent } from './payouts-contract.ts'

let shop: TestApp
let staff: Buyer
/** The person who currently manages the filmmaker. */
let manager: Buyer
let filmmaker_id: number
beforeAll(async () => {
  shop = await openTestApp()
  const clip = await seedClip(shop)
  const formerManager = await seedFilmmaker(shop, clip)
  ;({ filmmaker_id } = formerManager)
  await assignPassword(shop, formerManager)
  const settings = { payee_name: payee.name, paypal_email: payee.email, password }
  await formerManager.visitor.call(savePayoutSettings, { body: settings })
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  // The earnings now belong to the last month. Sessions have ended since.
  shop.clock.advance(32 * DAY_MS)
  staff = await seedStaff(shop, 'platform_admin')
  manager = await seedMember(shop)
  await linkToFilmmaker(manager)
  await shop.db.deleteFrom('filmmaker_members').where('user_id', '=', formerManager.user_id).execute()
})
afterAll(() => shop.close())

const linkToFilmmaker = ({ user_id }: Buyer) =>
  shop.db.transaction().execute(trx => linkFilmmaker(trx, { user_id, filmmaker_id, now: shop.clock.now() }))
const loadOverview = async () => (await staff.visitor.call(getPayoutOverview, {})).data
const closeMonth = (month: string, expected_cents: number) =>
  staff.visitor.call(closeLastMonth, { body: { month, expected_cents, reason: '' } })
const payee = { name: 'Ines Marlow', email: 'ines@marlow.example' }
const today = () => toDay(shop.clock.now())
const markSent = (number: string, actor = staff, sent_on = today(), seenPayee: typeof payee | null = payee) =>
  actor.visitor.call(markPayoutSent, {
    params: { number },
    body: { sent_on, reference: 'PP-7XK2', payee: seenPayee, reason: '' },
  })

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a month stays open when its payee is removed during the closing',
  async () => {
    const { month } = (await loadOverview()).closing
    const settings = await shop.db.selectFrom('payout_settings').selectAll().execute()
    let closingResult: Promise<unknown> = Promise.resolve()
    await shop.db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
      closingResult = closeMonth(month, 9_950).catch((error: unknown) => error)
      const countWaitingLocks = async () =>
        (
          await sql`select 1 from pg_locks where locktype = 'advisory' and classid = 64 and objid = ${filmmaker_id} and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
            shop.db,
          )
        ).rows.length
      await expect.poll(countWaitingLocks).toBe(1)
      await shop.db.deleteFrom('payout_settings').execute()
    })
    expect(await closingResult).toMatchObject({ status: 409, message: expect.stringContaining('pay out $0.00 now') })
    await shop.db.insertInto('payout_settings').values(settings).execute()
    expect((await loadOverview()).closing.rows).toHaveLength(1)
  },
)

test('a month is closed as previewed, and only once, even by twenty simultaneous requests', async () => {
  const { closing, payouts } = await loadOverview()
  expect(payouts).toEqual([])
  expect(closing).toMatchObject({
    rows: [{ earned: { unformatted: 9_950 }, paid: { unformatted: 9_950 }, has_payee: true }],
    paid: { unformatted: 9_950 },
  })
  await expect(closeMonth(closing.month, 9_000)).rejects.toMatchObject({
    status: 409,
    message: 'Closing the month would pay out $99.50 now, not $90.00. Nothing has been closed; please review it again.',
  })
  await expect(closeMonth('2020-01', 9_950)).rejects.toMatchObject({ status: 409 })
  expect((await loadOverview()).closing.rows).toHaveLength(1)
  const responses = await Promise.all(Array.from({ length: 20 }, () => closeMonth(closing.month, 9_950)))
  expect(responses.reduce((sum, { data }) => sum + data.written, 0)).toBe(1)
  expect((await closeMonth(closing.month, 9_950)).data.written).toBe(0)
  const overview = await loadOverview()
  expect(overview.closing.rows).toEqual([])
  expect(overview.payouts).toMatchObject([
    { paid: { unformatted: 9_950 }, payee: { email: 'ines@marlow.example' }, sent: null },
  ])
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'filmmaker' } })
  expect(log).toMatchObject([{ action: 'month_closed', about_key: closing.month, staff_email: staff.email }])
})

test('a payout is marked as sent once, with its reference, and the filmmaker sees it and gets a mail', async () => {
  const [row] = (await loadOverview()).payouts
  const number = row?.number ?? ''
  await expect(markSent(number, staff, '2999-01-01')).rejects.toMatchObject({
    status: 422,
    errors: { sent_on: ['This day is still to come.'] },
  })
  await expect(markSent(number, staff, '2000-01-01')).rejects.toMatchObject({ status: 422 })
  await expect(markSent('LS-2020-01-0001')).rejects.toMatchObject({ status: 404 })
  const linkedStaff = await seedStaff(shop, 'platform_admin')
  await linkToFilmmaker(linkedStaff)
  await expect(markSent(number, linkedStaff)).rejects.toMatchObject({ status: 403 })
  await shop.db.deleteFrom('filmmaker_members').where('user_id', '=', linkedStaff.user_id).execute()
  // Staff who linked an account to the filmmaker or set the payout details cannot send the payouts.
  const linkingStaff = await seedStaff(shop, 'platform_admin')
  const { user_id } = await seedMember(shop)
  const link = { user_id, filmmaker_id, linked_by: linkingStaff.user_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => linkFilmmaker(trx, link))
  const refusal = { status: 403, message: expect.stringMatching(/^You linked this filmmaker’s account/) }
  await expect(markSent(number, linkingStaff)).rejects.toMatchObject(refusal)
  await shop.db.deleteFrom('filmmaker_members').where('user_id', '=', user_id).execute()
  const setChangedBy = (changed_by: number | null) =>
    shop.db.updateTable('payout_settings').set({ changed_by }).execute()
  const before = await shop.db.selectFrom('payout_settings').select('changed_by').executeTakeFirstOrThrow()
  await setChangedBy(linkingStaff.user_id)
  await expect(markSent(number, linkingStaff)).rejects.toMatchObject(refusal)
  await setChangedBy(before.changed_by)

  // The payout details changed meanwhile, so the payee that staff saw is outdated.
  const settings = await shop.db.selectFrom('payout_settings').selectAll().executeTakeFirstOrThrow()
  const changePayee = async (paypal_email: string) =>
    void (await shop.db.updateTable('payout_settings').set({ paypal_email }).execute())
  await changePayee('studio@marlow.example')
  await expect(markSent(number)).rejects.toMatchObject({
    status: 409,
    message:
      'Where this payout goes has changed since you looked: now it is Ines Marlow, s•••@marlow.example. Nothing was marked; please look again.',
  })
  await shop.db.deleteFrom('payout_settings').execute()
  await expect(markSent(number)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('there are no payout details'),
  })
  await shop.db.insertInto('payout_settings').values(settings).execute()
  await expect(markSent(number, staff, today(), null)).rejects.toMatchObject({ status: 409 })
  expect((await loadOverview()).payouts).toMatchObject([{ number, sent: null }])

  const results = await Promise.allSettled(Array.from({ length: 20 }, () => markSent(number)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  // The payee of a sent payout stays, wherever the next one goes.
  await changePayee('studio@marlow.example')
  const payment = { on: today(), reference: 'PP-7XK2' }
  const maskedEmail = 'i•••@marlow.example'
  expect((await loadOverview()).payouts).toMatchObject([
    { number, sent: { ...payment, to: { name: 'Ines Marlow', email: maskedEmail } } },
  ])
  const { data: statements } = await manager.visitor.call(listStatements, {})
  expect(statements).toMatchObject([{ number, sent: { ...payment, to: maskedEmail } }])

  const events = await shop.db.selectFrom('events').where('name', '=', 'payout.sent').select('payload').execute()
  expect(events).toHaveLength(1)
  shop.mail.sent.splice(0)
  for (const { event: to, handle: react } of earningsReactions(shop.deps))
    if (to === 'payout.sent') await react(events[0]?.payload as EventPayloads['payout.sent'])
  expect(shop.mail.sent).toMatchObject([{ to: manager.email, subject: 'Your Longtake payout of $99.50 is on its way' }])
  expect(shop.mail.sent[0]?.text).toContain('PP-7XK2')
})

test('deleting the account removes the payee of a sent payout but not its reference', async () => {
  const { set_by } = await shop.db.selectFrom('payout_destinations').select('set_by').executeTakeFirstOrThrow()
  const leaverId = set_by ?? 0
  const earningsPart = privacyParts.find(({ name }) => name === 'earnings')
  expect(await earningsPart?.collect(shop.db, leaverId)).toMatchObject({
    payouts_sent: [{ payee_name: payee.name, paypal_email: payee.email, reference: 'PP-7XK2' }],
  })
  const leaver = { user_id: leaverId, email: 'x', stand_in: 'y', closed_workspace_ids: [], now: shop.clock.now() }
  await shop.db.transaction().execute(async trx => earningsPart?.forget(trx, leaver))
  expect((await loadOverview()).payouts).toMatchObject([{ sent: { reference: 'PP-7XK2', to: null } }])
})
