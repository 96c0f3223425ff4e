/** Tests for the admin's feature banners, through the API: created, previewed, started, seen and ended. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { getPictureUrl } from '#platform/images/host.server.ts'
import { sweepImages } from '#platform/images/uploads.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { signedFields, postForm } from '../../../testing/builders/images.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, setRoles } from '../../../testing/builders/staff.ts'
import { still } from '../../../testing/pictures.ts'
import { dismissFeatureBanner, getFeatureBanner, readFeatureBanner } from '../contract.ts'
import * as contract from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
})
beforeEach(() => shop.db.deleteFrom('feature_banners').execute())
afterAll(() => shop.close())

const timestampIn = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString()
const withId = (id: number) => ({ params: { id: String(id) } })

/** Uploads to the image host and returns its response. */
const upload = async (bytes: Buffer | string, { visitor } = staff) => {
  const { data } = await visitor.call(contract.getBannerUpload, {})
  return postForm(shop, visitor, [['file', { bytes }], ...signedFields(data)])
}
const uploadPicture = async () => (await upload(await still(1600, 900).jpeg().toBuffer())).public_id ?? ''

/** Returns the path of the local image host's file behind a URL. */
const filePathOf = (url = '') => path.join(shop.config.data_dir, 'renditions', url.replace('/media/', ''))

const bannerInput = {
  title: 'Quick preview',
  description: 'Hold {{Shift}}.',
  exclude_on: ['/Clips/'],
  audience: 'everyone' as const,
  starts_at: null,
  ends_at: null,
}
type BannerBody = Parameters<typeof staff.visitor.call<typeof contract.createStaffBanner>>[1]['body']
const createBanner = async (input: Partial<BannerBody> = {}) =>
  (await staff.visitor.call(contract.createStaffBanner, { body: { ...bannerInput, ...input } })).data
const startBanner = async ({ id, version }: { id: number; version: number }, { visitor } = staff) =>
  (await visitor.call(contract.startStaffBanner, { ...withId(id), body: { version } })).data
const createStartedBanner = async (input: Partial<BannerBody> = {}) =>
  startBanner(await createBanner({ picture_public_id: await uploadPicture(), ...input }))
const changeBanner = async (
  { id, version }: { id: number; version: number },
  input: Partial<BannerBody> = {},
  { visitor }: Buyer = staff,
) => {
  const { audience: _, starts_at: __, ...fields } = bannerInput
  return (await visitor.call(contract.changeStaffBanner, { ...withId(id), body: { ...fields, ...input, version } }))
    .data
}
const endBanner = (id: number) =>
  staff.visitor.call(contract.endStaffBanner, { ...withId(id), body: { reason: 'A mistake' } })
const loadBanner = async (id: number) => (await staff.visitor.call(contract.getStaffBanner, withId(id))).data
const loadLog = async (id: number) =>
  (await staff.visitor.call(listStaffAuditLog, { query: { about: 'banner', key: String(id) } })).data

/** Creates a person whose account is older than a day. */
const createReader = async (): Promise<Buyer> => {
  const person = await seedMember(shop)
  const created_at = new Date(shop.clock.now().getTime() - DAY_MS)
  await shop.db.updateTable('users').set({ created_at }).where('id', '=', person.user_id).execute()
  return person
}
const loadBannerFor = async ({ visitor }: Buyer) => (await visitor.call(getFeatureBanner, {})).data

test('a banner is seen only once it is started, readers and dismissals are counted, and ending it hides it at once', async () => {
  const [ada, ben, cleo] = [await createReader(), await createReader(), await createReader()]
  const draft = await createBanner({ picture_public_id: await uploadPicture() })
  expect(draft).toMatchObject({ state: 'draft', exclude_on: ['/clips'], read: 0, dismissed: 0, starts_at: null })
  // A draft is not shown either when its first day has come.
  await createBanner({ picture_public_id: await uploadPicture(), starts_at: timestampIn(1_000) })
  shop.clock.advance(2_000)
  expect(await loadBannerFor(ada)).toBe(null)

  const running = await startBanner(draft)
  expect(running).toMatchObject({ state: 'running', starts_at: shop.clock.now().toISOString(), behind: null })
  expect(await loadBannerFor(ada)).toMatchObject({
    id: draft.id,
    title: 'Quick preview',
    description: 'Hold {{Shift}}.',
    exclude_on: ['/clips'],
    image_paths: { profile: draft.image_paths },
  })
  for (const { visitor } of [ada, ben]) await visitor.call(readFeatureBanner, {})
  await ada.visitor.call(dismissFeatureBanner, {})
  expect(await loadBanner(draft.id)).toMatchObject({ read: 2, dismissed: 1 })

  const { data } = await endBanner(draft.id)
  expect(data).toMatchObject({ state: 'ended', read: 2, dismissed: 1 })
  for (const person of [ada, ben, cleo]) expect(await loadBannerFor(person)).toBe(null)
  const entries = await loadLog(draft.id)
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
    ['ended', 'A mistake'],
    ['started', ''],
    ['created', ''],
  ])
  expect(entries.every(row => row.staff_email === staff.email)).toBe(true)
  await expect(endBanner(draft.id)).rejects.toMatchObject({ status: 409, message: 'It has ended.' })
  await expect(changeBanner(data)).rejects.toMatchObject({ status: 409, message: 'It has ended.' })
})

test('a picture is cropped to 16:9 in two sizes without its metadata, and lives as long as its banner', async () => {
  const { image_paths } = await createBanner({ picture_public_id: await uploadPicture() })
  for (const [url, width] of [
    [image_paths?.small, 480],
    [image_paths?.medium, 960],
  ] as const) {
    const { format, height, ...metadata } = await sharp(readFileSync(filePathOf(url))).metadata()
    expect({ format, height, width: metadata.width }).toEqual({ format: 'webp', width, height: (width * 9) / 16 })
  }
})

test('Cloudinary URLs of a banner’s picture have its two sizes', () => {
  const cloudinary = { cloud_name: 'cloud', api_key: 'key', api_secret: 'secret' }
  const urlOf = (px: number) => getPictureUrl({ config: { ...shop.config, cloudinary } }, 'banners/users/1/sea', px)
  expect(urlOf(480)).toMatch(/^https:\/\/res\.cloudinary\.com\/cloud\/.*\/c_fill,h_270,w_480\/banners\/users\/1\/sea$/)
  expect(urlOf(960)).toContain('/c_fill,h_540,w_960/')
})

test.each<[string, () => Promise<Buffer> | string, string]>([
  [
    'a web page',
    () => '<!doctype html><p>Hello</p>',
    'This file is not an image we can use. Select a JPEG, PNG or GIF.',
  ],
  [
    'a tiny image',
    () => still(400, 200).jpeg().toBuffer(),
    'This image is too small. Select an image of at least 270 × 270 pixels.',
  ],
])('%s is refused as a banner picture', async (_, bytes, message) => {
  expect(await upload(await bytes())).toMatchObject({ status: 422, message })
})

test('a picture that somebody else uploaded, or one’s own avatar, is refused', async () => {
  const other = await seedStaff(shop, 'platform_admin')
  const { public_id = '' } = await upload(await still(960, 540).jpeg().toBuffer(), other)
  const missingErrors = { picture_public_id: ['We do not have this image anymore. Please choose it again.'] }
  for (const picture_public_id of [public_id, `banners/users/${staff.user_id}/none`, 'avatars/users/1/abc'])
    await expect(createBanner({ picture_public_id })).rejects.toMatchObject({ status: 422, errors: missingErrors })
  await expect(createBanner({ picture_public_id: '../../etc' })).rejects.toMatchObject({ status: 422 })
})

test('the files of a replaced picture and of a deleted draft are removed', async () => {
  const first = await createBanner({ picture_public_id: await uploadPicture() })
  const second = await changeBanner(first, { picture_public_id: await uploadPicture() })
  expect(second.image_paths).not.toEqual(first.image_paths)
  const urls = [first.image_paths?.small, second.image_paths?.small]
  for (const url of urls) expect(existsSync(filePathOf(url))).toBe(true)
  await staff.visitor.call(contract.deleteStaffBanner, withId(first.id))
  await expect(loadBanner(first.id)).rejects.toMatchObject({ status: 404 })
  expect((await loadLog(first.id)).map(({ action }) => action)).toEqual(['deleted', 'changed', 'created'])
  shop.clock.advance(DAY_MS + 1)
  await sweepImages(shop.deps)
  for (const url of urls) expect(existsSync(filePathOf(url))).toBe(false)
  staff = await seedStaff(shop, 'platform_admin')
})

test('a banner without a picture, or over before it begins, cannot be started', async () => {
  const withoutPicture = await createBanner()
  await expect(startBanner(withoutPicture)).rejects.toMatchObject({
    status: 422,
    errors: { picture_public_id: ['It needs a picture first.'] },
  })
  const endedDraft = await createBanner({ picture_public_id: await uploadPicture(), ends_at: timestampIn(1_000) })
  shop.clock.advance(1_000)
  await expect(startBanner(endedDraft)).rejects.toMatchObject({
    status: 422,
    errors: { ends_at: [expect.any(String)] },
  })
  expect(await loadBanner(endedDraft.id)).toMatchObject({ state: 'draft' })
})

test.each<[string, () => Partial<BannerBody>, string]>([
  [
    'a last day before the first',
    () => ({ starts_at: timestampIn(DAY_MS * 3), ends_at: timestampIn(DAY_MS) }),
    'ends_at',
  ],
  ['a last day that is over', () => ({ ends_at: timestampIn(-1) }), 'ends_at'],
  ['a title that is too long', () => ({ title: 'x'.repeat(121) }), 'title'],
  ['a description that is too long', () => ({ description: 'x'.repeat(601) }), 'description'],
  ['no title', () => ({ title: ' \u0000 ' }), 'title'],
  ['an absolute URL', () => ({ exclude_on: ['/clips', 'https://shop.example/clips'] }), 'exclude_on'],
  ['another host', () => ({ exclude_on: ['//shop.example'] }), 'exclude_on'],
  ['a query', () => ({ exclude_on: ['/clips?q=sea'] }), 'exclude_on'],
  ['a path that is too long', () => ({ exclude_on: [`/${'x'.repeat(200)}`] }), 'exclude_on'],
  ['too many pages', () => ({ exclude_on: Array.from({ length: 51 }, (_, i) => `/${i}`) }), 'exclude_on'],
  ['an unknown audience', () => ({ audience: 'nobody' as 'everyone' }), 'audience'],
])('%s is refused with a message at its field, and nothing is created', async (_, createInput, field) => {
  await expect(createBanner(createInput())).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.stringMatching(/.{9}/)] },
  })
  expect((await staff.visitor.call(contract.listStaffBanners, {})).data).toEqual([])
})

test('a change or start of an outdated version is refused until the user has seen the new one', async () => {
  const other = await seedStaff(shop, 'platform_admin')
  const banner = await createBanner({ picture_public_id: await uploadPicture() })
  await changeBanner(banner, { title: 'Mine' })
  const conflict = { status: 409, message: /Somebody saved another version meanwhile/ }
  await expect(changeBanner(banner, { title: 'Theirs' }, other)).rejects.toMatchObject(conflict)
  await expect(startBanner(banner, other)).rejects.toMatchObject(conflict)
  expect(await loadBanner(banner.id)).toMatchObject({ title: 'Mine', state: 'draft' })
  const current = await loadBanner(banner.id)
  expect(await changeBanner(current, { title: 'Theirs' }, other)).toMatchObject({
    title: 'Theirs',
    version: current.version + 1,
  })
  expect((await loadLog(banner.id))[0]?.changes).toEqual([{ field: 'title', was: 'Mine', is: 'Theirs' }])
})

test('of twenty simultaneous changes of one version one is saved and the others are refused', async () => {
  const banner = await createBanner()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => changeBanner(banner, { title: `Try ${i}` })),
  )
  const saved = results.filter(result => result.status === 'fulfilled')
  expect(saved).toHaveLength(1)
  expect(await loadBanner(banner.id)).toMatchObject({ title: saved[0]?.value.title, version: banner.version + 1 })
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
})

test('a planned banner can be turned into a draft until its start, which can then no longer change', async () => {
  const reader = await createReader()
  const planned = await createStartedBanner({ starts_at: timestampIn(60_000), ends_at: timestampIn(120_000) })
  expect(planned.state).toBe('planned')
  expect(await loadBannerFor(reader)).toBe(null)
  await expect(changeBanner(planned, { starts_at: timestampIn(90_000) })).rejects.toMatchObject({ status: 409 })
  await expect(changeBanner(planned, { audience: 'filmmakers' })).rejects.toMatchObject({ status: 409 })
  const draft = (await staff.visitor.call(contract.unplanStaffBanner, withId(planned.id))).data
  expect(draft).toMatchObject({ state: 'draft', starts_at: planned.starts_at })
  await startBanner(draft)
  shop.clock.advance(60_000)
  expect(await loadBannerFor(reader)).toMatchObject({ id: planned.id })
  await expect(staff.visitor.call(contract.unplanStaffBanner, withId(planned.id))).rejects.toMatchObject({
    status: 409,
  })
  await expect(staff.visitor.call(contract.deleteStaffBanner, withId(planned.id))).rejects.toMatchObject({
    status: 409,
  })
  const changed = await changeBanner(await loadBanner(planned.id), { title: 'Mended', ends_at: planned.ends_at })
  expect(changed).toMatchObject({ title: 'Mended', starts_at: planned.starts_at, state: 'running' })
  shop.clock.advance(60_000)
  expect(await loadBannerFor(reader)).toBe(null)
  expect((await loadBanner(planned.id)).state).toBe('ended')
  expect((await loadLog(planned.id)).map(({ action }) => action)).toEqual([
    'changed',
    'scheduled',
    'unscheduled',
    'scheduled',
    'created',
  ])
})

test('a newer banner hides an older one until it ends, and one for filmmakers hides it only from them', async () => {
  const [reader, filmmaker] = [await createReader(), await createReader()]
  await setRoles(shop, filmmaker.user_id, [platformRoles.customer, platformRoles.filmmaker])
  const older = await createStartedBanner({ title: 'Old' })
  shop.clock.advance(1_000)
  const forFilmmakers = await createStartedBanner({ title: 'For filmmakers', audience: 'filmmakers' })
  expect(await loadBannerFor(reader)).toMatchObject({ title: 'Old' })
  expect(await loadBannerFor(filmmaker)).toMatchObject({ title: 'For filmmakers' })
  expect(await loadBanner(older.id)).toMatchObject({ state: 'running', behind: null })
  shop.clock.advance(1_000)
  const newest = await createStartedBanner({ title: 'Newest' })
  for (const person of [reader, filmmaker]) expect(await loadBannerFor(person)).toMatchObject({ title: 'Newest' })
  const behind = { id: newest.id, title: 'Newest' }
  for (const { id } of [older, forFilmmakers]) expect(await loadBanner(id)).toMatchObject({ state: 'running', behind })
  await endBanner(newest.id)
  expect(await loadBannerFor(reader)).toMatchObject({ title: 'Old' })
  expect(await loadBannerFor(filmmaker)).toMatchObject({ title: 'For filmmakers' })
})

test('a person who dismisses the banner on their screen still sees the one that has replaced it', async () => {
  const reader = await createReader()
  const older = await createStartedBanner({ title: 'Old' })
  expect(await loadBannerFor(reader)).toMatchObject({ id: older.id })
  shop.clock.advance(1_000)
  const newest = await createStartedBanner({ title: 'Newest' })
  await reader.visitor.call(dismissFeatureBanner, { query: { id: String(older.id) } })
  expect(await loadBannerFor(reader)).toMatchObject({ id: newest.id, is_read: false })
  expect(await loadBanner(older.id)).toMatchObject({ read: 1, dismissed: 1 })
  // A banner that was never shown to a person cannot be read by them.
  const [draft, forFilmmakers] = [await createBanner(), await createStartedBanner({ audience: 'filmmakers' })]
  for (const { id } of [draft, forFilmmakers]) {
    await reader.visitor.call(readFeatureBanner, { query: { id: String(id) } })
    expect(await loadBanner(id)).toMatchObject({ read: 0 })
  }
})

test('the list is searched by state and text, newest first', async () => {
  const ended = await createStartedBanner({ title: 'Over' })
  await endBanner(ended.id)
  await createStartedBanner({ title: 'Now' })
  await createStartedBanner({ title: 'Soon', starts_at: timestampIn(DAY_MS) })
  await createBanner({ title: 'Perhaps', description: '100% new' })
  const listTitles = async (query: { state?: 'draft' | 'planned' | 'running' | 'ended'; search?: string }) =>
    (await staff.visitor.call(contract.listStaffBanners, { query })).data.map(({ title }) => title)
  expect(await listTitles({})).toEqual(['Perhaps', 'Soon', 'Now', 'Over'])
  expect(await listTitles({ state: 'draft' })).toEqual(['Perhaps'])
  expect(await listTitles({ state: 'planned' })).toEqual(['Soon'])
  expect(await listTitles({ state: 'running' })).toEqual(['Now'])
  expect(await listTitles({ state: 'ended' })).toEqual(['Over'])
  expect(await listTitles({ search: '0%' })).toEqual(['Perhaps'])
  expect(await listTitles({ search: 'nothing of it' })).toEqual([])
})
