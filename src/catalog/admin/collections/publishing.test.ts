/** Tests for publishing, withdrawing and ordering collections, as everyone then sees them. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { createNameIndex } from '#search/text/names.server.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { saveTestClip } from '../../../../testing/builders/catalog.ts'
import { uniqueWord, idParams, createCurationTools } from '../../../../testing/builders/curation.ts'
import { seedMember, type Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff, setRoles } from '../../../../testing/builders/staff.ts'
import { saveCollectionGroup } from '../../collection-groups.server.ts'
import * as publicContract from '../../collections-contract.ts'
import { listClips } from '../../contract.ts'
import { listPublicPages } from '../../public-pages.server.ts'
import { changeClipStatuses } from '../contract.ts'
import * as contract from './contract.ts'

let shop: TestApp
let staff: Buyer
let curation: ReturnType<typeof createCurationTools>
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
  curation = createCurationTools(shop, staff)
})
afterAll(() => shop.close())

test('withdrawing a shoot withdraws all its clips with one reason, and they can be brought back in the catalog', async () => {
  const term = uniqueWord()
  const clips = await curation.seedClips(3, { description: term })
  const other = await curation.seedClips(1, { description: term })
  const { shoot_id: id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clips[0] ?? 0)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  const listForSale = async () =>
    (await shop.visitor().call(listClips, { query: { q: term } })).data.map(clip => clip.id).toSorted((a, b) => a - b)
  const withdrawShoot = () =>
    staff.visitor.call(contract.withdrawShootClips, { ...idParams(id), body: { reason: 'The release was taken back' } })
  expect(await listForSale()).toEqual([...clips, ...other])

  const countQueued = () => shop.jobs.sent.filter(({ name }) => name === 'catalog.count-terms').length
  const queued_before = countQueued()
  const results = await Promise.allSettled(Array.from({ length: 20 }, withdrawShoot))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // Suggestions forget the words of the withdrawn clips.
  expect(countQueued()).toBe(queued_before + 1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  shop.clock.advance(120_000)
  expect(await listForSale()).toEqual(other)
  const clipRows = await shop.db
    .selectFrom('clips')
    .where('id', 'in', clips)
    .select(['status', 'review_note'])
    .execute()
  expect(clipRows).toEqual(clips.map(() => ({ status: 'withdrawn', review_note: 'The release was taken back' })))
  const { history, published_clips } = await curation.getCollection(id)
  expect(published_clips).toBe(0)
  expect(history[0]).toMatchObject({ action: 'clips_withdrawn', reason: 'The release was taken back' })

  await staff.visitor.call(changeClipStatuses, { body: { clip_ids: clips, move: 'bring_back', reason: '' } })
  shop.clock.advance(120_000)
  expect(await listForSale()).toEqual([...clips, ...other])
  const curatedId = await curation.createCollection('Chosen', clips)
  await expect(
    staff.visitor.call(contract.withdrawShootClips, { ...idParams(curatedId), body: { reason: 'No' } }),
  ).rejects.toMatchObject({ status: 409 })
})

test('a withdrawn collection is gone from pages, lists, menus, groups, sitemap, filters, search and counts, and returns unchanged', async () => {
  const [nameTerm, clipTerm] = [uniqueWord(), uniqueWord()]
  const clips = await curation.seedClips(2, { description: clipTerm })
  const id = await curation.createCollection(`Tundra ${nameTerm}`, clips)
  const { slug, version } = await curation.getCollection(id)
  const newText = { name: `Tundra ${nameTerm}`, slug, description: '', featured: true, version }
  await staff.visitor.call(contract.updateStaffCollection, { ...idParams(id), body: newText })
  await shop.db
    .transaction()
    .execute(trx => saveCollectionGroup(trx, { slug: nameTerm, name: nameTerm, collection_ids: [id], position: 9 }))

  const visitor = shop.visitor()
  const loadAppearances = async () => {
    await curation.updateSearch()
    const { data: groups } = await visitor.call(publicContract.listCollectionGroups, {})
    const filtered = await visitor.call(listClips, { query: { collection: slug } })
    const nameMatches = await visitor.call(listClips, { query: { q: nameTerm } })
    const termMatches = await visitor.call(listClips, { query: { q: clipTerm } })
    const suggestions = (await createNameIndex(shop.db, shop.clock).get()).all.collections
    const pages = await Array.fromAsync(listPublicPages(shop.db, 'collections', { after: id - 1, through: id }))
    const { meta } = await visitor.call(publicContract.listCollections, { query: { kind: 'curated' } })
    return {
      page: await curation.asVisitor.order(id).then(
        () => true,
        (error: { status: number }) => error.status,
      ),
      listed: (await curation.asVisitor.listed()).includes(id),
      counted: meta.pagination.total,
      featured: (await curation.asVisitor.featured()).includes(id),
      group: groups.some(group => group.name === nameTerm),
      filter: filtered.data.map(clip => clip.id).toSorted((x, y) => x - y),
      facet: termMatches.meta.facets?.collection.some(facet => facet.value === slug && facet.count > 0),
      words: nameMatches.data.length,
      suggested: suggestions.some(collection => collection.id === id),
      sitemap: pages
        .flat()
        .map(page => page.path)
        .join(),
    }
  }
  const before = await loadAppearances()
  const hidden = { page: 404, listed: false, featured: false, group: false, filter: [], facet: false, words: 0 }
  expect(before).toMatchObject({ ...hidden, suggested: false, sitemap: '' })
  await curation.publish(id)
  const visible = { page: true, listed: true, featured: true, group: true, filter: clips, facet: true, words: 2 }
  const totalAfter = before.counted + 1
  expect(await loadAppearances()).toEqual({
    ...visible,
    counted: totalAfter,
    suggested: true,
    sitemap: `/collections/${slug}/${id}`,
  })
  await expect(curation.withdraw(id, '')).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await curation.withdraw(id)
  expect(await loadAppearances()).toEqual(before)
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'collection', key: String(id) } })
  expect(log[0]).toMatchObject({ action: 'withdrawn', reason: 'Out of season' })
  // Publishing one of its clips does not publish the collection.
  const draftClip = await shop.db
    .transaction()
    .execute(trx => saveTestClip(trx, { name: `Late ${nameTerm}`, draft: true }, shop.clock.now()))
  await curation.addClips(id, [draftClip])
  for (const move of ['review', 'publish'] as const)
    await staff.visitor.call(changeClipStatuses, { body: { clip_ids: [draftClip], move, reason: '' } })
  expect(await loadAppearances()).toMatchObject({ ...hidden, words: 1 })
  await curation.publish(id)
  expect(await loadAppearances()).toMatchObject({ page: true, counted: totalAfter, filter: [...clips, draftClip] })
})

test('a collection without published clips, a published one and a shoot cannot be published', async () => {
  const [clip = 0] = await curation.seedClips(1)
  const id = await curation.createCollection(`Empty ${uniqueWord()}`)
  await expect(curation.publish(id)).rejects.toMatchObject({ status: 409, message: /nobody would see it/ })
  await curation.addClips(id, [clip])
  await curation.publish(id)
  await expect(curation.publish(id)).rejects.toMatchObject({ status: 409, message: 'It is published already.' })
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  await expect(curation.withdraw(shoot_id)).rejects.toMatchObject({ status: 409 })
  await expect(curation.addClips(shoot_id, [clip])).rejects.toMatchObject({ status: 409 })
  await expect(curation.moveClip(shoot_id, clip, null)).rejects.toMatchObject({ status: 409 })
})

test('twenty simultaneous additions, removals and publications lose nothing, and the count is right', async () => {
  const clips = await curation.seedClips(20)
  const [first = 0, second = 0, ...others] = clips
  const id = await curation.createCollection(`Busy ${uniqueWord()}`, [first, second])
  const results = await Promise.allSettled([
    curation.publish(id),
    staff.visitor.call(contract.removeCollectionMembers, { ...idParams(id), body: { clip_ids: [second] } }),
    ...others.map(clip_id => curation.addClips(id, [clip_id], first)),
  ])
  expect(results.filter(result => result.status === 'rejected')).toEqual([])
  const { order } = await curation.getCollection(id)
  expect(new Set(order)).toEqual(new Set([first, ...others]))
  expect(order.at(-1)).toBe(first)
  const { data } = await shop.visitor().call(publicContract.getCollection, { ...idParams(id), query: {} })
  expect(data.clip_count).toBe(order.length)
  await curation.updateSearch()
  const { slug } = await curation.getCollection(id)
  const searchResult = await shop.visitor().call(listClips, { query: { collection: slug, per_page: '100' } })
  expect(new Set(searchResult.data.map(clip => clip.id))).toEqual(new Set(order))
})

test('a clip added to a published collection is found in it at once, and a removed one is not', async () => {
  const [a = 0, b = 0] = await curation.seedClips(2)
  const id = await curation.createCollection(`Open ${uniqueWord()}`, [a])
  await curation.publish(id)
  await curation.updateSearch()
  const { slug } = await curation.getCollection(id)
  const searchIds = async () => {
    shop.clock.advance(2_000)
    const { data } = await shop.visitor().call(listClips, { query: { collection: slug } })
    return new Set(data.map(clip => clip.id))
  }
  await curation.addClips(id, [b])
  expect(await searchIds()).toEqual(new Set([a, b]))
  await staff.visitor.call(contract.removeCollectionMembers, { ...idParams(id), body: { clip_ids: [a] } })
  expect(await searchIds()).toEqual(new Set([b]))
  expect(await curation.asVisitor.order(id)).toEqual([b])
})

test('a clip that is published at the same time as its collection is counted and found', async () => {
  const term = uniqueWord()
  const published = await curation.seedClips(1)
  const drafts = await curation.seedClips(10, { draft: true })
  const id = await curation.createCollection(`Rush ${term}`, [...published, ...drafts])
  const changeStatus = (clip_ids: number[], name: 'review' | 'publish') =>
    staff.visitor.call(changeClipStatuses, { body: { clip_ids, move: name, reason: '' } })
  await changeStatus(drafts, 'review')
  await Promise.all([curation.publish(id), ...drafts.map(clip_id => changeStatus([clip_id], 'publish'))])
  await curation.updateSearch()
  const { data } = await shop.visitor().call(publicContract.getCollection, { ...idParams(id), query: {} })
  expect(data.clip_count).toBe(11)
  const searchResult = await shop.visitor().call(listClips, { query: { collection: data.slug, per_page: '100' } })
  expect(searchResult.data).toHaveLength(11)
})

test('twenty collections of one name get twenty slugs, and of twenty saves of one version one succeeds', async () => {
  const name = uniqueWord()
  const ids = await Promise.all(Array.from({ length: 20 }, () => curation.createCollection(name)))
  const slugs = await Promise.all(ids.map(async id => (await curation.getCollection(id)).slug))
  expect(new Set(slugs).size).toBe(20)
  const id = ids[0] ?? 0
  const { slug, version } = await curation.getCollection(id)
  const saves = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      staff.visitor.call(contract.updateStaffCollection, {
        ...idParams(id),
        body: { name: `${name} ${i}`, slug, description: '', featured: false, version },
      }),
    ),
  )
  expect(saves.filter(result => result.status === 'fulfilled')).toHaveLength(1)
})

test('everyone sees the editors’ order of the collections, and twenty simultaneous moves keep each collection once', async () => {
  const clips = await curation.seedClips(1)
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    const id = await curation.createCollection(`Row ${uniqueWord()}`, clips)
    await curation.publish(id)
    ids.push(id)
  }
  const [a = 0, b = 0, , , e = 0] = ids
  const moveBefore = async (collection_id: number, before: number | null) =>
    (await staff.visitor.call(contract.moveStaffCollection, { body: { collection_id, before } })).data.order
  await moveBefore(e, a)
  expect((await curation.asVisitor.listed()).filter(id => ids.includes(id))).toEqual([e, ...ids.slice(0, 4)])
  const idsBefore = (await staff.visitor.call(contract.listCollectionOrder, {})).data.map(collection => collection.id)
  await Promise.all(Array.from({ length: 20 }, (_, i) => moveBefore(ids[i % 5] ?? a, ids[(i * 3 + 1) % 5] ?? null)))
  const idsAfter = (await staff.visitor.call(contract.listCollectionOrder, {})).data.map(collection => collection.id)
  expect(idsAfter).toHaveLength(idsBefore.length)
  expect(new Set(idsAfter)).toEqual(new Set(idsBefore))
  expect((await curation.asVisitor.listed()).filter(id => ids.includes(id))).toEqual(
    idsAfter.filter(id => ids.includes(id)),
  )
  await expect(moveBefore(999_999, b)).rejects.toMatchObject({ status: 404 })
  await expect(moveBefore(a, 999_999)).rejects.toMatchObject({ status: 409 })
})

test('collection admins curate collections, filmmakers do not', async () => {
  const [clip = 0] = await curation.seedClips(1)
  const [editor, filmmaker] = [await seedMember(shop), await seedMember(shop)]
  await setRoles(shop, editor.user_id, [1, 5])
  await setRoles(shop, filmmaker.user_id, [1, 4])
  const request = { body: { name: uniqueWord(), description: '' } }
  const { data } = await editor.visitor.call(contract.createStaffCollection, request)
  await editor.visitor.call(contract.addCollectionMembers, { ...idParams(data.id), body: { clip_ids: [clip] } })
  await editor.visitor.call(contract.publishStaffCollection, idParams(data.id))
  expect(await curation.asVisitor.order(data.id)).toEqual([clip])
  await expect(filmmaker.visitor.call(contract.createStaffCollection, request)).rejects.toMatchObject({ status: 404 })
  await expect(filmmaker.visitor.call(contract.getStaffCollection, idParams(data.id))).rejects.toMatchObject({
    status: 404,
  })
})
