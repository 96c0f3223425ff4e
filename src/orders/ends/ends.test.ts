/** Licenses that end: who is told, once, and the calendar behind a secret link. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { sendDigests, wantsNews } from '../../../testing/builders/digests.ts'
import { aClip, aMember as aNewMember, anOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { aRate, rateBody, web_in_germany } from '../../../testing/builders/rates.ts'
import type { WorkspaceRole } from '../../platform/actor.ts'
import { soldRate } from '../../rates/rate.ts'
import { moveOrder } from '../orders.server.ts'
import { endCalendarLink, getCalendarLink, makeCalendarLink } from './contract.ts'
import { endReminderAt } from './ends.ts'
import { remindOfEnds } from './reminders.server.ts'

type Sent = { to: string; subject: string; text: string }
const lines: string[] = []
let shop: TestApp
let sent: Sent[]
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp({ LOG_LEVEL: 'trace' }, { log: { write: line => void lines.push(line) } })
  sent = (shop.mail as unknown as { sent: Sent[] }).sent
  clip = await aClip(shop)
})
afterAll(() => shop.close())
beforeEach(() => {
  sent.length = 0
})

const aMember = async (role?: WorkspaceRole, workspace_id?: number) =>
  wantsNews(shop, await aNewMember(shop, role, workspace_id), 'at_once')

const pass = (days: number) => shop.clock.advance(days * 86_400_000)
const remind = () => remindOfEnds(shop.deps)
const told = (...team: Buyer[]) =>
  sent.splice(0).flatMap(({ to, subject }) => (team.some(({ email }) => email === to) ? [[to, subject]] : []))

/** An order under a rate whose one group holds for `days`. */
const licensed = async (buyer: Buyer, days = 90, clips = [clip]) => {
  const group = {
    ...web_in_germany,
    distribution_ids: [3],
    term: 'custom' as const,
    custom_term_value: days,
    custom_term_unit: 'days' as const,
  }
  const wish = { distribution_groups: [group] }
  const { id: rate_id } = await aRate(shop, buyer.workspace_id, wish)
  const order = await anOrder(shop, buyer, 'paid', { clips })
  const ends_at = new Date(shop.clock.now().getTime() + days * 86_400_000)
  const rate = JSON.stringify(soldRate({ id: rate_id, ...rateBody(wish) }))
  await shop.db.updateTable('order_items').set({ rate_id, rate }).where('order_id', '=', order.id).execute()
  await shop.db.updateTable('licenses').set({ ends_at }).where('order_item_id', 'in', order.item_ids).execute()
  return { ...order, ends_at }
}
const day = (moment: Date) => moment.toISOString().slice(0, 10).replaceAll('-', '')
const words = (moment: Date) => moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

test('those who buy and the buyer are told 30 and 7 days before, each once, in one mail for a workspace', async () => {
  const owner = await aMember()
  const { workspace_id } = owner
  const [purchaser, manager, other, viewer] = [
    await aMember('purchaser', workspace_id),
    await aMember('asset_manager', workspace_id),
    await aMember('asset_manager', workspace_id),
    await aMember('guest', workspace_id),
  ]
  const team = [owner, purchaser, manager, other, viewer]
  const { ends_at } = await licensed(manager, 90, [clip, await aClip(shop, 'Paper lanterns')])
  const { name } = await shop.db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const subject = `2 licenses end on ${words(ends_at)} (Longtake, ${name})`
  const everybody = [owner, purchaser, manager].map(({ email }) => [email, subject])
  pass(59)
  await remind()
  expect(told(...team)).toEqual([])
  pass(1)
  await remind()
  const mail = sent.find(({ to }) => to === owner.email)
  for (const part of [
    `Slow tide at dusk (clip ${clip.id}, HD)`,
    'Paper lanterns',
    `until ${words(ends_at)}`,
    'in Germany, for 90 days; for Aster Foods',
    '/account/licenses',
  ])
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect(told(...team)).toEqual(everybody)
  await remind()
  pass(22)
  await remind()
  expect(told(...team)).toEqual([])
  pass(1)
  await Promise.allSettled([remind(), remind(), remind()])
  await remind()
  expect(told(...team)).toEqual(everybody)
  pass(8)
  await remind()
  expect(told(...team)).toEqual([])
})

test('whoever gathers news hears of the month in a digest, once, and of the week at once; of the month never, who wants none', async () => {
  const daily = await wantsNews(shop, await aMember(), 'daily')
  const never = await wantsNews(shop, await aMember('purchaser', daily.workspace_id), 'never')
  const { id, ends_at } = await licensed(daily)
  await licensed(daily, 80)
  pass(60)
  await remind()
  await remind()
  expect(told(daily, never)).toEqual([])
  pass(1)
  await sendDigests(shop)
  const [mail] = sent
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Slow tide at dusk (clip ${clip.id}, HD)`)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Until ${words(ends_at)}`)
  expect(told(daily, never)).toEqual([[daily.email, '2 licenses end soon (Longtake)']])
  await sendDigests(shop)
  expect(told(daily, never)).toEqual([])
  pass(12)
  await remind()
  expect(told(daily, never)).toHaveLength(2)
  const move = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, id, 'refunded', move))
  pass(10)
  await remind()
  await sendDigests(shop)
  expect(told(daily, never)).toEqual([])
})

test('nobody is told of what was given back, or who left; a mail that fails is tried again', async () => {
  const [owner, gone] = [await aMember(), await aMember()]
  const { id } = await licensed(gone)
  const move = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, id, 'refunded', move))
  await licensed(owner)
  const colleague = await aMember('admin', owner.workspace_id)
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', colleague.user_id).execute()
  pass(60)
  const broken = { ...shop.deps, mail: { ...shop.mail, send: () => Promise.reject(new Error('The mailbox is down')) } }
  await expect(remindOfEnds(broken)).rejects.toThrow('1 people could not be told what ends.')
  await remind()
  expect(told(owner, gone, colleague).map(([to]) => to)).toEqual([owner.email])
})

test('a reminder is never for what ended, and a week’s comes after a month’s', () => {
  const at = fc.integer({ min: 0, max: 400 * 24 }).map(hours => new Date(Date.UTC(2026, 0, 1, hours)))
  fc.assert(
    fc.property(at, at, at, (granted_at, ends_at, now) => {
      const reminder = endReminderAt(ends_at, granted_at, now)
      if (reminder === null) return
      const left_days = Math.ceil((ends_at.getTime() - now.getTime()) / 86_400_000)
      expect(now < ends_at).toBe(true)
      expect(left_days).toBeLessThanOrEqual(reminder === 'week' ? 8 : 31)
      const later = new Date(Math.min(now.getTime() + 86_400_000, ends_at.getTime() - 1))
      if (reminder === 'week') expect(endReminderAt(ends_at, granted_at, later)).toBe('week')
    }),
  )
})

const make = async ({ visitor }: Buyer) => (await visitor.call(makeCalendarLink, {})).data.url
const feed = (url: string) => shop.visitor().send(new URL(url).pathname, { method: 'GET' })
/** The events of an iCalendar text, by their fields. */
const eventsOf = (ics: string) =>
  ics
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map(event => new Map(event.split('\r\n').map(line => line.split(/:(.*)/s, 2) as [string, string])))

test('the link answers a calendar with an all-day event for each end, to a program without a session', async () => {
  const owner = await aMember()
  expect((await owner.visitor.call(getCalendarLink, {})).data).toEqual({ has_ends: false, made_at: null })
  const { ends_at } = await licensed(owner)
  await anOrder(shop, owner, 'paid', { clips: [clip] })
  const url = await make(owner)
  const answer = await feed(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const ics = await answer.text()
  expect(ics.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  const events = eventsOf(ics)
  expect(events).toHaveLength(1)
  expect(events[0]?.get('DTSTART;VALUE=DATE')).toBe(day(ends_at))
  expect(events[0]?.get('SUMMARY')).toBe(`License ends: Slow tide at dusk (clip ${clip.id}\\, HD)`)
  expect(events[0]?.get('DESCRIPTION')).toContain('in Germany\\, for 90 days')
  const made_at = shop.clock.now().toISOString()
  expect((await owner.visitor.call(getCalendarLink, {})).data).toEqual({ has_ends: true, made_at })
  expect(await (await feed(url)).text()).toBe(ics)
})

test('the token rests as a hash and is in no line of the log', async () => {
  const url = await make(await aMember())
  const token = /\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''
  expect((await feed(url)).status).toBe(200)
  expect((await feed(url.replace('.ics', '%20.ics'))).status).toBe(404)
  expect(JSON.stringify(await shop.db.selectFrom('license_calendars').selectAll().execute())).not.toContain(token)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).not.toContain(token)
})

test('a new link stops the old one; an ended one and one that nobody made are not there', async () => {
  const owner = await aMember()
  const [first, second] = [await make(owner), await make(owner)]
  expect([(await feed(first)).status, (await feed(second)).status]).toEqual([404, 200])
  await owner.visitor.call(endCalendarLink, {})
  expect((await feed(second)).status).toBe(404)
  expect((await feed(second.replace(/[\w-]{43}\.ics/, `${'x'.repeat(43)}.ics`))).status).toBe(404)
  expect((await owner.visitor.call(getCalendarLink, {})).data.made_at).toBeNull()
})

test('another workspace’s licenses are not in it, nor what was given back', async () => {
  const [owner, stranger] = [await aMember(), await aMember()]
  const { id } = await licensed(owner)
  const [mine, theirs] = [await make(owner), await make(stranger)]
  const events = async (url: string) => eventsOf(await (await feed(url)).text()).length
  expect([await events(mine), await events(theirs)]).toEqual([1, 0])
  const move = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, id, 'refunded', move))
  expect(await events(mine)).toBe(0)
})

test('it stops for who left, even when they come back, for a guest and for the suspended', async () => {
  const owner = await aMember()
  const { workspace_id } = owner
  const purchaser = await aMember('purchaser', workspace_id)
  const { user_id } = purchaser
  const url = await make(purchaser)
  const members = shop.db.updateTable('workspace_members').where('user_id', '=', user_id)
  await members.set({ role: 'guest' }).execute()
  expect((await feed(url)).status).toBe(404)
  await expect(make(purchaser)).rejects.toMatchObject({ status: 403 })
  await members.set({ role: 'purchaser' }).execute()
  expect((await feed(url)).status).toBe(200)
  const users = shop.db.updateTable('users').where('id', '=', user_id)
  await users.set({ platform_roles: [1, 7] }).execute()
  expect((await feed(url)).status).toBe(404)
  await users.set({ platform_roles: [1] }).execute()
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', user_id).execute()
  expect((await feed(url)).status).toBe(404)
  await shop.db.insertInto('workspace_members').values({ workspace_id, user_id, role: 'purchaser' }).execute()
  expect((await feed(url)).status).toBe(404)
  expect((await feed(await make(owner))).status).toBe(200)
})
