/** Reminders of license ends, and the calendar behind a secret link. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { toSoldRate } from '#licensing/rate.ts'
import type { WorkspaceRole } from '#platform/actor.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { sendDigests, setDigestPace } from '../../../testing/builders/digests.ts'
import {
  seedClip,
  seedMember as aNewMember,
  seedOrder,
  type Buyer,
  type TestClip,
} from '../../../testing/builders/orders.ts'
import { seedRate, buildRateBody, germanWebLicense } from '../../../testing/builders/rates.ts'
import { transitionOrder } from '../transition-order.server.ts'
import { deleteCalendarLink, getCalendarLink, createCalendarLink } from './contract.ts'
import { getCurrentEndReminder } from './reminders.server.ts'
import { sendEndReminders } from './reminders.server.ts'

type SentReminderMail = { to: string; subject: string; text: string }
const logLines: string[] = []
let shop: TestApp
let sent: SentReminderMail[]
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp({ LOG_LEVEL: 'trace' }, { log: { write: line => void logLines.push(line) } })
  sent = (shop.mail as unknown as { sent: SentReminderMail[] }).sent
  clip = await seedClip(shop)
})
afterAll(() => shop.close())
beforeEach(() => {
  sent.length = 0
})

const seedSubscriber = async (role?: WorkspaceRole, workspace_id?: number) =>
  setDigestPace(shop, await aNewMember(shop, role, workspace_id), 'immediate')

const advanceDays = (days: number) => shop.clock.advance(days * DAY_MS)
const sendReminders = () => sendEndReminders(shop.deps)
const compareRecipients = ([a]: [string, string], [b]: [string, string]) => a.localeCompare(b)
/** Empties the outbox and returns the team's mails sorted by recipient, because concurrent runs send in any order. */
const takeMails = (...team: Buyer[]) =>
  sent
    .splice(0)
    .flatMap(({ to, subject }): [string, string][] => (team.some(({ email }) => email === to) ? [[to, subject]] : []))
    .toSorted(compareRecipients)

/** Seeds an order under a rate with a term of `days`. */
const seedEndingOrder = async (buyer: Buyer, days = 90, clips = [clip]) => {
  const group = {
    ...germanWebLicense,
    distribution_ids: [3],
    term: 'custom' as const,
    custom_term_value: days,
    custom_term_unit: 'days' as const,
  }
  const overrides = { distribution_groups: [group] }
  const { id: rate_id } = await seedRate(shop, buyer.workspace_id, overrides)
  const order = await seedOrder(shop, buyer, 'paid', { clips })
  const ends_at = new Date(shop.clock.now().getTime() + days * DAY_MS)
  const rate = JSON.stringify(toSoldRate({ id: rate_id, ...buildRateBody(overrides) }))
  await shop.db.updateTable('order_items').set({ rate_id, rate }).where('order_id', '=', order.id).execute()
  await shop.db.updateTable('licenses').set({ ends_at }).where('order_item_id', 'in', order.item_ids).execute()
  return { ...order, ends_at }
}
const toIcsDate = (moment: Date) => toDay(moment).replaceAll('-', '')
const formatLong = (moment: Date) => moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

test('the buyer and members who buy are reminded 30 and 7 days before, once each, in one mail per workspace', async () => {
  const owner = await seedSubscriber()
  const { workspace_id } = owner
  const [purchaser, manager, other, viewer] = [
    await seedSubscriber('purchaser', workspace_id),
    await seedSubscriber('asset_manager', workspace_id),
    await seedSubscriber('asset_manager', workspace_id),
    await seedSubscriber('guest', workspace_id),
  ]
  const team = [owner, purchaser, manager, other, viewer]
  const { ends_at } = await seedEndingOrder(manager, 90, [clip, await seedClip(shop, 'Paper lanterns')])
  const { name } = await shop.db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const subject = `2 licenses end on ${formatLong(ends_at)} (Longtake, ${name})`
  const expectedMails = [owner, purchaser, manager]
    .map(({ email }): [string, string] => [email, subject])
    .toSorted(compareRecipients)
  advanceDays(59)
  await sendReminders()
  expect(takeMails(...team)).toEqual([])
  advanceDays(1)
  await sendReminders()
  const mail = sent.find(({ to }) => to === owner.email)
  for (const part of [
    `Slow tide at dusk (clip ${clip.id}, HD)`,
    'Paper lanterns',
    `until ${formatLong(ends_at)}`,
    'in Germany, for 90 days; for Aster Foods',
    '/account/licenses',
  ])
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect(takeMails(...team)).toEqual(expectedMails)
  await sendReminders()
  advanceDays(22)
  await sendReminders()
  expect(takeMails(...team)).toEqual([])
  advanceDays(1)
  await Promise.allSettled([sendReminders(), sendReminders(), sendReminders()])
  await sendReminders()
  expect(takeMails(...team)).toEqual(expectedMails)
  advanceDays(8)
  await sendReminders()
  expect(takeMails(...team)).toEqual([])
})

test('digest readers get the month’s reminder in a digest and the week’s at once; people without digests get only the week’s', async () => {
  const daily = await setDigestPace(shop, await seedSubscriber(), 'daily')
  const optedOut = await setDigestPace(shop, await seedSubscriber('purchaser', daily.workspace_id), 'never')
  const { id, ends_at } = await seedEndingOrder(daily)
  await seedEndingOrder(daily, 80)
  advanceDays(60)
  await sendReminders()
  await sendReminders()
  expect(takeMails(daily, optedOut)).toEqual([])
  advanceDays(1)
  await sendDigests(shop)
  const [mail] = sent
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Slow tide at dusk (clip ${clip.id}, HD)`)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Until ${formatLong(ends_at)}`)
  expect(takeMails(daily, optedOut)).toEqual([[daily.email, '2 licenses end soon (Longtake)']])
  await sendDigests(shop)
  expect(takeMails(daily, optedOut)).toEqual([])
  advanceDays(12)
  await sendReminders()
  expect(takeMails(daily, optedOut)).toHaveLength(2)
  const transition = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, id, 'refunded', transition))
  advanceDays(10)
  await sendReminders()
  await sendDigests(shop)
  expect(takeMails(daily, optedOut)).toEqual([])
})

test('refunded licenses and former members get no reminder; a failed mail is retried', async () => {
  const [owner, refundedBuyer] = [await seedSubscriber(), await seedSubscriber()]
  const { id } = await seedEndingOrder(refundedBuyer)
  const transition = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, id, 'refunded', transition))
  await seedEndingOrder(owner)
  const colleague = await seedSubscriber('admin', owner.workspace_id)
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', colleague.user_id).execute()
  advanceDays(60)
  const failingDeps = {
    ...shop.deps,
    mail: { ...shop.mail, send: () => Promise.reject(new Error('The mailbox is down')) },
  }
  await expect(sendEndReminders(failingDeps)).rejects.toThrow('1 license reminders could not be sent.')
  await sendReminders()
  expect(takeMails(owner, refundedBuyer, colleague).map(([to]) => to)).toEqual([owner.email])
})

test('a reminder is never sent for an ended license, and the week’s comes after the month’s', () => {
  const moment = fc.integer({ min: 0, max: 400 * 24 }).map(hours => new Date(Date.UTC(2026, 0, 1, hours)))
  fc.assert(
    fc.property(moment, moment, moment, (granted_at, ends_at, now) => {
      const reminder = getCurrentEndReminder(ends_at, granted_at, now)
      if (reminder === null) return
      const left_days = Math.ceil((ends_at.getTime() - now.getTime()) / DAY_MS)
      expect(now < ends_at).toBe(true)
      expect(left_days).toBeLessThanOrEqual(reminder === 'week' ? 8 : 31)
      const nextDay = new Date(Math.min(now.getTime() + DAY_MS, ends_at.getTime() - 1))
      if (reminder === 'week') expect(getCurrentEndReminder(ends_at, granted_at, nextDay)).toBe('week')
    }),
  )
})

const createLink = async ({ visitor }: Buyer) => (await visitor.call(createCalendarLink, {})).data.url
const fetchFeed = (url: string) => shop.visitor().send(new URL(url).pathname, { method: 'GET' })
/** Returns the fields of each event in an iCalendar text. */
const parseEvents = (ics: string) =>
  ics
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map(event => new Map(event.split('\r\n').map(line => line.split(/:(.*)/s, 2) as [string, string])))

test('the link returns a calendar with an all-day event for each end, without a session', async () => {
  const owner = await seedSubscriber()
  expect((await owner.visitor.call(getCalendarLink, {})).data).toEqual({ has_ends: false, created_at: null })
  const { ends_at } = await seedEndingOrder(owner)
  await seedOrder(shop, owner, 'paid', { clips: [clip] })
  const url = await createLink(owner)
  const response = await fetchFeed(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const ics = await response.text()
  expect(ics.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  const events = parseEvents(ics)
  expect(events).toHaveLength(1)
  expect(events[0]?.get('DTSTART;VALUE=DATE')).toBe(toIcsDate(ends_at))
  expect(events[0]?.get('SUMMARY')).toBe(`License ends: Slow tide at dusk (clip ${clip.id}\\, HD)`)
  expect(events[0]?.get('DESCRIPTION')).toContain('in Germany\\, for 90 days')
  const created_at = shop.clock.now().toISOString()
  expect((await owner.visitor.call(getCalendarLink, {})).data).toEqual({ has_ends: true, created_at })
  expect(await (await fetchFeed(url)).text()).toBe(ics)
})

test('the token is stored as a hash and is not logged', async () => {
  const url = await createLink(await seedSubscriber())
  const token = /\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
  expect((await fetchFeed(url)).status).toBe(200)
  expect((await fetchFeed(url.replace('.ics', '%20.ics'))).status).toBe(404)
  expect(JSON.stringify(await shop.db.selectFrom('license_calendars').selectAll().execute())).not.toContain(token)
  expect(logLines.length).toBeGreaterThan(0)
  expect(logLines.join('\n')).not.toContain(token)
})

test('a new link stops the old one; a deleted link and an unknown link are not found', async () => {
  const owner = await seedSubscriber()
  const [first, second] = [await createLink(owner), await createLink(owner)]
  expect([(await fetchFeed(first)).status, (await fetchFeed(second)).status]).toEqual([404, 200])
  await owner.visitor.call(deleteCalendarLink, {})
  expect((await fetchFeed(second)).status).toBe(404)
  expect((await fetchFeed(second.replace(/[\w-]{43}\.ics/, `${'x'.repeat(43)}.ics`))).status).toBe(404)
  expect((await owner.visitor.call(getCalendarLink, {})).data.created_at).toBeNull()
})

test('the calendar has no refunded licenses and none of other workspaces', async () => {
  const [owner, stranger] = [await seedSubscriber(), await seedSubscriber()]
  const { id } = await seedEndingOrder(owner)
  const [ownUrl, otherUrl] = [await createLink(owner), await createLink(stranger)]
  const countEvents = async (url: string) => parseEvents(await (await fetchFeed(url)).text()).length
  expect([await countEvents(ownUrl), await countEvents(otherUrl)]).toEqual([1, 0])
  const transition = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, id, 'refunded', transition))
  expect(await countEvents(ownUrl)).toBe(0)
})

test('the feed stops for guests, suspended users and former members, even if they come back', async () => {
  const owner = await seedSubscriber()
  const { workspace_id } = owner
  const purchaser = await seedSubscriber('purchaser', workspace_id)
  const { user_id } = purchaser
  const url = await createLink(purchaser)
  const members = shop.db.updateTable('workspace_members').where('user_id', '=', user_id)
  await members.set({ role: 'guest' }).execute()
  expect((await fetchFeed(url)).status).toBe(404)
  await expect(createLink(purchaser)).rejects.toMatchObject({ status: 403 })
  await members.set({ role: 'purchaser' }).execute()
  expect((await fetchFeed(url)).status).toBe(200)
  const users = shop.db.updateTable('users').where('id', '=', user_id)
  await users.set({ platform_roles: [1, 7] }).execute()
  expect((await fetchFeed(url)).status).toBe(404)
  await users.set({ platform_roles: [1] }).execute()
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', user_id).execute()
  expect((await fetchFeed(url)).status).toBe(404)
  await shop.db.insertInto('workspace_members').values({ workspace_id, user_id, role: 'purchaser' }).execute()
  expect((await fetchFeed(url)).status).toBe(404)
  expect((await fetchFeed(await createLink(owner))).status).toBe(200)
})
