/** The unsubscribe link of mails that are no transactions: one click by a mail program, a page in a browser. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getNotifications, saveNotifications, saveNotificationsByLink } from '#accounts/own/contract.ts'
import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import { createUnsubscribeUrl } from '#accounts/own/unsubscribe.server.ts'
import { createPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { updatesLabel } from '#accounts/preference-labels.ts'
import { attachClips, createBoard } from '#boards/contract.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { sendDigests, setDigestPace } from '../../testing/builders/digests.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import { pages } from './pages.ts'

const HOUR = 3_600_000

let shop: TestApp
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp({}, { probes: [(app, deps) => void app.register(pages, deps)] })
  clip = await seedClip(shop)
})
afterAll(() => shop.close())

/** A mail program: no browser, no cookies, no login. */
const post = (path: string, init: { headers?: Record<string, string>; payload?: string } = {}) =>
  shop.app.inject({ url: path, method: 'POST', headers: {}, ...init })
const ONE_CLICK = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
}
const pathOf = (url: string) => url.slice(shop.config.public_url.length)

/** Opens a link as a browser does. */
const open = async (path: string) => {
  const visitor = shop.visitor()
  const { headers } = await visitor.send(path, { method: 'GET' })
  const address = headers.get('location') ?? path
  const response = await visitor.send(address, { method: 'GET' })
  const submit = async (body: string) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await visitor.send(address, { method: 'POST', headers: form, body })).text()
  }
  const referrer_policy = response.headers.get('referrer-policy')
  return { address, referrer_policy, status: response.status, text: await response.text(), submit }
}

const paceOf = async ({ visitor }: Pick<Buyer, 'visitor'>) =>
  (await visitor.call(getNotifications, {})).data.digest_pace

const consentsOf = ({ user_id }: Pick<Buyer, 'user_id'>) =>
  shop.db
    .selectFrom('mail_consents')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['subject', 'choice', 'shown_text', 'email', 'place', 'at'])
    .execute()

/** Has a teammate add a clip to the reader's board, and returns the digests that the reader gets. */
const sendUpdates = async (reader: Buyer) => {
  const mate = await setDigestPace(shop, await seedMember(shop, 'admin', reader.workspace_id), 'never')
  const { data: board } = await reader.visitor.call(createBoard, { body: { name: 'Night drive' } })
  const params = { id: String(board.id) }
  await mate.visitor.call(attachClips, { params, body: { clip_id: [clip.id] } })
  shop.mail.sent.length = 0
  await sendDigests(shop)
  return shop.mail.sent.filter(({ to }) => to === reader.email)
}

test('a mail program unsubscribes in one click from the headers of a digest, and again without effect', async () => {
  const reader = await setDigestPace(shop, await seedMember(shop), 'immediate')
  const other = await setDigestPace(shop, await seedMember(shop), 'weekly')
  const [mail] = await sendUpdates(reader)
  const url = createUnsubscribeUrl(shop.deps, reader.user_id)
  expect(mail?.headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail?.text).toContain(url)

  for (const _ of [1, 2]) expect((await post(pathOf(url), ONE_CLICK)).statusCode).toBe(200)
  expect([await paceOf(reader), await paceOf(other)]).toEqual(['never', 'weekly'])
  expect(await sendUpdates(reader)).toEqual([])
  expect(await consentsOf(reader)).toMatchObject([
    // The mail program shows a text of its own.
    { choice: 'never', shown_text: null, email: reader.email, place: 'unsubscribe', at: shop.clock.now() },
  ])
})

test.each([
  ['without a body', {}],
  [
    'as multipart',
    {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    },
  ],
])('a one-click request %s unsubscribes', async (_, request) => {
  const reader = await setDigestPace(shop, await seedMember(shop), 'daily')
  const { statusCode } = await post(pathOf(createUnsubscribeUrl(shop.deps, reader.user_id)), request)
  expect([statusCode, await paceOf(reader)]).toEqual([200, 'never'])
})

test.each([
  ['a large body', { 'content-length': '20000000' }, 413],
  ['a body of unknown length', { 'transfer-encoding': 'chunked' }, 411],
])('a post with %s is refused before it is read', async (_, headers, status) => {
  const reader = await setDigestPace(shop, await seedMember(shop), 'daily')
  const path = pathOf(createUnsubscribeUrl(shop.deps, reader.user_id))
  const { statusCode } = await post(path, { headers: { ...ONE_CLICK.headers, ...headers } })
  expect([statusCode, await paceOf(reader)]).toEqual([status, 'daily'])
})

test('opening the link changes nothing; its button unsubscribes without JavaScript, and another undoes it', async () => {
  const reader = await seedMember(shop)
  await reader.visitor.call(saveNotifications, { body: { email_preferences: [], digest_pace: 'weekly' } })
  const path = pathOf(createUnsubscribeUrl(shop.deps, reader.user_id))
  const page = await open(path)
  expect(page.status).toBe(200)
  expect(page.text).toMatch(/<form[^>]* method="post"/)
  expect(page.address).toMatch(/^\/unsubscribe\/\d+\/link-[0-9a-f]{16}$/)
  expect(page.text).not.toContain(reader.email)
  // Without a referrer the browser would post the form with `Origin: null`.
  expect(page.referrer_policy).toBe('same-origin')
  expect(await paceOf(reader)).toBe('weekly')

  const done = await page.submit('button=unsubscribe')
  expect(done).toContain('You’re unsubscribed.')
  expect(done).toContain('href="/profile/notifications"')
  expect(await paceOf(reader)).toBe('never')

  expect(await page.submit('button=undo')).toContain('You get updates again.')
  expect(await paceOf(reader)).toBe('weekly')
  const [, ...records] = await consentsOf(reader)
  expect(records).toMatchObject([
    { choice: 'never', shown_text: `Unsubscribe from updates? Updates are: ${updatesLabel.hint}` },
    { choice: 'weekly', shown_text: `Undo. Updates are: ${updatesLabel.hint}` },
  ])
  for (const text of ['Unsubscribe from updates?', 'Updates are: ', updatesLabel.hint])
    expect(page.text).toContain(text)
})

test('the link of an erased account is unknown', async () => {
  const reader = await setDigestPace(shop, await seedMember(shop), 'daily')
  const path = pathOf(createUnsubscribeUrl(shop.deps, reader.user_id))
  const email = createPlaceholderEmail(String(reader.user_id))
  await shop.db.updateTable('users').set({ email }).where('id', '=', reader.user_id).execute()
  expect((await post(path, ONE_CLICK)).statusCode).toBe(404)
})

test('a link is refused when it is truncated, invented or of another user', async () => {
  const [reader, other] = [await seedMember(shop), await seedMember(shop)]
  for (const person of [reader, other]) await setDigestPace(shop, person, 'daily')
  const path = pathOf(createUnsubscribeUrl(shop.deps, reader.user_id))
  for (const invalid of [
    path.slice(0, -1),
    path.replace(/[^/]+$/, 'A'.repeat(43)),
    path.replace(`/${reader.user_id}/`, `/${other.user_id}/`),
  ]) {
    expect((await post(invalid, ONE_CLICK)).statusCode, invalid).toBe(404)
    expect((await open(invalid)).text).toContain('This link is not complete.')
  }
  expect([await paceOf(reader), await paceOf(other)]).toEqual(['daily', 'daily'])
})

test('each choice is recorded once, with its time, text and email, and the record cannot be changed', async () => {
  const reader = await setDigestPace(shop, await seedMember(shop), 'daily')
  const save = (body: Parameters<typeof reader.visitor.call<typeof saveNotifications>>[1]['body']) =>
    reader.visitor.call(saveNotifications, { body })
  const first = shop.clock.now()
  for (const _ of [1, 2]) await save({ email_preferences: ['blog-articles'], place: 'onboarding' })
  shop.clock.advance(HOUR)
  await save({ email_preferences: ['blog-articles'], digest_pace: 'weekly' })
  const token = (await createPreferencesUrl(shop.deps, reader.user_id)).split('/').at(-1) ?? ''
  await shop.visitor().call(saveNotificationsByLink, { params: { token }, body: { email_preferences: [] } })
  const { email } = reader
  const text = 'Articles: How footage is shot, cut and licensed.'
  const later = shop.clock.now()
  const records = await consentsOf(reader)
  expect(records).toEqual([
    { subject: 'blog-articles', choice: 'yes', shown_text: text, email, place: 'onboarding', at: first },
    {
      subject: 'updates',
      choice: 'weekly',
      shown_text: expect.stringMatching(/^Updates about your work: .* Weekly: One mail on Mondays/) as string,
      email,
      place: 'preferences',
      at: later,
    },
    { subject: 'blog-articles', choice: 'no', shown_text: text, email, place: 'preferences_link', at: later },
  ])
  const change = shop.db.updateTable('mail_consents').set({ choice: 'yes' }).where('user_id', '=', reader.user_id)
  await expect(change.execute()).rejects.toThrow('A mail consent is never changed.')
})
