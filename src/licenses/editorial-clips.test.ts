/** A clip that becomes editorial after its sale: holders are notified, staff see the licenses, licenses stay. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { editStaffClip, getStaffClip, type StaffClip } from '#catalog/admin/contract.ts'
import { saveClip } from '#catalog/save-catalog.server.ts'
import type { Release } from '#catalog/traits.ts'
import { dispatchEvents, type EventPayloads } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { licensesReactions } from './reactions.server.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const loadStaffClip = async ({ id }: TestClip): Promise<StaffClip> =>
  (await staff.visitor.call(getStaffClip, { params: { id: String(id) } })).data
const setReleases = async (clip: TestClip, releases: Release[]) => {
  const current = await loadStaffClip(clip)
  const body = {
    ...current,
    camera_look: 'aerial' as const,
    motion: 'realtime' as const,
    time_of_day: 'dusk' as const,
    releases,
  }
  await staff.visitor.call(editStaffClip, { params: { id: String(clip.id) }, body })
}
const listEvents = async () =>
  (
    await shop.db
      .selectFrom('events')
      .where('name', '=', 'clips.releases_changed')
      .orderBy('id')
      .select('payload')
      .execute()
  ).map(({ payload }) => payload as EventPayloads['clips.releases_changed'])
const runReactions = async () => {
  const reactions = licensesReactions(shop.deps).filter(({ event }) => event === 'clips.releases_changed')
  shop.jobs.sent.splice(0)
  shop.mail.sent.splice(0)
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(data as never)
  return shop.mail.sent.map(({ to, subject, text }) => ({ to, subject, text }))
}
const sell = async (buyer: Buyer, clip: TestClip, distribution_ids: number[]) => {
  const order = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  await shop.db.updateTable('order_items').set({ distribution_ids }).where('id', 'in', order.item_ids).execute()
  await shop.db.updateTable('licenses').set({ distribution_ids }).where('order_item_id', 'in', order.item_ids).execute()
  return order
}

test('its license holders get one mail each, and staff see the licenses that were sold without the limit', async () => {
  const clip = await seedClip(shop, 'Ridge line')
  const owner = await seedMember(shop)
  const purchaser = await seedMember(shop, 'purchaser', owner.workspace_id)
  const editor = await seedMember(shop, 'asset_manager', owner.workspace_id)
  await seedMember(shop)
  const web = await sell(owner, clip, [3])
  const ads = await sell(owner, clip, [3, 5])
  const refunded = await seedOrder(shop, await seedMember(shop), 'refunded', { clips: [clip] })
  await shop.db.deleteFrom('events').execute()
  await setReleases(clip, ['editorial', 'property'])
  expect(await listEvents()).toEqual([{ clip_ids: [clip.id], editorial_ids: [clip.id] }])
  const mails = await runReactions()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
    [owner, purchaser].map(({ email }) => [email, '“Ridge line” is for editorial use only now']),
  )
  const text = mails[0]?.text ?? ''
  for (const part of [
    web.number,
    ads.number,
    'Please check first: Paid Digital Advertising',
    '/contact?topic=licensing',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain(refunded.number)
  expect(mails.some(({ to }) => to === editor.email)).toBe(false)

  expect((await loadStaffClip(clip)).unlimited_licenses).toMatchObject([
    { order: web.number, closed_uses: [] },
    { order: ads.number, closed_uses: ['Paid Digital Advertising'] },
  ])
  // A license that is sold from now on has the limit.
  await sell(owner, clip, [3])
  expect((await loadStaffClip(clip)).unlimited_licenses).toHaveLength(2)
})

test('a change that closes nothing is an event without a mail, and one that was taken back mails nobody', async () => {
  const clip = await seedClip(shop, 'Harbor crane')
  await sell(await seedMember(shop), clip, [5])
  await shop.db.deleteFrom('events').execute()
  await setReleases(clip, ['model'])
  await setReleases(clip, ['model'])
  expect(await listEvents()).toEqual([{ clip_ids: [clip.id], editorial_ids: [] }])
  expect(await runReactions()).toEqual([])
  await setReleases(clip, ['editorial'])
  await setReleases(clip, ['model'])
  expect(await runReactions()).toEqual([])
  expect((await loadStaffClip(clip)).unlimited_licenses).toEqual([])
})

test('a clip that is ingested again with other releases has the event, too', async () => {
  const clip = await seedClip(shop, 'Salt flat')
  const { master_id, ...row } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select(['slug', 'name', 'filmmaker_id', 'shoot_id', 'category_id', 'master_id', 'width', 'height', 'fps'])
    .select(['duration_ms', 'camera_look', 'motion', 'time_of_day'])
    .executeTakeFirstOrThrow()
  const save = (releases: Release[]) =>
    shop.db.transaction().execute(trx => saveClip(trx, { ...row, master_id: master_id ?? 0, releases, formats: [] }))
  await shop.db.deleteFrom('events').execute()
  await save([])
  expect(await listEvents()).toEqual([])
  await save(['editorial'])
  expect(await listEvents()).toEqual([{ clip_ids: [clip.id], editorial_ids: [clip.id] }])
})
