/** What may wait is gathered and told once: of boards, quotes, ending licenses, reviews and a filmmaker's week. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { digestJobs, sendDigests, wantsNews } from '../../../testing/builders/digests.ts'
import { aFilmmaker } from '../../../testing/builders/earnings.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { aQuote } from '../../../testing/builders/quotes.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { setSuspended } from '../../accounts/suspension.server.ts'
import { moveStaffClips } from '../../admin/catalog/contract.ts'
import * as boards from '../../boards/contract.ts'
import { digestParts } from '../../digests.server.ts'
import { revokeOffer } from '../../quotes/make.server.ts'
import { forgetDigests, lookForDigests } from './look.server.ts'
import { sendDigest } from './send.server.ts'

type Sent = { to: string; subject: string; text: string; html: string }
const hour = 3_600_000
const day = 24 * hour

let shop: TestApp
let sent: Sent[]
let tide: TestClip
let lanterns: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  sent = (shop.mail as unknown as { sent: Sent[] }).sent
  ;[tide, lanterns] = [await aClip(shop), await aClip(shop, 'Paper lanterns')]
})
afterAll(() => shop.close())

/** Each test begins at nine in the morning of a Tuesday, UTC, with nothing waiting. */
beforeEach(async () => {
  const now = shop.clock.now()
  const tuesday = new Date(now)
  tuesday.setUTCDate(now.getUTCDate() + ((2 - now.getUTCDay() + 7) % 7 || 7))
  tuesday.setUTCHours(9, 0, 0, 0)
  shop.clock.advance(tuesday.getTime() - now.getTime())
  await shop.db.deleteFrom('digest_items').execute()
  await shop.db.deleteFrom('filmmaker_people').execute()
  digestJobs(shop)
  sent.length = 0
})

const textOf = ({ text }: Sent) => text.replaceAll(/\s+/g, ' ')
const mailsTo = (person: Buyer) => sent.splice(0).filter(({ to }) => to === person.email)

/** A maker with a board, and a teammate who runs their workspace. */
const aTeam = async (...wanted: [Parameters<typeof wantsNews>[2], string?]) => {
  const maker = await wantsNews(shop, await aMember(shop), ...wanted)
  const mate = await wantsNews(shop, await aMember(shop, 'admin', maker.workspace_id), 'never')
  const { data: board } = await maker.visitor.call(boards.createBoard, { body: { name: 'Night drive' } })
  const params = { id: String(board.id) }
  const add = (...clips: TestClip[]) =>
    mate.visitor.call(boards.attachClips, { params, body: { clip_id: clips.map(({ id }) => id) } })
  return { maker, mate, board, params, add }
}

test('clips that a teammate puts on a board are told to its maker the next morning, in one mail, once', async () => {
  const { maker, mate, board, params, add } = await aTeam('daily')
  await shop.db
    .updateTable('users')
    .set({ first_name: 'Mara', last_name: 'Lindqvist' })
    .where('id', '=', mate.user_id)
    .execute()
  await add(tide)
  shop.clock.advance(hour)
  await add(lanterns)
  await mate.visitor.call(boards.shareBoard, { params })
  await mate.visitor.call(boards.shareBoard, { params })
  await sendDigests(shop)
  shop.clock.advance(21 * hour + 59 * 60_000)
  await sendDigests(shop)
  expect(mailsTo(maker)).toEqual([])
  shop.clock.advance(60_000)
  await sendDigests(shop)
  const [mail, ...others] = mailsTo(maker)
  if (!mail) throw new Error('Nothing was told.')
  expect(others).toEqual([])
  expect(mail.subject).toBe('2 clips on your boards (Longtake)')
  expect(textOf(mail)).toContain(
    'Mara Lindqvist added 2 clips. Mara Lindqvist opened it to everybody who has its link.',
  )
  expect(mail.html).toContain(`/board/night-drive/${board.id}`)
  expect(mail.text).toMatch(/\/account\/notification-preferences\/[\w-]{43}/)
  await sendDigests(shop)
  shop.clock.advance(day)
  await sendDigests(shop)
  expect(sent).toEqual([])
})

test('what its reader did, and what a teammate did not mark, is no news', async () => {
  const { maker, mate, params, add } = await aTeam('at_once')
  const stranger = await wantsNews(shop, await aMember(shop, 'guest', maker.workspace_id), 'at_once')
  const fan = await wantsNews(shop, await aMember(shop, 'guest', maker.workspace_id), 'at_once')
  await fan.visitor.call(boards.setFavorite, { params, body: { favorite: true } })
  await maker.visitor.call(boards.attachClips, { params, body: { clip_id: [tide.id] } })
  await add(lanterns)
  await sendDigests(shop)
  const told = sent.splice(0).map(({ to, subject }) => [to, subject])
  expect(told).toEqual([
    [maker.email, '1 clip on your boards (Longtake)'],
    [fan.email, '2 clips on your boards (Longtake)'],
  ])
  expect(told.map(([to]) => to)).not.toContain(stranger.email)
  expect(told.map(([to]) => to)).not.toContain(mate.email)
})

test('each hears of it at eight where they are: daily, on Monday, at once, or never', async () => {
  const readers = [
    { wanted: ['daily', 'America/New_York'], after: 3 },
    { wanted: ['daily', 'Asia/Tokyo'], after: 14 },
    { wanted: ['weekly', 'Europe/Berlin'], after: 6 * 24 - 3 },
    { wanted: ['at_once'], after: 0 },
    { wanted: ['never'], after: null },
  ] as const
  // A Tuesday in July: New York is four hours behind, Berlin two ahead.
  shop.clock.advance(Date.parse('2031-07-01T09:00:00Z') - shop.clock.now().getTime())
  const teams = []
  for (const { wanted } of readers) teams.push(await aTeam(...(wanted as ['daily', string])))
  for (const { add } of teams) await add(tide)
  const heard = new Map<string, number[]>()
  for (let hours = 0; hours <= 8 * 24; hours += 1) {
    await sendDigests(shop)
    for (const { to } of sent.splice(0)) heard.set(to, [...(heard.get(to) ?? []), hours])
    shop.clock.advance(hour)
  }
  const expected = readers.map(({ after }) => (after === null ? undefined : [after]))
  expect(teams.map(({ maker }) => heard.get(maker.email))).toEqual(expected)
})

test('twenty workers at once make one digest, and twenty runs of its job send one mail', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(day)
  await Promise.all(Array.from({ length: 20 }, () => lookForDigests(shop.deps, digestParts)))
  const jobs = digestJobs(shop)
  expect(jobs).toHaveLength(1)
  await Promise.all(Array.from({ length: 20 }, () => sendDigest(shop.deps, digestParts, jobs[0] ?? 0)))
  expect(mailsTo(maker)).toHaveLength(1)
})

test('a mail that fails is tried again by its job, with the same news, and goes out once', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(day)
  await lookForDigests(shop.deps, digestParts)
  const [digest_id = 0] = digestJobs(shop)
  const broken = { ...shop.deps, mail: { ...shop.mail, send: () => Promise.reject(new Error('The mailbox is down')) } }
  await expect(sendDigest(broken, digestParts, digest_id)).rejects.toThrow('The mailbox is down')
  // The job tries again by itself; nobody makes another.
  await lookForDigests(shop.deps, digestParts)
  expect(digestJobs(shop)).toEqual([])
  await add(lanterns)
  await sendDigest(shop.deps, digestParts, digest_id)
  await sendDigest(shop.deps, digestParts, digest_id)
  expect(mailsTo(maker).map(({ subject }) => subject)).toEqual(['1 clip on your boards (Longtake)'])
  shop.clock.advance(day)
  await sendDigests(shop)
  expect(mailsTo(maker).map(({ subject }) => subject)).toEqual(['1 clip on your boards (Longtake)'])
})

test('a process that ends while a digest is put together loses none; one that ends while it sends says so', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(day)
  await lookForDigests(shop.deps, digestParts)
  const [digest_id = 0] = digestJobs(shop)
  const never = new Promise<never>(() => {})
  const reached = (work: (here: () => Promise<never>) => Promise<void>) =>
    new Promise<void>(resolve => void work(() => (resolve(), never)))
  const hangs = (here: () => Promise<never>) => digestParts.parts.map(part => ({ ...part, section: here }))
  await reached(here => sendDigest(shop.deps, { ...digestParts, parts: hangs(here) }, digest_id))
  await reached(here => sendDigest({ ...shop.deps, mail: { ...shop.mail, send: here } }, digestParts, digest_id))
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await sendDigest(shop.deps, digestParts, digest_id)
  const lines = said.mock.calls.flat()
  said.mockRestore()
  // It reached the mail server the second time, and may have gone out.
  expect(mailsTo(maker)).toEqual([])
  expect(lines).toEqual([`notifications: digest ${digest_id} was being sent and is not known to have gone out`])
})

test('what is gone by the morning is left out, and a mail with nothing left is not sent', async () => {
  const [deleted, left, taken_off, unshared] = [
    await aTeam('daily'),
    await aTeam('daily'),
    await aTeam('daily'),
    await aTeam('daily'),
  ]
  const gone = await aClip(shop, 'Gone by noon')
  for (const { add } of [deleted, left]) await add(tide)
  await taken_off.add(gone, lanterns)
  await unshared.mate.visitor.call(boards.shareBoard, { params: unshared.params })
  await deleted.mate.visitor.call(boards.deleteBoard, { params: deleted.params })
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', left.maker.user_id).execute()
  const staff = await aStaff(shop)
  await staff.visitor.call(moveStaffClips, {
    body: { clip_ids: [gone.id], move: 'withdraw', reason: 'Its rights ended.' },
  })
  await unshared.mate.visitor.call(boards.unshareBoard, { params: unshared.params })
  shop.clock.advance(day)
  await sendDigests(shop)
  const told = sent.splice(0).map(({ to, subject }) => [to, subject])
  expect(told).toEqual([[taken_off.maker.email, '1 clip on your boards (Longtake)']])
})

test('nobody is mailed who is suspended, wants none since, or whose email was never confirmed', async () => {
  const [suspended, changed, unconfirmed] = [await aTeam('daily'), await aTeam('daily'), await aTeam('daily')]
  for (const { add } of [suspended, changed, unconfirmed]) await add(tide)
  const unknown = { email_verified_at: null }
  await shop.db.updateTable('users').set(unknown).where('id', '=', unconfirmed.maker.user_id).execute()
  shop.clock.advance(day)
  await lookForDigests(shop.deps, digestParts)
  const jobs = digestJobs(shop)
  expect(jobs).toHaveLength(2)
  await shop.db.transaction().execute(trx => setSuspended(trx, suspended.maker.user_id, true))
  await wantsNews(shop, changed.maker, 'never')
  for (const digest_id of jobs) await sendDigest(shop.deps, digestParts, digest_id)
  expect(sent).toEqual([])
})

test('a quote is told again while it waits, to those who buy', async () => {
  const buyer = await wantsNews(shop, await aMember(shop), 'daily')
  const eager = await wantsNews(shop, await aMember(shop, 'purchaser', buyer.workspace_id), 'at_once')
  const number = await aQuote(shop, buyer, [tide, lanterns])
  const taken_back = await aQuote(shop, buyer, [tide])
  const by = { user_id: buyer.user_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => revokeOffer(trx, taken_back, by))
  shop.clock.advance(day)
  await sendDigests(shop)
  const [mail, ...others] = mailsTo(buyer)
  if (!mail) throw new Error('Nothing was told.')
  expect(others).toEqual([])
  expect(mail.subject).toBe('1 quote waits (Longtake)')
  expect(textOf(mail)).toContain(`Quote ${number}`)
  expect(textOf(mail)).toContain('$240.00 before tax')
  expect(sent.filter(({ to }) => to === eager.email)).toEqual([])
})

test('a filmmaker hears what became of their clips, and on Monday what their week came to', async () => {
  const clip = await aClip(shop, 'Salt flats')
  const artist = await wantsNews(shop, await aFilmmaker(shop, clip), 'daily', 'Europe/Berlin')
  // Sessions of staff end after twelve hours.
  const move = async (name: 'withdraw' | 'bring_back', reason = '') =>
    (await aStaff(shop)).visitor.call(moveStaffClips, { body: { clip_ids: [clip.id], move: name, reason } })
  await move('withdraw', 'A logo can be read.')
  shop.clock.advance(day)
  await sendDigests(shop)
  const [first, ...none] = mailsTo(artist)
  expect(none).toEqual([])
  expect(first && textOf(first)).toContain('Taken out of the shop: “A logo can be read.”')
  // Decided twice before the morning: the latest holds.
  await move('bring_back')
  await move('withdraw', 'Once more.')
  await move('bring_back')
  shop.clock.advance(day)
  await sendDigests(shop)
  const [second] = mailsTo(artist)
  expect(second?.subject).toBe('Our editors decided about 1 clip (Longtake)')
  expect(second && textOf(second)).toContain('Published: buyers find it now.')
  expect(second && textOf(second)).not.toContain('Once more.')

  const seen = (clip_id: number, date: Date, views: number) =>
    shop.db
      .insertInto('clip_days')
      .values({ clip_id, day: sql<Date>`${date.toISOString().slice(0, 10)}::date`, views, hovers: 7 })
      .execute()
  await seen(clip.id, shop.clock.now(), 312)
  await seen(tide.id, shop.clock.now(), 5)
  // To Monday, ten o'clock.
  shop.clock.advance(3 * day)
  await sendDigests(shop)
  expect(mailsTo(artist)).toEqual([])
  shop.clock.advance(day)
  await sendDigests(shop)
  const [week, ...more] = mailsTo(artist)
  expect(more).toEqual([])
  expect(week?.subject).toBe('312 views of your clips (Longtake)')
  expect(week && textOf(week)).toContain('312 views, 7 hovers, 0 board adds, 0 licenses')
  await sendDigests(shop)
  shop.clock.advance(day)
  await sendDigests(shop)
  expect(mailsTo(artist)).toEqual([])
  // A week in which nothing happened is not told.
  shop.clock.advance(13 * day)
  await sendDigests(shop)
  expect(mailsTo(artist)).toEqual([])
})

test('a week without views is told by what happened in it', async () => {
  const clip = await aClip(shop, 'Fog bank')
  const artist = await wantsNews(shop, await aFilmmaker(shop, clip), 'daily')
  await (await aTeam('never')).add(clip)
  // To Monday.
  shop.clock.advance(6 * day)
  await sendDigests(shop)
  const [week] = mailsTo(artist)
  expect(week?.subject).toBe('1 board add of your clips (Longtake)')
  expect(week && textOf(week)).toContain('0 views, 0 hovers, 1 board add, 0 licenses')
})

test('news and digests are forgotten after two months, and what waits for nobody at once', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(day)
  await sendDigests(shop)
  await add(lanterns)
  const count = async () => ({
    items: (await shop.db.selectFrom('digest_items').where('user_id', '=', maker.user_id).select('id').execute())
      .length,
    digests: (await shop.db.selectFrom('digests').where('user_id', '=', maker.user_id).select('id').execute()).length,
  })
  await forgetDigests(shop.db, shop.clock.now())
  expect(await count()).toEqual({ items: 2, digests: 1 })
  await wantsNews(shop, maker, 'never')
  await forgetDigests(shop.db, shop.clock.now())
  expect(await count()).toEqual({ items: 1, digests: 1 })
  shop.clock.advance(61 * day)
  await forgetDigests(shop.db, shop.clock.now())
  expect(await count()).toEqual({ items: 0, digests: 0 })
})
