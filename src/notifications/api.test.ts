import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { privacyParts } from '#app/privacy.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { startMasquerade, seedStaff } from '../../testing/builders/staff.ts'
import { publishBanner } from './banners.server.ts'
import { dismissFeatureBanner, getFeatureBanner, readFeatureBanner } from './contract.ts'

let shop: TestApp
let reader: Buyer
beforeAll(async () => {
  shop = await openTestApp()
})
beforeEach(async () => {
  await shop.db.deleteFrom('feature_banners').execute()
  reader = await aReader()
})
afterAll(() => shop.close())

/** A user whose first day is over. */
const aReader = async (): Promise<Buyer> => {
  const person = await seedMember(shop)
  const created_at = new Date(shop.clock.now().getTime() - DAY_MS)
  await shop.db.updateTable('users').set({ created_at }).where('id', '=', person.user_id).execute()
  return person
}

const publish = (title: string, overrides: Partial<Parameters<typeof publishBanner>[1]> = {}) =>
  publishBanner(shop.db, {
    title,
    description: 'Hold {{Shift}}.',
    image_small: '/small.jpg',
    image_medium: '/medium.jpg',
    exclude_on: ['/checkout'],
    published_at: shop.clock.now(),
    ...overrides,
  })
const loadBanner = async ({ visitor }: Buyer) => (await visitor.call(getFeatureBanner, {})).data

test('a banner is shown, marked as read once it was shown, and hidden from a user who dismissed it', async () => {
  expect(await loadBanner(reader)).toBe(null)
  const id = await publish('Quick preview')
  expect(await loadBanner(reader)).toEqual({
    id,
    title: 'Quick preview',
    description: 'Hold {{Shift}}.',
    touch_description: '',
    image_paths: { profile: { small: '/small.jpg', medium: '/medium.jpg' } },
    exclude_on: ['/checkout'],
    is_read: false,
  })
  await reader.visitor.call(readFeatureBanner, {})
  expect(await loadBanner(reader)).toMatchObject({ is_read: true })
  await reader.visitor.call(dismissFeatureBanner, {})
  expect(await loadBanner(reader)).toBe(null)
  expect(await loadBanner(await aReader())).toMatchObject({ id, is_read: false })
})

test('the newest banner replaces the previous one, even a dismissed one; none shows before its start or after its end', async () => {
  await publish('Old')
  await reader.visitor.call(dismissFeatureBanner, {})
  await publish('Tomorrow', { published_at: new Date(shop.clock.now().getTime() + DAY_MS) })
  expect(await loadBanner(reader)).toBe(null)
  await publish('Short', { ends_at: new Date(shop.clock.now().getTime() + 60_000) })
  expect(await loadBanner(reader)).toMatchObject({ title: 'Short' })
  shop.clock.advance(60_000)
  expect(await loadBanner(await aReader())).toMatchObject({ title: 'Old' })
  shop.clock.advance(DAY_MS)
  expect(await loadBanner(reader)).toMatchObject({ title: 'Tomorrow' })
})

test('users see no banner on their first day, and do from the next day on', async () => {
  const newcomer = await seedMember(shop)
  await shop.db.updateTable('users').set({ created_at: shop.clock.now() }).where('id', '=', newcomer.user_id).execute()
  await publish('Quick preview')
  expect(await loadBanner(newcomer)).toBe(null)
  shop.clock.advance(DAY_MS)
  expect(await loadBanner(newcomer)).toMatchObject({ title: 'Quick preview' })
})

test('20 concurrent read and dismiss calls leave the banner read and dismissed', async () => {
  await publish('Everywhere')
  const calls = Array.from({ length: 20 }, (_, i) =>
    reader.visitor.call(i % 2 ? readFeatureBanner : dismissFeatureBanner, {}),
  )
  expect(await Promise.all(calls)).toHaveLength(20)
  expect(await loadBanner(reader)).toBe(null)
  const rows = await shop.db
    .selectFrom('feature_banner_readers')
    .where('user_id', '=', reader.user_id)
    .selectAll()
    .execute()
  expect(rows).toHaveLength(1)
})

test('staff in a masquerade leave the client’s banner unread', async () => {
  await publish('For the client')
  const staff = await seedStaff(shop)
  await startMasquerade(shop, staff, reader.user_id)
  await expect(staff.visitor.call(dismissFeatureBanner, {})).rejects.toMatchObject({ status: 403 })
  expect(await loadBanner(reader)).toMatchObject({ is_read: false })
})

test('read banners are in the data export and are deleted with the account', async () => {
  const id = await publish('Quick preview')
  await reader.visitor.call(dismissFeatureBanner, {})
  const part = privacyParts.find(({ name }) => name === 'notifications')
  const now = shop.clock.now()
  expect(await part?.collect(shop.db, reader.user_id)).toMatchObject({
    feature_banners: [{ title: 'Quick preview', read_at: now, dismissed_at: now }],
  })
  const leaver = { ...reader, stand_in: 'gone@longtake.invalid', closed_workspace_ids: [], now }
  await shop.db.transaction().execute(async trx => part?.forget(trx, leaver))
  const rows = await shop.db.selectFrom('feature_banner_readers').where('banner_id', '=', id).selectAll().execute()
  expect(rows).toEqual([])
})
