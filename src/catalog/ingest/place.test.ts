/** Names for addresses, looked for while editors decide about other clips of the same shoot. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, type TestClip } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { moveStaffClips } from '../../admin/catalog/contract.ts'
import { revise } from './revise.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Clips of one shoot that wait for the editors, all in one curated collection that is older than the shoot. */
const waitingTogether = async (count: number) => {
  const { id: collection_id } = await shop.db
    .insertInto('collections')
    .values({ kind: 'curated', state: 'published', slug: 'tides', name: 'Tides' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const clips: TestClip[] = []
  for (let n = 0; n < count; n += 1) clips.push(await aClip(shop, `Tide ${n}`))
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

test('twenty clips of a shoot published at once, half under new names, wait for each other in one order', async () => {
  const { ids, filmmaker } = await waitingTogether(20)
  const staff = await aStaff(shop)
  const words = {
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
    releases: ['not-needed' as const],
    loopable: false,
    flashing: false,
    production: 'filmed' as const,
    tier: 'standard' as const,
    log: false,
  }
  const publish = (id: number, n: number): Promise<unknown> =>
    n % 2 === 0
      ? revise(shop.db, id, words, true, shop.clock.now())
      : staff.visitor.call(moveStaffClips, { body: { clip_ids: [id], move: 'publish', reason: '' } })
  const ended = await Promise.allSettled(ids.map(publish))
  expect(ended.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([])
  const published = await shop.db
    .selectFrom('clips')
    .where('id', 'in', ids)
    .where('status', '=', 'published')
    .select('slug')
    .execute()
  expect(new Set(published.map(({ slug }) => slug)).size).toBe(20)
})
