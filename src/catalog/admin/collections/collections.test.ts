/** Tests for collections in the admin, through the API: created, described, filled and ordered. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { uniqueWord, idParams, createCurationTools } from '../../../../testing/builders/curation.ts'
import { type Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import * as publicContract from '../../collections-contract.ts'
import { listClips } from '../../contract.ts'
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

test('a new collection is a draft, and once published everyone sees its clips in the editor’s order', async () => {
  const term = uniqueWord()
  const [a = 0, b = 0, c = 0] = await curation.seedClips(3)
  const id = await curation.createCollection(`Nightly ${term}`, [a, b, c])
  expect(await curation.getCollection(id)).toMatchObject({
    slug: `nightly-${term}`,
    state: 'draft',
    order: [a, b, c],
    published_clips: 3,
  })
  await expect(curation.asVisitor.order(id)).rejects.toMatchObject({ status: 404 })
  expect(await curation.moveClip(id, c, a)).toEqual([c, a, b])
  const { data } = await curation.publish(id)
  expect(data.state).toBe('published')
  expect(await curation.asVisitor.order(id)).toEqual([c, a, b])
  expect(await curation.moveClip(id, c, null)).toEqual([a, b, c])
  expect(await curation.asVisitor.order(id)).toEqual([a, b, c])
  expect(data.history.map(entry => entry.action)).toEqual(['published', 'clip_moved', 'clips_added', 'created'])
  expect(data.history.every(entry => entry.staff_email === staff.email)).toBe(true)
  expect(data.history[1]?.changes).toEqual([{ field: `place of #${c}`, was: '3', is: '1' }])
})

test('twenty simultaneous moves of different clips lose no move and no clip', async () => {
  const clips = await curation.seedClips(21)
  const [anchor = 0, ...others] = clips
  const id = await curation.createCollection(`Crowded ${uniqueWord()}`, clips)
  const orders = await Promise.all(others.map(clip_id => curation.moveClip(id, clip_id, anchor)))
  for (const order of orders) {
    expect(order).toHaveLength(clips.length)
    expect(new Set(order)).toEqual(new Set(clips))
  }
  const { order } = await curation.getCollection(id)
  // Each clip was moved before the first, so the first is now the last.
  expect(order.at(-1)).toBe(anchor)
  expect(new Set(order)).toEqual(new Set(clips))
  const { data: members } = await staff.visitor.call(contract.listCollectionMembers, { ...idParams(id), query: {} })
  expect(members.map(member => member.id)).toEqual(order)
})

test('moving a clip next to a removed one is refused and changes nothing, and undo restores the position', async () => {
  const [a = 0, b = 0, c = 0] = await curation.seedClips(3)
  const id = await curation.createCollection(`Shared ${uniqueWord()}`, [a, b, c])
  const remove = (clip_ids: number[]) =>
    staff.visitor
      .call(contract.removeCollectionMembers, { ...idParams(id), body: { clip_ids } })
      .then(({ data }) => data.removed)
  expect(await remove([b])).toEqual([b])
  expect(await remove([b])).toEqual([])
  await expect(curation.moveClip(id, c, b)).rejects.toMatchObject({
    status: 409,
    message: /Somebody took the clip out/,
  })
  await expect(curation.moveClip(id, b, c)).rejects.toMatchObject({
    status: 409,
    message: /Somebody took this clip out/,
  })
  expect((await curation.getCollection(id)).order).toEqual([a, c])
  expect(await curation.addClips(id, [b], c)).toEqual({ added: [b], left: [] })
  expect((await curation.getCollection(id)).order).toEqual([a, b, c])
})

test('valid pasted lines are added, and each invalid one says why', async () => {
  const [a = 0, b = 0, withdrawn = 0, c = 0] = await curation.seedClips(4)
  await staff.visitor.call(changeClipStatuses, { body: { clip_ids: [withdrawn], move: 'withdraw', reason: 'Rights' } })
  const id = await curation.createCollection(`Pasted ${uniqueWord()}`, [a])
  const text = [
    `${b}, #${c}`,
    String(a),
    `https://shop.example/clips/x/${withdrawn}`,
    'a lake',
    '99999999',
    String(b),
  ].join('\n')
  const { data } = await staff.visitor.call(contract.pasteCollectionMembers, { ...idParams(id), body: { text } })
  expect(data).toEqual({
    added: [b, c],
    mistakes: [
      { line: 2, text: `Clip ${a}: It is in this collection already.` },
      { line: 3, text: `Clip ${withdrawn}: It is withdrawn.` },
      { line: 4, text: '“a lake” is not a clip number or address.' },
      { line: 5, text: 'Clip 99999999: There is no such clip.' },
      { line: 6, text: `Clip ${b} is already in line 1.` },
    ],
    rest: [String(a), `https://shop.example/clips/x/${withdrawn}`, 'a lake', '99999999', String(b)].join('\n'),
  })
  expect((await curation.getCollection(id)).order).toEqual([a, b, c])
  const tooMany = Array.from({ length: 201 }, (_, i) => i + 1).join('\n')
  await expect(
    staff.visitor.call(contract.pasteCollectionMembers, { ...idParams(id), body: { text: tooMany } }),
  ).rejects.toMatchObject({
    status: 422,
    errors: { text: ['You pasted 201 clips. At most 200 at a time.'] },
  })
  const allInvalid = await staff.visitor.call(contract.pasteCollectionMembers, {
    ...idParams(id),
    body: { text: 'a lake' },
  })
  expect(allInvalid.data).toMatchObject({ added: [], mistakes: [{ line: 1 }] })
})

test('a new name reaches search and slug, and an outdated version is refused', async () => {
  const [oldTerm, term] = [uniqueWord(), uniqueWord()]
  const clips = await curation.seedClips(1)
  const id = await curation.createCollection(`Cliffs ${oldTerm}`, clips)
  await curation.publish(id)
  const { version, slug } = await curation.getCollection(id)
  const body = { name: `Bluffs ${term}`, slug: `bluffs-${term}`, description: 'High', featured: false, version }
  const updateCollection = (change: object = {}) =>
    staff.visitor.call(contract.updateStaffCollection, { ...idParams(id), body: { ...body, ...change } })
  const { data } = await updateCollection()
  expect(data).toMatchObject({ name: `Bluffs ${term}`, slug: `bluffs-${term}`, version: version + 1 })
  await expect(updateCollection({ name: 'Mine' })).rejects.toMatchObject({
    status: 409,
    message: /Somebody saved other words/,
  })
  await curation.updateSearch()
  const searchIds = async (query: { q: string } | { collection: string }) =>
    (await shop.visitor().call(listClips, { query })).data.map(clip => clip.id)
  expect(await searchIds({ q: term })).toEqual(clips)
  expect(await searchIds({ collection: `bluffs-${term}` })).toEqual(clips)
  expect(await searchIds({ q: oldTerm })).toEqual([])
  expect(await searchIds({ collection: slug })).toEqual([])

  const otherId = await curation.createCollection(`Bluffs ${term}`)
  expect((await curation.getCollection(otherId)).slug).toBe(`bluffs-${term}-2`)
  await expect(updateCollection({ slug: `bluffs-${term}-2`, version: version + 1 })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“Bluffs ${term}” has this address.`] },
  })
  await expect(updateCollection({ slug: 'Two Words', version: version + 1 })).rejects.toMatchObject({ status: 422 })
})

test('a shoot can be described and get a cover, but keeps its slug', async () => {
  const term = uniqueWord()
  const [clip = 0, other = 0] = await curation.seedClips(2)
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  const { slug, version, order, kind } = await curation.getCollection(shoot_id)
  expect({ order, kind }).toEqual({ order: [clip, other], kind: 'shoot' })
  const body = { name: `Renamed ${term}`, slug, description: 'Now', featured: true, version }
  await staff.visitor.call(contract.updateStaffCollection, { ...idParams(shoot_id), body })
  await curation.updateSearch()
  const { data } = await shop.visitor().call(listClips, { query: { q: term } })
  expect(data.map(clip => clip.collection.data.name)).toEqual([`Renamed ${term}`, `Renamed ${term}`])
  await expect(
    staff.visitor.call(contract.updateStaffCollection, {
      ...idParams(shoot_id),
      body: { ...body, slug: term, version: version + 1 },
    }),
  ).rejects.toMatchObject({ status: 422, errors: { slug: ['A shoot keeps its address.'] } })
  const setCover = (clip_id: number | null) =>
    staff.visitor.call(contract.setStaffCollectionCover, { ...idParams(shoot_id), body: { clip_id } })
  const loadCover = async () =>
    (await shop.visitor().call(publicContract.getCollection, { ...idParams(shoot_id), query: {} })).data.cover?.poster
  await setCover(other)
  const firstCover = await loadCover()
  await setCover(clip)
  expect(await loadCover()).not.toBe(firstCover)
  const [foreignClip = 0] = await curation.seedClips(1)
  await expect(setCover(foreignClip)).rejects.toMatchObject({ status: 409 })
})

test('the list is filtered by text, number, kind and state', async () => {
  const term = uniqueWord()
  const clips = await curation.seedClips(2)
  const id = await curation.createCollection(`Listed ${term}`, clips)
  type CollectionsQueryParams = Parameters<typeof staff.visitor.call<typeof contract.listStaffCollections>>[1]['query']
  const list = async (query: CollectionsQueryParams) =>
    (await staff.visitor.call(contract.listStaffCollections, { query })).data
  const [row] = await list({ search: term })
  expect(row).toMatchObject({ id, kind: 'curated', state: 'draft', clips: 2, published_clips: 2, featured: false })
  expect((await list({ search: `#${id}`, state: 'draft' })).map(collection => collection.id)).toEqual([id])
  expect(await list({ search: term, state: 'published' })).toEqual([])
  expect(await list({ search: term, kind: 'shoot' })).toEqual([])
  expect(await list({ search: term, state: 'featured' })).toEqual([])
})
