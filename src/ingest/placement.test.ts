/** Slugs of clips, chosen while editors publish other clips of the same shoot. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { changeClipStatuses } from '#catalog/admin/contract.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, type TestClip } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { reviseClip } from './batch.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Creates clips of one shoot in review, all in one curated collection that is older than the shoot. */
const createWaitingClips = async (count: number) => {
  const { id: collection_id } = await shop.db
    .insertInto('collections')
    .values({ kind: 'curated', state: 'published', slug: 'tides', name: 'Tides' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const clips: TestClip[] = []
  for (let n = 0; n < count; n += 1) clips.push(await seedClip(shop, `Tide ${n}`))
  const ids = clips.map(({ id }) => id)
  const { filmmaker_id, slug } = await shop.db
    .selectFrom('filmmakers as f')
    .innerJoin('clips as c', 'c.filmmaker_id', 'f.id')
    .where('c.id', '=', ids[0] ?? 0)
    .select(['f.id as filmmaker_id', 'f.slug'])
    .executeTakeFirstOrThrow()
  const { id: shoot_id } = await shop.db
    .insertInto('collections')
    .values({ kind: 'shoot', slug: 'salt', name: 'Salt', filmmaker_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('clips')
    .set({ shoot_id, filmmaker_id, status: 'in_review', published_at: null })
    .where('id', 'in', ids)
    .execute()
  await shop.db
    .insertInto('collection_clips')
    .values(ids.map((clip_id, position) => ({ collection_id, clip_id, position })))
    .execute()
  return { ids, filmmaker: slug }
}

test('twenty clips of a shoot published at once, half with new names, do not deadlock', async () => {
  const { ids, filmmaker } = await createWaitingClips(20)
  const staff = await seedStaff(shop)
  const metadata = {
    name: 'Tide',
    description: '',
    filmmaker,
    shoot: 'Salt',
    scene: null,
    category: null,
    subcategory: null,
    keywords: [],
    camera_look: 'wide',
    motion: 'realtime',
    time_of_day: 'dusk',
    location_type: '',
    people_count: 0,
    camera: '',
    lens: '',
    releases: ['not-needed' as const],
    loopable: false,
    flashing: false,
    production: 'filmed' as const,
    tier: 'standard' as const,
    log: false,
  }
  const publish = (id: number, n: number): Promise<unknown> =>
    n % 2 === 0
      ? reviseClip(shop.db, id, metadata, true, shop.clock.now())
      : staff.visitor.call(changeClipStatuses, { body: { clip_ids: [id], move: 'publish', reason: '' } })
  const results = await Promise.allSettled(ids.map(publish))
  expect(results.flatMap(result => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual([])
  const published = await shop.db
    .selectFrom('clips')
    .where('id', 'in', ids)
    .where('status', '=', 'published')
    .select('slug')
    .execute()
  expect(new Set(published.map(({ slug }) => slug)).size).toBe(20)
})
