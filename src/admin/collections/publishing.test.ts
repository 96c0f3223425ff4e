/** Collections opened and closed, by whom, and in which order: as everybody then sees them. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWish } from '../../../testing/builders/catalog.ts'
import { aWord, at, curatingIn } from '../../../testing/builders/curating.ts'
import { aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { addressesOf } from '../../catalog/addresses.server.ts'
import { saveCollectionGroup } from '../../catalog/collection-groups.server.ts'
import * as shelf from '../../catalog/collections-contract.ts'
import { listClips } from '../../catalog/contract.ts'
import { openNames } from '../../catalog/words/names.server.ts'
import { moveStaffClips } from '../catalog/contract.ts'
import { listStaffLog } from '../log/contract.ts'
import * as room from './contract.ts'

let shop: TestApp
let staff: Buyer
let desk: ReturnType<typeof curatingIn>
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
  desk = curatingIn(shop, staff)
})
afterAll(() => shop.close())

test('a shoot is withdrawn whole, with one reason: its clips leave the shop, and are brought back in the catalog', async () => {
  const said = aWord()
  const clips = await desk.someClips(3, { description: said })
  const other = await desk.someClips(1, { description: said })
  const { shoot_id: id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clips[0] ?? 0)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  const sold = async () =>
    (await shop.visitor().call(listClips, { query: { q: said } })).data.map(clip => clip.id).toSorted((a, b) => a - b)
  const withdrawn = () =>
    staff.visitor.call(room.withdrawShootClips, { ...at(id), body: { reason: 'The release was taken back' } })
  expect(await sold()).toEqual([...clips, ...other])

  const asked = await Promise.allSettled(Array.from({ length: 20 }, withdrawn))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  shop.clock.advance(120_000)
  expect(await sold()).toEqual(other)
  const left = await shop.db.selectFrom('clips').where('id', 'in', clips).select(['status', 'review_note']).execute()
  expect(left).toEqual(clips.map(() => ({ status: 'withdrawn', review_note: 'The release was taken back' })))
  const { history, published_clips } = await desk.facts(id)
  expect(published_clips).toBe(0)
  expect(history[0]).toMatchObject({ action: 'Withdrew its clips', reason: 'The release was taken back' })

  await staff.visitor.call(moveStaffClips, { body: { clip_ids: clips, move: 'bring_back', reason: '' } })
  shop.clock.advance(120_000)
  expect(await sold()).toEqual([...clips, ...other])
  const curated = await desk.make('Chosen', clips)
  await expect(
    staff.visitor.call(room.withdrawShootClips, { ...at(curated), body: { reason: 'No' } }),
  ).rejects.toMatchObject({ status: 409 })
})

test('withdrawn it is nowhere: not on its page, in lists, menus, groups, addresses, filters, words or counts; and comes back whole', async () => {
  const [word, said] = [aWord(), aWord()]
  const clips = await desk.someClips(2, { description: said })
  const id = await desk.make(`Tundra ${word}`, clips)
  const { slug, version } = await desk.facts(id)
  const words = { name: `Tundra ${word}`, slug, description: '', featured: true, version }
  await staff.visitor.call(room.describeStaffCollection, { ...at(id), body: words })
  await shop.db
    .transaction()
    .execute(trx => saveCollectionGroup(trx, { slug: word, name: word, collection_ids: [id], position: 9 }))

  const visitor = shop.visitor()
  const everywhere = async () => {
    await desk.searchFollows()
    const { data: groups } = await visitor.call(shelf.listCollectionGroups, {})
    const filtered = await visitor.call(listClips, { query: { collection: slug } })
    const named = await visitor.call(listClips, { query: { q: word } })
    const all = await visitor.call(listClips, { query: { q: said } })
    const suggested = (await openNames(shop.db, shop.clock).get()).all.collections
    const addresses = await Array.fromAsync(addressesOf(shop.db, 'collections', { after: id - 1, through: id }))
    const { meta } = await visitor.call(shelf.listCollections, { query: { kind: 'curated' } })
    return {
      page: await desk.seenBy.order(id).then(
        () => true,
        (error: { status: number }) => error.status,
      ),
      listed: (await desk.seenBy.listed()).includes(id),
      counted: meta.pagination.total,
      featured: (await desk.seenBy.featured()).includes(id),
      group: groups.some(group => group.name === word),
      filter: filtered.data.map(clip => clip.id).toSorted((x, y) => x - y),
      facet: all.meta.facets?.collection.some(facet => facet.value === slug && facet.count > 0),
      words: named.data.length,
      suggested: suggested.some(one => one.id === id),
      sitemap: addresses
        .flat()
        .map(one => one.path)
        .join(),
    }
  }
  const before = await everywhere()
  const nowhere = { page: 404, listed: false, featured: false, group: false, filter: [], facet: false, words: 0 }
  expect(before).toMatchObject({ ...nowhere, suggested: false, sitemap: '' })
  await desk.publish(id)
  const there = { page: true, listed: true, featured: true, group: true, filter: clips, facet: true, words: 2 }
  const counted = before.counted + 1
  expect(await everywhere()).toEqual({ ...there, counted, suggested: true, sitemap: `/collections/${slug}/${id}` })
  await expect(desk.withdraw(id, '')).rejects.toMatchObject({ status: 422, errors: { reason: ['Reason is required'] } })
  await desk.withdraw(id)
  expect(await everywhere()).toEqual(before)
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'collection', key: String(id) } })
  expect(log[0]).toMatchObject({ action: 'Withdrawn', reason: 'Out of season' })
  // A clip that is published meanwhile does not bring it back.
  const waiting = await shop.db
    .transaction()
    .execute(trx => saveWish(trx, { name: `Late ${word}`, draft: true }, shop.clock.now()))
  await desk.add(id, [waiting])
  for (const move of ['review', 'publish'] as const)
    await staff.visitor.call(moveStaffClips, { body: { clip_ids: [waiting], move, reason: '' } })
  expect(await everywhere()).toMatchObject({ ...nowhere, words: 1 })
  await desk.publish(id)
  expect(await everywhere()).toMatchObject({ page: true, counted, filter: [...clips, waiting] })
})

test('a collection without a published clip, or one that is published, cannot be published; a shoot never', async () => {
  const [clip = 0] = await desk.someClips(1)
  const id = await desk.make(`Empty ${aWord()}`)
  await expect(desk.publish(id)).rejects.toMatchObject({ status: 409, message: /nobody would see it/ })
  await desk.add(id, [clip])
  await desk.publish(id)
  await expect(desk.publish(id)).rejects.toMatchObject({ status: 409, message: 'It is published already.' })
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  await expect(desk.withdraw(shoot_id)).rejects.toMatchObject({ status: 409 })
  await expect(desk.add(shoot_id, [clip])).rejects.toMatchObject({ status: 409 })
  await expect(desk.place(shoot_id, clip, null)).rejects.toMatchObject({ status: 409 })
})

test('twenty who add, remove and publish at once lose nothing, and the count is right', async () => {
  const clips = await desk.someClips(20)
  const [first = 0, second = 0, ...others] = clips
  const id = await desk.make(`Busy ${aWord()}`, [first, second])
  const results = await Promise.allSettled([
    desk.publish(id),
    staff.visitor.call(room.removeMembers, { ...at(id), body: { clip_ids: [second] } }),
    ...others.map(clip_id => desk.add(id, [clip_id], first)),
  ])
  expect(results.filter(one => one.status === 'rejected')).toEqual([])
  const { order } = await desk.facts(id)
  expect(new Set(order)).toEqual(new Set([first, ...others]))
  expect(order.at(-1)).toBe(first)
  const { data } = await shop.visitor().call(shelf.getCollection, { ...at(id), query: {} })
  expect(data.clip_count).toBe(order.length)
  await desk.searchFollows()
  const { slug } = await desk.facts(id)
  const found = await shop.visitor().call(listClips, { query: { collection: slug, per_page: '100' } })
  expect(new Set(found.data.map(clip => clip.id))).toEqual(new Set(order))
})

test('what comes into a published collection is found in it at once, and what leaves it is not', async () => {
  const [a = 0, b = 0] = await desk.someClips(2)
  const id = await desk.make(`Open ${aWord()}`, [a])
  await desk.publish(id)
  await desk.searchFollows()
  const { slug } = await desk.facts(id)
  const found = async () => {
    shop.clock.advance(2_000)
    const { data } = await shop.visitor().call(listClips, { query: { collection: slug } })
    return new Set(data.map(clip => clip.id))
  }
  await desk.add(id, [b])
  expect(await found()).toEqual(new Set([a, b]))
  await staff.visitor.call(room.removeMembers, { ...at(id), body: { clip_ids: [a] } })
  expect(await found()).toEqual(new Set([b]))
  expect(await desk.seenBy.order(id)).toEqual([b])
})

test('a clip that is published while its collection is, is counted and found', async () => {
  const word = aWord()
  const seen = await desk.someClips(1)
  const drafts = await desk.someClips(10, { draft: true })
  const id = await desk.make(`Rush ${word}`, [...seen, ...drafts])
  const move = (clip_ids: number[], name: 'review' | 'publish') =>
    staff.visitor.call(moveStaffClips, { body: { clip_ids, move: name, reason: '' } })
  await move(drafts, 'review')
  await Promise.all([desk.publish(id), ...drafts.map(clip_id => move([clip_id], 'publish'))])
  await desk.searchFollows()
  const { data } = await shop.visitor().call(shelf.getCollection, { ...at(id), query: {} })
  expect(data.clip_count).toBe(11)
  const found = await shop.visitor().call(listClips, { query: { collection: data.slug, per_page: '100' } })
  expect(found.data).toHaveLength(11)
})

test('twenty who make a collection of one name get twenty addresses; of twenty who save the same version one does', async () => {
  const word = aWord()
  const ids = await Promise.all(Array.from({ length: 20 }, () => desk.make(word)))
  const slugs = await Promise.all(ids.map(async id => (await desk.facts(id)).slug))
  expect(new Set(slugs).size).toBe(20)
  const id = ids[0] ?? 0
  const { slug, version } = await desk.facts(id)
  const saves = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      staff.visitor.call(room.describeStaffCollection, {
        ...at(id),
        body: { name: `${word} ${i}`, slug, description: '', featured: false, version },
      }),
    ),
  )
  expect(saves.filter(one => one.status === 'fulfilled')).toHaveLength(1)
})

test('the editors’ order of the collections is the one everybody sees; twenty moves at once leave each in one place', async () => {
  const clips = await desk.someClips(1)
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    const id = await desk.make(`Row ${aWord()}`, clips)
    await desk.publish(id)
    ids.push(id)
  }
  const [a = 0, b = 0, , , e = 0] = ids
  const put = async (collection_id: number, before: number | null) =>
    (await staff.visitor.call(room.placeStaffCollection, { body: { collection_id, before } })).data.order
  await put(e, a)
  expect((await desk.seenBy.listed()).filter(id => ids.includes(id))).toEqual([e, ...ids.slice(0, 4)])
  const all = (await staff.visitor.call(room.listPlaces, {})).data.map(one => one.id)
  await Promise.all(Array.from({ length: 20 }, (_, i) => put(ids[i % 5] ?? a, ids[(i * 3 + 1) % 5] ?? null)))
  const after = (await staff.visitor.call(room.listPlaces, {})).data.map(one => one.id)
  expect(after).toHaveLength(all.length)
  expect(new Set(after)).toEqual(new Set(all))
  expect((await desk.seenBy.listed()).filter(id => ids.includes(id))).toEqual(after.filter(id => ids.includes(id)))
  await expect(put(999_999, b)).rejects.toMatchObject({ status: 404 })
  await expect(put(a, 999_999)).rejects.toMatchObject({ status: 409 })
})

test('collection admins curate; filmmakers find no such place', async () => {
  const [clip = 0] = await desk.someClips(1)
  const [editor, filmmaker] = [await aMember(shop), await aMember(shop)]
  await setRoles(shop, editor.user_id, [1, 5])
  await setRoles(shop, filmmaker.user_id, [1, 4])
  const wish = { body: { name: aWord(), description: '' } }
  const { data } = await editor.visitor.call(room.makeStaffCollection, wish)
  await editor.visitor.call(room.addMembers, { ...at(data.id), body: { clip_ids: [clip] } })
  await editor.visitor.call(room.publishStaffCollection, at(data.id))
  expect(await desk.seenBy.order(data.id)).toEqual([clip])
  await expect(filmmaker.visitor.call(room.makeStaffCollection, wish)).rejects.toMatchObject({ status: 404 })
  await expect(filmmaker.visitor.call(room.getStaffCollection, at(data.id))).rejects.toMatchObject({ status: 404 })
})
