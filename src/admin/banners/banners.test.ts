/** The room of feature banners through the real door: made, looked at, started, seen by people, ended. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { fieldsOf, postForm } from '../../../testing/builders/images.ts'
import { aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { still } from '../../../testing/pictures.ts'
import { dismissFeatureBanner, getFeatureBanner, readFeatureBanner } from '../../notifications/contract.ts'
import { pictureUrl } from '../../platform/images/host.server.ts'
import { sweepImages } from '../../platform/images/uploads.server.ts'
import { platformRoles } from '../../workspaces/policy.ts'
import { listStaffLog } from '../log/contract.ts'
import * as room from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop, 'platform_admin')
})
beforeEach(() => shop.db.deleteFrom('feature_banners').execute())
afterAll(() => shop.close())

const day_ms = 86_400_000
const momentIn = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString()
const at = (id: number) => ({ params: { id: String(id) } })

/** Sent to the image host; answers what it is called there. */
const send = async (bytes: Buffer | string, { visitor } = staff) => {
  const { data } = await visitor.call(room.getBannerUpload, {})
  return postForm(shop, visitor, [['file', { bytes }], ...fieldsOf(data)])
}
const aPicture = async () => (await send(await still(1600, 900).jpeg().toBuffer())).public_id ?? ''

/** Where our own host keeps what stands at an address. */
const fileOf = (url = '') => path.join(shop.config.data_dir, 'renditions', url.replace('/media/', ''))

const words = {
  title: 'Quick preview',
  description: 'Hold {{Shift}}.',
  exclude_on: ['/Clips/'],
  audience: 'everyone' as const,
  starts_at: null,
  ends_at: null,
}
type Body = Parameters<typeof staff.visitor.call<typeof room.makeStaffBanner>>[1]['body']
const make = async (wish: Partial<Body> = {}) =>
  (await staff.visitor.call(room.makeStaffBanner, { body: { ...words, ...wish } })).data
const start = async ({ id, version }: { id: number; version: number }, { visitor } = staff) =>
  (await visitor.call(room.startStaffBanner, { ...at(id), body: { version } })).data
const started = async (wish: Partial<Body> = {}) => start(await make({ picture_public_id: await aPicture(), ...wish }))
const change = async (
  { id, version }: { id: number; version: number },
  wish: Partial<Body> = {},
  { visitor }: Buyer = staff,
) => {
  const { audience: _, starts_at: __, ...facts } = words
  return (await visitor.call(room.changeStaffBanner, { ...at(id), body: { ...facts, ...wish, version } })).data
}
const end = (id: number) => staff.visitor.call(room.endStaffBanner, { ...at(id), body: { reason: 'A mistake' } })
const facts = async (id: number) => (await staff.visitor.call(room.getStaffBanner, at(id))).data
const log = async (id: number) =>
  (await staff.visitor.call(listStaffLog, { query: { about: 'banner', key: String(id) } })).data

/** Somebody whose first day is over. */
const aReader = async (): Promise<Buyer> => {
  const person = await aMember(shop)
  const created_at = new Date(shop.clock.now().getTime() - day_ms)
  await shop.db.updateTable('users').set({ created_at }).where('id', '=', person.user_id).execute()
  return person
}
const seenBy = async ({ visitor }: Buyer) => (await visitor.call(getFeatureBanner, {})).data

test('what is made is seen by nobody until it is started; who read and dismissed it is counted; ending takes it from everybody at once', async () => {
  const [ada, ben, cleo] = [await aReader(), await aReader(), await aReader()]
  const draft = await make({ picture_public_id: await aPicture() })
  expect(draft).toMatchObject({ state: 'draft', exclude_on: ['/clips'], read: 0, dismissed: 0, starts_at: null })
  // Nor when its first day has come and nobody started it.
  await make({ picture_public_id: await aPicture(), starts_at: momentIn(1_000) })
  shop.clock.advance(2_000)
  expect(await seenBy(ada)).toBe(null)

  const running = await start(draft)
  expect(running).toMatchObject({ state: 'running', starts_at: shop.clock.now().toISOString(), behind: null })
  expect(await seenBy(ada)).toMatchObject({
    id: draft.id,
    title: 'Quick preview',
    description: 'Hold {{Shift}}.',
    exclude_on: ['/clips'],
    image_paths: { profile: draft.image_paths },
  })
  for (const { visitor } of [ada, ben]) await visitor.call(readFeatureBanner, {})
  await ada.visitor.call(dismissFeatureBanner, {})
  expect(await facts(draft.id)).toMatchObject({ read: 2, dismissed: 1 })

  const { data } = await end(draft.id)
  expect(data).toMatchObject({ state: 'ended', read: 2, dismissed: 1 })
  for (const person of [ada, ben, cleo]) expect(await seenBy(person)).toBe(null)
  const told = await log(draft.id)
  expect(told.map(({ action, reason }) => [action, reason])).toEqual([
    ['Ended', 'A mistake'],
    ['Started', ''],
    ['Made', ''],
  ])
  expect(told.every(row => row.staff_email === staff.email)).toBe(true)
  await expect(end(draft.id)).rejects.toMatchObject({ status: 409, message: 'It has ended.' })
  await expect(change(data)).rejects.toMatchObject({ status: 409, message: 'It has ended.' })
})

test('a picture is cut 16 to 9 in two sizes without what else it carried, and stays while its banner does', async () => {
  const { image_paths } = await make({ picture_public_id: await aPicture() })
  for (const [url, width] of [
    [image_paths?.small, 480],
    [image_paths?.medium, 960],
  ] as const) {
    const { format, height, ...size } = await sharp(readFileSync(fileOf(url))).metadata()
    expect({ format, height, width: size.width }).toEqual({ format: 'webp', width, height: (width * 9) / 16 })
  }
})

test('at Cloudinary a banner’s picture is asked for in its two sizes', () => {
  const cloudinary = { cloud_name: 'cloud', api_key: 'key', api_secret: 'secret' }
  const url = (px: number) => pictureUrl({ config: { ...shop.config, cloudinary } }, 'banners/users/1/sea', px)
  expect(url(480)).toMatch(/^https:\/\/res\.cloudinary\.com\/cloud\/.*\/c_fill,h_270,w_480\/banners\/users\/1\/sea$/)
  expect(url(960)).toContain('/c_fill,h_540,w_960/')
})

test.each<[string, () => Promise<Buffer> | string, string]>([
  [
    'a web page',
    () => '<!doctype html><p>Hello</p>',
    'This file is not an image we can use. Select a JPEG, PNG or GIF.',
  ],
  [
    'a stamp',
    () => still(400, 200).jpeg().toBuffer(),
    'This image is too small. Select an image of at least 270 × 270 pixels.',
  ],
])('%s is no picture for a banner', async (_, bytes, message) => {
  expect(await send(await bytes())).toMatchObject({ status: 422, message })
})

test('a picture that somebody else sent, or sent as their own portrait, is not taken', async () => {
  const other = await aStaff(shop, 'platform_admin')
  const { public_id = '' } = await send(await still(960, 540).jpeg().toBuffer(), other)
  const missing = { picture_public_id: ['We do not have this image any more. Please choose it again.'] }
  for (const picture_public_id of [public_id, `banners/users/${staff.user_id}/none`, 'avatars/users/1/abc'])
    await expect(make({ picture_public_id })).rejects.toMatchObject({ status: 422, errors: missing })
  await expect(make({ picture_public_id: '../../etc' })).rejects.toMatchObject({ status: 422 })
})

test('another picture takes the place of the first, whose files go; a draft that is deleted leaves none', async () => {
  const first = await make({ picture_public_id: await aPicture() })
  const second = await change(first, { picture_public_id: await aPicture() })
  expect(second.image_paths).not.toEqual(first.image_paths)
  const urls = [first.image_paths?.small, second.image_paths?.small]
  for (const url of urls) expect(existsSync(fileOf(url))).toBe(true)
  await staff.visitor.call(room.deleteStaffBanner, at(first.id))
  await expect(facts(first.id)).rejects.toMatchObject({ status: 404 })
  expect((await log(first.id)).map(({ action }) => action)).toEqual(['Deleted', 'Changed', 'Made'])
  shop.clock.advance(day_ms + 1)
  await sweepImages(shop.deps)
  for (const url of urls) expect(existsSync(fileOf(url))).toBe(false)
  staff = await aStaff(shop, 'platform_admin')
})

test('what is not whole is not started: without a picture, or over before it begins', async () => {
  const bare = await make()
  await expect(start(bare)).rejects.toMatchObject({
    status: 422,
    errors: { picture_public_id: ['It needs a picture first.'] },
  })
  const short = await make({ picture_public_id: await aPicture(), ends_at: momentIn(1_000) })
  shop.clock.advance(1_000)
  await expect(start(short)).rejects.toMatchObject({ status: 422, errors: { ends_at: [expect.any(String)] } })
  expect(await facts(short.id)).toMatchObject({ state: 'draft' })
})

test.each<[string, () => Partial<Body>, string]>([
  ['a last day before the first', () => ({ starts_at: momentIn(day_ms * 3), ends_at: momentIn(day_ms) }), 'ends_at'],
  ['a last day that is over', () => ({ ends_at: momentIn(-1) }), 'ends_at'],
  ['a title of a page', () => ({ title: 'x'.repeat(121) }), 'title'],
  ['a description of a book', () => ({ description: 'x'.repeat(601) }), 'description'],
  ['no title', () => ({ title: ' \u0000 ' }), 'title'],
  ['an address of elsewhere', () => ({ exclude_on: ['/clips', 'https://shop.example/clips'] }), 'exclude_on'],
  ['another host', () => ({ exclude_on: ['//shop.example'] }), 'exclude_on'],
  ['a query', () => ({ exclude_on: ['/clips?q=sea'] }), 'exclude_on'],
  ['a path without an end', () => ({ exclude_on: [`/${'x'.repeat(200)}`] }), 'exclude_on'],
  ['too many pages', () => ({ exclude_on: Array.from({ length: 51 }, (_, i) => `/${i}`) }), 'exclude_on'],
  ['nobody', () => ({ audience: 'nobody' as 'everyone' }), 'audience'],
])('%s is refused with a sentence at its field, and nothing is made', async (_, wish, field) => {
  await expect(make(wish())).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.stringMatching(/.{9}/)] },
  })
  expect((await staff.visitor.call(room.listStaffBanners, {})).data).toEqual([])
})

test('of two who change one at once the second is told, and puts theirs in its place only on purpose; so it is with starting', async () => {
  const other = await aStaff(shop, 'platform_admin')
  const seen = await make({ picture_public_id: await aPicture() })
  await change(seen, { title: 'Mine' })
  const told = { status: 409, message: /Somebody saved another version meanwhile/ }
  await expect(change(seen, { title: 'Theirs' }, other)).rejects.toMatchObject(told)
  await expect(start(seen, other)).rejects.toMatchObject(told)
  expect(await facts(seen.id)).toMatchObject({ title: 'Mine', state: 'draft' })
  const now = await facts(seen.id)
  expect(await change(now, { title: 'Theirs' }, other)).toMatchObject({ title: 'Theirs', version: now.version + 1 })
  expect((await log(seen.id))[0]?.changes).toEqual([{ field: 'title', was: 'Mine', is: 'Theirs' }])
})

test('twenty who change one version at once: one is saved, the others are told', async () => {
  const seen = await make()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => change(seen, { title: `Try ${i}` })))
  const saved = answers.filter(one => one.status === 'fulfilled')
  expect(saved).toHaveLength(1)
  expect(await facts(seen.id)).toMatchObject({ title: saved[0]?.value.title, version: seen.version + 1 })
  for (const one of answers) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
})

test('what is planned waits for its day, and can be taken back until then; once started its day and its people stay', async () => {
  const reader = await aReader()
  const planned = await started({ starts_at: momentIn(60_000), ends_at: momentIn(120_000) })
  expect(planned.state).toBe('planned')
  expect(await seenBy(reader)).toBe(null)
  await expect(change(planned, { starts_at: momentIn(90_000) })).rejects.toMatchObject({ status: 409 })
  await expect(change(planned, { audience: 'filmmakers' })).rejects.toMatchObject({ status: 409 })
  const draft = (await staff.visitor.call(room.takeStaffBannerBack, at(planned.id))).data
  expect(draft).toMatchObject({ state: 'draft', starts_at: planned.starts_at })
  await start(draft)
  shop.clock.advance(60_000)
  expect(await seenBy(reader)).toMatchObject({ id: planned.id })
  await expect(staff.visitor.call(room.takeStaffBannerBack, at(planned.id))).rejects.toMatchObject({ status: 409 })
  await expect(staff.visitor.call(room.deleteStaffBanner, at(planned.id))).rejects.toMatchObject({ status: 409 })
  const mended = await change(await facts(planned.id), { title: 'Mended', ends_at: planned.ends_at })
  expect(mended).toMatchObject({ title: 'Mended', starts_at: planned.starts_at, state: 'running' })
  shop.clock.advance(60_000)
  expect(await seenBy(reader)).toBe(null)
  expect((await facts(planned.id)).state).toBe('ended')
  expect((await log(planned.id)).map(({ action }) => action)).toEqual([
    'Changed',
    'Planned',
    'Took it back',
    'Planned',
    'Made',
  ])
})

test('the newest stands before an older one, which comes back when it ends; one for filmmakers stands before it for them alone', async () => {
  const [reader, filmmaker] = [await aReader(), await aReader()]
  await setRoles(shop, filmmaker.user_id, [platformRoles.customer, platformRoles.filmmaker])
  const old = await started({ title: 'Old' })
  shop.clock.advance(1_000)
  const theirs = await started({ title: 'For filmmakers', audience: 'filmmakers' })
  expect(await seenBy(reader)).toMatchObject({ title: 'Old' })
  expect(await seenBy(filmmaker)).toMatchObject({ title: 'For filmmakers' })
  expect(await facts(old.id)).toMatchObject({ state: 'running', behind: null })
  shop.clock.advance(1_000)
  const newest = await started({ title: 'Newest' })
  for (const person of [reader, filmmaker]) expect(await seenBy(person)).toMatchObject({ title: 'Newest' })
  const behind = { id: newest.id, title: 'Newest' }
  for (const { id } of [old, theirs]) expect(await facts(id)).toMatchObject({ state: 'running', behind })
  await end(newest.id)
  expect(await seenBy(reader)).toMatchObject({ title: 'Old' })
  expect(await seenBy(filmmaker)).toMatchObject({ title: 'For filmmakers' })
})

test('whoever dismisses what stood on their screen still sees the one that took its place meanwhile', async () => {
  const reader = await aReader()
  const old = await started({ title: 'Old' })
  expect(await seenBy(reader)).toMatchObject({ id: old.id })
  shop.clock.advance(1_000)
  const newest = await started({ title: 'Newest' })
  await reader.visitor.call(dismissFeatureBanner, { query: { id: String(old.id) } })
  expect(await seenBy(reader)).toMatchObject({ id: newest.id, is_read: false })
  expect(await facts(old.id)).toMatchObject({ read: 1, dismissed: 1 })
  // What was never shown to somebody cannot be read by them.
  const [draft, theirs] = [await make(), await started({ audience: 'filmmakers' })]
  for (const { id } of [draft, theirs]) {
    await reader.visitor.call(readFeatureBanner, { query: { id: String(id) } })
    expect(await facts(id)).toMatchObject({ read: 0 })
  }
})

test('the list finds them by state and words, newest first', async () => {
  const ended = await started({ title: 'Over' })
  await end(ended.id)
  await started({ title: 'Now' })
  await started({ title: 'Soon', starts_at: momentIn(day_ms) })
  await make({ title: 'Perhaps', description: '100% new' })
  const titles = async (query: { state?: 'draft' | 'planned' | 'running' | 'ended'; search?: string }) =>
    (await staff.visitor.call(room.listStaffBanners, { query })).data.map(({ title }) => title)
  expect(await titles({})).toEqual(['Perhaps', 'Soon', 'Now', 'Over'])
  expect(await titles({ state: 'draft' })).toEqual(['Perhaps'])
  expect(await titles({ state: 'planned' })).toEqual(['Soon'])
  expect(await titles({ state: 'running' })).toEqual(['Now'])
  expect(await titles({ state: 'ended' })).toEqual(['Over'])
  expect(await titles({ search: '0%' })).toEqual(['Perhaps'])
  expect(await titles({ search: 'nothing of it' })).toEqual([])
})
