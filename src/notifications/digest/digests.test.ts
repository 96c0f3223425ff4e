/** Digest items are queued and sent once: boards, quotes, ending licenses, reviews and a filmmaker's week. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { digestParts } from '#app/digests.server.ts'
import { changeClipStatuses } from '#catalog/admin/contract.ts'
import { toDay } from '#platform/day.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { takeDigestJobs, sendDigests, setDigestPace } from '../../../testing/builders/digests.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { seedQuote } from '../../../testing/builders/quotes.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { setSuspended } from '../../accounts/suspension.server.ts'
import * as boards from '../../boards/contract.ts'
import { revokeOffer } from '../../quotes/offers.server.ts'
import { purgeDigests, createDueDigests } from './create.server.ts'
import { sendDigest } from './send.server.ts'

type SentDigestMail = { to: string; subject: string; text: string; html: string }
const hour = 3_600_000
const DAY = 24 * hour

let shop: TestApp
let sent: SentDigestMail[]
let tide: TestClip
let lanterns: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  sent = (shop.mail as unknown as { sent: SentDigestMail[] }).sent
  ;[tide, lanterns] = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
})
afterAll(() => shop.close())

/** Each test starts on a Tuesday at 9:00 UTC with nothing pending. */
beforeEach(async () => {
  const now = shop.clock.now()
  const tuesday = new Date(now)
  tuesday.setUTCDate(now.getUTCDate() + ((2 - now.getUTCDay() + 7) % 7 || 7))
  tuesday.setUTCHours(9, 0, 0, 0)
  shop.clock.advance(tuesday.getTime() - now.getTime())
  await shop.db.deleteFrom('digest_items').execute()
  await shop.db.deleteFrom('filmmaker_members').execute()
  takeDigestJobs(shop)
  sent.length = 0
})

const normalizeText = ({ text }: SentDigestMail) => text.replaceAll(/\s+/g, ' ')
const mailsTo = (person: Buyer) => sent.splice(0).filter(({ to }) => to === person.email)

/** A user with a board, and a teammate who is an admin of their workspace. */
const aTeam = async (...preferences: [Parameters<typeof setDigestPace>[2], string?]) => {
  const maker = await setDigestPace(shop, await seedMember(shop), ...preferences)
  const mate = await setDigestPace(shop, await seedMember(shop, 'admin', maker.workspace_id), 'never')
  const { data: board } = await maker.visitor.call(boards.createBoard, { body: { name: 'Night drive' } })
  const params = { id: String(board.id) }
  const add = (...clips: TestClip[]) =>
    mate.visitor.call(boards.attachClips, { params, body: { clip_id: clips.map(({ id }) => id) } })
  return { maker, mate, board, params, add }
}

test('clips that a teammate adds to a board reach its creator the next morning, in one mail, once', async () => {
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
  if (!mail) throw new Error('No mail was sent.')
  expect(others).toEqual([])
  expect(mail.subject).toBe('2 clips on your boards (Longtake)')
  expect(normalizeText(mail)).toContain(
    'Mara Lindqvist added 2 clips. Mara Lindqvist opened it to everybody who has its link.',
  )
  expect(mail.html).toContain(`/board/night-drive/${board.id}`)
  expect(mail.text).toMatch(/\/account\/notification-preferences\/[\w-]{43}/)
  await sendDigests(shop)
  shop.clock.advance(DAY)
  await sendDigests(shop)
  expect(sent).toEqual([])
})

test('users get no digest about their own changes, or about boards that they did not mark', async () => {
  const { maker, mate, params, add } = await aTeam('immediate')
  const stranger = await setDigestPace(shop, await seedMember(shop, 'guest', maker.workspace_id), 'immediate')
  const follower = await setDigestPace(shop, await seedMember(shop, 'guest', maker.workspace_id), 'immediate')
  await follower.visitor.call(boards.setFavorite, { params, body: { favorite: true } })
  await maker.visitor.call(boards.attachClips, { params, body: { clip_id: [tide.id] } })
  await add(lanterns)
  await sendDigests(shop)
  const mails = sent.splice(0).map(({ to, subject }) => [to, subject])
  expect(mails).toEqual([
    [maker.email, '1 clip on your boards (Longtake)'],
    [follower.email, '2 clips on your boards (Longtake)'],
  ])
  expect(mails.map(([to]) => to)).not.toContain(stranger.email)
  expect(mails.map(([to]) => to)).not.toContain(mate.email)
})

test('digests go out at 8 in the user’s time zone: daily, on Monday, at once, or never', async () => {
  const readers = [
    { preferences: ['daily', 'America/New_York'], after: 3 },
    { preferences: ['daily', 'Asia/Tokyo'], after: 14 },
    { preferences: ['weekly', 'Europe/Berlin'], after: 6 * 24 - 3 },
    { preferences: ['immediate'], after: 0 },
    { preferences: ['never'], after: null },
  ] as const
  // A Tuesday in July: New York is four hours behind, Berlin two ahead.
  shop.clock.advance(Date.parse('2031-07-01T09:00:00Z') - shop.clock.now().getTime())
  const teams = []
  for (const { preferences } of readers) teams.push(await aTeam(...(preferences as ['daily', string])))
  for (const { add } of teams) await add(tide)
  const receivedHours = new Map<string, number[]>()
  for (let hours = 0; hours <= 8 * 24; hours += 1) {
    await sendDigests(shop)
    for (const { to } of sent.splice(0)) receivedHours.set(to, [...(receivedHours.get(to) ?? []), hours])
    shop.clock.advance(hour)
  }
  const expected = readers.map(({ after }) => (after === null ? undefined : [after]))
  expect(teams.map(({ maker }) => receivedHours.get(maker.email))).toEqual(expected)
})

test('20 concurrent workers create one digest, and 20 runs of its job send one mail', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(DAY)
  await Promise.all(Array.from({ length: 20 }, () => createDueDigests(shop.deps, digestParts)))
  const jobs = takeDigestJobs(shop)
  expect(jobs).toHaveLength(1)
  await Promise.all(Array.from({ length: 20 }, () => sendDigest(shop.deps, digestParts, jobs[0] ?? 0)))
  expect(mailsTo(maker)).toHaveLength(1)
})

test('a mail that fails is retried with the same items and sent once', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(DAY)
  await createDueDigests(shop.deps, digestParts)
  const [digest_id = 0] = takeDigestJobs(shop)
  const broken = { ...shop.deps, mail: { ...shop.mail, send: () => Promise.reject(new Error('The mailbox is down')) } }
  await expect(sendDigest(broken, digestParts, digest_id)).rejects.toThrow('The mailbox is down')
  // The job retries by itself; no second one is created.
  await createDueDigests(shop.deps, digestParts)
  expect(takeDigestJobs(shop)).toEqual([])
  await add(lanterns)
  await sendDigest(shop.deps, digestParts, digest_id)
  await sendDigest(shop.deps, digestParts, digest_id)
  expect(mailsTo(maker).map(({ subject }) => subject)).toEqual(['1 clip on your boards (Longtake)'])
  shop.clock.advance(DAY)
  await sendDigests(shop)
  expect(mailsTo(maker).map(({ subject }) => subject)).toEqual(['1 clip on your boards (Longtake)'])
})

test('a process that dies while it builds a digest loses nothing; one that dies while it sends is logged', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(DAY)
  await createDueDigests(shop.deps, digestParts)
  const [digest_id = 0] = takeDigestJobs(shop)
  const never = new Promise<never>(() => {})
  const runUntilHanging = (start: (hang: () => Promise<never>) => Promise<void>) =>
    new Promise<void>(resolve => void start(() => (resolve(), never)))
  const hangingParts = (hang: () => Promise<never>) => digestParts.parts.map(part => ({ ...part, section: hang }))
  await runUntilHanging(hang => sendDigest(shop.deps, { ...digestParts, parts: hangingParts(hang) }, digest_id))
  await runUntilHanging(hang =>
    sendDigest({ ...shop.deps, mail: { ...shop.mail, send: hang } }, digestParts, digest_id),
  )
  const errorLog = vi.spyOn(console, 'error').mockReturnValue()
  await sendDigest(shop.deps, digestParts, digest_id)
  const lines = errorLog.mock.calls.flat()
  errorLog.mockRestore()
  // The second run reached the mail server, so the mail may have gone out.
  expect(mailsTo(maker)).toEqual([])
  expect(lines).toEqual([
    `notifications: digest ${digest_id} was interrupted while it was sent and may not have gone out`,
  ])
})

test('items that no longer apply are left out, and an empty digest is not sent', async () => {
  const [deleted, left, removed, unshared] = [
    await aTeam('daily'),
    await aTeam('daily'),
    await aTeam('daily'),
    await aTeam('daily'),
  ]
  const withdrawn = await seedClip(shop, 'Gone by noon')
  for (const { add } of [deleted, left]) await add(tide)
  await removed.add(withdrawn, lanterns)
  await unshared.mate.visitor.call(boards.shareBoard, { params: unshared.params })
  await deleted.mate.visitor.call(boards.deleteBoard, { params: deleted.params })
  await shop.db.deleteFrom('workspace_members').where('user_id', '=', left.maker.user_id).execute()
  const staff = await seedStaff(shop)
  await staff.visitor.call(changeClipStatuses, {
    body: { clip_ids: [withdrawn.id], move: 'withdraw', reason: 'Its rights ended.' },
  })
  await unshared.mate.visitor.call(boards.unshareBoard, { params: unshared.params })
  shop.clock.advance(DAY)
  await sendDigests(shop)
  const mails = sent.splice(0).map(({ to, subject }) => [to, subject])
  expect(mails).toEqual([[removed.maker.email, '1 clip on your boards (Longtake)']])
})

test('suspended users, users who opted out and users without a confirmed email get no digest', async () => {
  const [suspended, changed, unconfirmed] = [await aTeam('daily'), await aTeam('daily'), await aTeam('daily')]
  for (const { add } of [suspended, changed, unconfirmed]) await add(tide)
  const unverified = { email_verified_at: null }
  await shop.db.updateTable('users').set(unverified).where('id', '=', unconfirmed.maker.user_id).execute()
  shop.clock.advance(DAY)
  await createDueDigests(shop.deps, digestParts)
  const jobs = takeDigestJobs(shop)
  expect(jobs).toHaveLength(2)
  await shop.db.transaction().execute(trx => setSuspended(trx, suspended.maker.user_id, true))
  await setDigestPace(shop, changed.maker, 'never')
  for (const digest_id of jobs) await sendDigest(shop.deps, digestParts, digest_id)
  expect(sent).toEqual([])
})

test('an open quote is in the digest of those who buy', async () => {
  const buyer = await setDigestPace(shop, await seedMember(shop), 'daily')
  const eager = await setDigestPace(shop, await seedMember(shop, 'purchaser', buyer.workspace_id), 'immediate')
  const number = await seedQuote(shop, buyer, [tide, lanterns])
  const revoked = await seedQuote(shop, buyer, [tide])
  const by = { user_id: buyer.user_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => revokeOffer(trx, revoked, by))
  shop.clock.advance(DAY)
  await sendDigests(shop)
  const [mail, ...others] = mailsTo(buyer)
  if (!mail) throw new Error('No mail was sent.')
  expect(others).toEqual([])
  expect(mail.subject).toBe('You have a quote to review (Longtake)')
  expect(normalizeText(mail)).toContain(`Quote ${number}`)
  expect(normalizeText(mail)).toContain('$240.00 before tax')
  expect(sent.filter(({ to }) => to === eager.email)).toEqual([])
})

test('a filmmaker gets the decisions about their clips, and on Monday a summary of their week', async () => {
  const clip = await seedClip(shop, 'Salt flats')
  const artist = await setDigestPace(shop, await seedFilmmaker(shop, clip), 'daily', 'Europe/Berlin')
  // Staff sessions expire after 12 hours.
  const move = async (name: 'withdraw' | 'bring_back', reason = '') =>
    (await seedStaff(shop)).visitor.call(changeClipStatuses, { body: { clip_ids: [clip.id], move: name, reason } })
  await move('withdraw', 'A logo can be read.')
  shop.clock.advance(DAY)
  await sendDigests(shop)
  const [first, ...unexpected] = mailsTo(artist)
  expect(unexpected).toEqual([])
  expect(first && normalizeText(first)).toContain('Taken out of the shop: “A logo can be read.”')
  // Several decisions before the morning: only the latest counts.
  await move('bring_back')
  await move('withdraw', 'Once more.')
  await move('bring_back')
  shop.clock.advance(DAY)
  await sendDigests(shop)
  const [second] = mailsTo(artist)
  expect(second?.subject).toBe('Our editors reviewed 1 clip (Longtake)')
  expect(second && normalizeText(second)).toContain('Published: buyers find it now.')
  expect(second && normalizeText(second)).not.toContain('Once more.')

  const addClipDay = (clip_id: number, date: Date, views: number) =>
    shop.db
      .insertInto('clip_daily_stats')
      .values({ clip_id, day: sql<Date>`${toDay(date)}::date`, views, hovers: 7 })
      .execute()
  await addClipDay(clip.id, shop.clock.now(), 312)
  await addClipDay(tide.id, shop.clock.now(), 5)
  // To Monday, 10:00.
  shop.clock.advance(3 * DAY)
  await sendDigests(shop)
  expect(mailsTo(artist)).toEqual([])
  shop.clock.advance(DAY)
  await sendDigests(shop)
  const [week, ...extraMails] = mailsTo(artist)
  expect(extraMails).toEqual([])
  expect(week?.subject).toBe('312 views of your clips (Longtake)')
  expect(week && normalizeText(week)).toContain('312 views, 7 hovers, 0 board adds, 0 licenses')
  await sendDigests(shop)
  shop.clock.advance(DAY)
  await sendDigests(shop)
  expect(mailsTo(artist)).toEqual([])
  // A week without activity is not reported.
  shop.clock.advance(13 * DAY)
  await sendDigests(shop)
  expect(mailsTo(artist)).toEqual([])
})

test('the summary of a week without views names its other activity', async () => {
  const clip = await seedClip(shop, 'Fog bank')
  const artist = await setDigestPace(shop, await seedFilmmaker(shop, clip), 'daily')
  await (await aTeam('never')).add(clip)
  // To Monday.
  shop.clock.advance(6 * DAY)
  await sendDigests(shop)
  const [week] = mailsTo(artist)
  expect(week?.subject).toBe('1 board add of your clips (Longtake)')
  expect(week && normalizeText(week)).toContain('0 views, 0 hovers, 1 board add, 0 licenses')
})

test('digests and their items are deleted after two months, and pending items of users who opted out at once', async () => {
  const { maker, add } = await aTeam('daily')
  await add(tide)
  shop.clock.advance(DAY)
  await sendDigests(shop)
  await add(lanterns)
  const count = async () => ({
    items: (await shop.db.selectFrom('digest_items').where('user_id', '=', maker.user_id).select('id').execute())
      .length,
    digests: (await shop.db.selectFrom('digests').where('user_id', '=', maker.user_id).select('id').execute()).length,
  })
  await purgeDigests(shop.db, shop.clock.now())
  expect(await count()).toEqual({ items: 2, digests: 1 })
  await setDigestPace(shop, maker, 'never')
  await purgeDigests(shop.db, shop.clock.now())
  expect(await count()).toEqual({ items: 1, digests: 1 })
  shop.clock.advance(61 * DAY)
  await purgeDigests(shop.db, shop.clock.now())
  expect(await count()).toEqual({ items: 0, digests: 0 })
})
