/** The room of collections through the real door: made, filled, put in order, published and withdrawn, as everybody then sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWish, saveWishes, type ClipWish } from '../../../testing/builders/catalog.ts'
import { aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { addressesOf } from '../../catalog/addresses.server.ts'
import { saveCollectionGroup } from '../../catalog/collection-groups.server.ts'
import * as shelf from '../../catalog/collections-contract.ts'
import { listClips } from '../../catalog/contract.ts'
import { rewriteCollection, rewrite_collection_job } from '../../catalog/members.server.ts'
import { openNames } from '../../catalog/words/names.server.ts'
import { moveStaffClips } from '../catalog/contract.ts'
import { listStaffLog } from '../log/contract.ts'
import * as room from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

let serial = 0
/** A word that no other test has. */
const aWord = () => `ibex${String.fromCharCode(97 + (serial++ % 26))}${serial}`
const at = (id: number) => ({ params: { id: String(id) } })
const someClips = (n: number, wish: ClipWish = {}) => {
  const word = aWord()
  return saveWishes(
    shop,
    Array.from({ length: n }, (_, i) => ({ name: `Shot ${word} ${i}`, shoot: `Shoot ${word}`, ...wish })),
  )
}
const facts = async (id: number) => (await staff.visitor.call(room.getStaffCollection, at(id))).data
const make = async (name: string, clip_ids: number[] = []) => {
  const { data } = await staff.visitor.call(room.makeStaffCollection, {
    body: { name, description: 'Seen by ibexes.' },
  })
  if (clip_ids.length > 0) await add(data.id, clip_ids)
  return data.id
}
const add = async (id: number, clip_ids: number[], before: number | null = null) =>
  (await staff.visitor.call(room.addMembers, { ...at(id), body: { clip_ids, before } })).data
const place = async (id: number, clip_id: number, before: number | null) =>
  (await staff.visitor.call(room.placeStaffMember, { ...at(id), body: { clip_id, before } })).data.order
const publish = (id: number) => staff.visitor.call(room.publishStaffCollection, at(id))
const withdraw = (id: number, reason = 'Out of season') =>
  staff.visitor.call(room.withdrawStaffCollection, { ...at(id), body: { reason } })
/** The job that the room asked for, and a moment for what is kept in memory. */
const searchFollows = async () => {
  for (const { name, data } of shop.jobs.sent.splice(0))
    if (name === rewrite_collection_job) await rewriteCollection(shop.db, (data as { id: number }).id)
  shop.clock.advance(120_000)
}
const seenBy = {
  order: async (id: number) =>
    (await shop.visitor().call(shelf.getCollection, { ...at(id), query: {} })).data.clips.map(clip => clip.id),
  listed: async () => {
    const { data } = await shop.visitor().call(shelf.listCollections, { query: { kind: 'curated', per_page: '100' } })
    return data.map(one => one.id)
  },
  featured: async () => (await shop.visitor().call(shelf.listFeaturedCurated, {})).data.map(one => one.id),
}

test('what an editor makes is a draft: filled, put in order and published it is there for everybody, in that order', async () => {
  const word = aWord()
  const [a = 0, b = 0, c = 0] = await someClips(3)
  const id = await make(`Nightly ${word}`, [a, b, c])
  expect(await facts(id)).toMatchObject({
    slug: `nightly-${word}`,
    state: 'draft',
    order: [a, b, c],
    published_clips: 3,
  })
  await expect(seenBy.order(id)).rejects.toMatchObject({ status: 404 })
  expect(await place(id, c, a)).toEqual([c, a, b])
  const { data } = await publish(id)
  expect(data.state).toBe('published')
  expect(await seenBy.order(id)).toEqual([c, a, b])
  expect(await place(id, c, null)).toEqual([a, b, c])
  expect(await seenBy.order(id)).toEqual([a, b, c])
  expect(data.history.map(row => row.action)).toEqual(['Published', 'Moved a clip', 'Added clips', 'Made'])
  expect(data.history.every(row => row.staff_email === staff.email)).toBe(true)
  expect(data.history[1]?.changes).toEqual([{ field: `place of #${c}`, was: '3', is: '1' }])
})

test('withdrawn it is nowhere: not on its page, in lists, menus, groups, addresses, filters, words or counts; and comes back whole', async () => {
  const [word, said] = [aWord(), aWord()]
  const clips = await someClips(2, { description: said })
  const id = await make(`Tundra ${word}`, clips)
  const { slug, version } = await facts(id)
  const words = { name: `Tundra ${word}`, slug, description: '', featured: true, version }
  await staff.visitor.call(room.describeStaffCollection, { ...at(id), body: words })
  await shop.db
    .transaction()
    .execute(trx => saveCollectionGroup(trx, { slug: word, name: word, collection_ids: [id], position: 9 }))

  const visitor = shop.visitor()
  const everywhere = async () => {
    await searchFollows()
    const { data: groups } = await visitor.call(shelf.listCollectionGroups, {})
    const filtered = await visitor.call(listClips, { query: { collection: slug } })
    const named = await visitor.call(listClips, { query: { q: word } })
    const all = await visitor.call(listClips, { query: { q: said } })
    const suggested = (await openNames(shop.db, shop.clock).get()).all.collections
    const addresses = await Array.fromAsync(addressesOf(shop.db, 'collections', { after: id - 1, through: id }))
    const { meta } = await visitor.call(shelf.listCollections, { query: { kind: 'curated' } })
    return {
      page: await seenBy.order(id).then(
        () => true,
        (error: { status: number }) => error.status,
      ),
      listed: (await seenBy.listed()).includes(id),
      counted: meta.pagination.total,
      featured: (await seenBy.featured()).includes(id),
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
  await publish(id)
  const there = { page: true, listed: true, featured: true, group: true, filter: clips, facet: true, words: 2 }
  const counted = before.counted + 1
  expect(await everywhere()).toEqual({ ...there, counted, suggested: true, sitemap: `/collections/${slug}/${id}` })
  await expect(withdraw(id, '')).rejects.toMatchObject({ status: 422, errors: { reason: ['Reason is required'] } })
  await withdraw(id)
  expect(await everywhere()).toEqual(before)
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'collection', key: String(id) } })
  expect(log[0]).toMatchObject({ action: 'Withdrawn', reason: 'Out of season' })
  // A clip that is published meanwhile does not bring it back.
  const waiting = await shop.db
    .transaction()
    .execute(trx => saveWish(trx, { name: `Late ${word}`, draft: true }, shop.clock.now()))
  await add(id, [waiting])
  for (const move of ['review', 'publish'] as const)
    await staff.visitor.call(moveStaffClips, { body: { clip_ids: [waiting], move, reason: '' } })
  expect(await everywhere()).toMatchObject({ ...nowhere, words: 1 })
  await publish(id)
  expect(await everywhere()).toMatchObject({ page: true, counted, filter: [...clips, waiting] })
})

test('a collection without a published clip, or one that is published, cannot be published; a shoot never', async () => {
  const [clip = 0] = await someClips(1)
  const id = await make(`Empty ${aWord()}`)
  await expect(publish(id)).rejects.toMatchObject({ status: 409, message: /nobody would see it/ })
  await add(id, [clip])
  await publish(id)
  await expect(publish(id)).rejects.toMatchObject({ status: 409, message: 'It is published already.' })
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  await expect(withdraw(shoot_id)).rejects.toMatchObject({ status: 409 })
  await expect(add(shoot_id, [clip])).rejects.toMatchObject({ status: 409 })
  await expect(place(shoot_id, clip, null)).rejects.toMatchObject({ status: 409 })
})

test('twenty curators who move a clip each at once lose no move and no clip', async () => {
  const clips = await someClips(21)
  const [anchor = 0, ...others] = clips
  const id = await make(`Crowded ${aWord()}`, clips)
  const orders = await Promise.all(others.map(clip_id => place(id, clip_id, anchor)))
  for (const order of orders) {
    expect(order).toHaveLength(clips.length)
    expect(new Set(order)).toEqual(new Set(clips))
  }
  const { order } = await facts(id)
  // Each asked to stand before the first: now all of them do.
  expect(order.at(-1)).toBe(anchor)
  expect(new Set(order)).toEqual(new Set(clips))
  const { data: members } = await staff.visitor.call(room.listMembers, { ...at(id), query: {} })
  expect(members.map(one => one.id)).toEqual(order)
})

test('twenty who add, remove and publish at once lose nothing, and the count is right', async () => {
  const clips = await someClips(20)
  const [first = 0, second = 0, ...others] = clips
  const id = await make(`Busy ${aWord()}`, [first, second])
  const results = await Promise.allSettled([
    publish(id),
    staff.visitor.call(room.removeMembers, { ...at(id), body: { clip_ids: [second] } }),
    ...others.map(clip_id => add(id, [clip_id], first)),
  ])
  expect(results.filter(one => one.status === 'rejected')).toEqual([])
  const { order } = await facts(id)
  expect(new Set(order)).toEqual(new Set([first, ...others]))
  expect(order.at(-1)).toBe(first)
  const { data } = await shop.visitor().call(shelf.getCollection, { ...at(id), query: {} })
  expect(data.clip_count).toBe(order.length)
  await searchFollows()
  const { slug } = await facts(id)
  const found = await shop.visitor().call(listClips, { query: { collection: slug, per_page: '100' } })
  expect(new Set(found.data.map(clip => clip.id))).toEqual(new Set(order))
})

test('what comes into a published collection is found in it at once, and what leaves it is not', async () => {
  const [a = 0, b = 0] = await someClips(2)
  const id = await make(`Open ${aWord()}`, [a])
  await publish(id)
  await searchFollows()
  const { slug } = await facts(id)
  const found = async () => {
    shop.clock.advance(2_000)
    const { data } = await shop.visitor().call(listClips, { query: { collection: slug } })
    return new Set(data.map(clip => clip.id))
  }
  await add(id, [b])
  expect(await found()).toEqual(new Set([a, b]))
  await staff.visitor.call(room.removeMembers, { ...at(id), body: { clip_ids: [a] } })
  expect(await found()).toEqual(new Set([b]))
  expect(await seenBy.order(id)).toEqual([b])
})

test('a clip that is published while its collection is, is counted and found', async () => {
  const word = aWord()
  const seen = await someClips(1)
  const drafts = await someClips(10, { draft: true })
  const id = await make(`Rush ${word}`, [...seen, ...drafts])
  const move = (clip_ids: number[], name: 'review' | 'publish') =>
    staff.visitor.call(moveStaffClips, { body: { clip_ids, move: name, reason: '' } })
  await move(drafts, 'review')
  await Promise.all([publish(id), ...drafts.map(clip_id => move([clip_id], 'publish'))])
  await searchFollows()
  const { data } = await shop.visitor().call(shelf.getCollection, { ...at(id), query: {} })
  expect(data.clip_count).toBe(11)
  const found = await shop.visitor().call(listClips, { query: { collection: data.slug, per_page: '100' } })
  expect(found.data).toHaveLength(11)
})

test('who moves a clip beside one that a colleague took out is told, and nothing moves; undo puts it back where it was', async () => {
  const [a = 0, b = 0, c = 0] = await someClips(3)
  const id = await make(`Shared ${aWord()}`, [a, b, c])
  const remove = (clip_ids: number[]) =>
    staff.visitor.call(room.removeMembers, { ...at(id), body: { clip_ids } }).then(({ data }) => data.removed)
  expect(await remove([b])).toEqual([b])
  expect(await remove([b])).toEqual([])
  await expect(place(id, c, b)).rejects.toMatchObject({ status: 409, message: /Somebody took the clip out/ })
  await expect(place(id, b, c)).rejects.toMatchObject({ status: 409, message: /Somebody took this clip out/ })
  expect((await facts(id)).order).toEqual([a, c])
  expect(await add(id, [b], c)).toEqual({ added: [b], left: [] })
  expect((await facts(id)).order).toEqual([a, b, c])
})

test('pasted lines come in, and each that is wrong says why', async () => {
  const [a = 0, b = 0, gone = 0, c = 0] = await someClips(4)
  await staff.visitor.call(moveStaffClips, { body: { clip_ids: [gone], move: 'withdraw', reason: 'Rights' } })
  const id = await make(`Pasted ${aWord()}`, [a])
  const text = [`${b}, #${c}`, String(a), `https://shop.example/clips/x/${gone}`, 'a lake', '99999999', String(b)].join(
    '\n',
  )
  const { data } = await staff.visitor.call(room.pasteMembers, { ...at(id), body: { text } })
  expect(data).toEqual({
    added: [b, c],
    mistakes: [
      { line: 2, text: `Clip ${a}: It is in this collection already.` },
      { line: 3, text: `Clip ${gone}: It is withdrawn.` },
      { line: 4, text: '“a lake” is no number or address of a clip.' },
      { line: 5, text: 'Clip 99999999: There is no such clip.' },
      { line: 6, text: `Clip ${b} stands in line 1 already.` },
    ],
    rest: [String(a), `https://shop.example/clips/x/${gone}`, 'a lake', '99999999', String(b)].join('\n'),
  })
  expect((await facts(id)).order).toEqual([a, b, c])
  const many = Array.from({ length: 201 }, (_, i) => i + 1).join('\n')
  await expect(staff.visitor.call(room.pasteMembers, { ...at(id), body: { text: many } })).rejects.toMatchObject({
    status: 422,
    errors: { text: ['These are 201 clips. At most 200 at a time.'] },
  })
  const wrong = await staff.visitor.call(room.pasteMembers, { ...at(id), body: { text: 'a lake' } })
  expect(wrong.data).toMatchObject({ added: [], mistakes: [{ line: 1 }] })
})

test('new words go to the search and the address; whoever has not seen a colleague’s is told before they overwrite them', async () => {
  const [old, word] = [aWord(), aWord()]
  const clips = await someClips(1)
  const id = await make(`Cliffs ${old}`, clips)
  await publish(id)
  const { version, slug } = await facts(id)
  const body = { name: `Bluffs ${word}`, slug: `bluffs-${word}`, description: 'High', featured: false, version }
  const describe = (change: object = {}) =>
    staff.visitor.call(room.describeStaffCollection, { ...at(id), body: { ...body, ...change } })
  const { data } = await describe()
  expect(data).toMatchObject({ name: `Bluffs ${word}`, slug: `bluffs-${word}`, version: version + 1 })
  await expect(describe({ name: 'Mine' })).rejects.toMatchObject({ status: 409, message: /Somebody saved other words/ })
  await searchFollows()
  const found = async (query: { q: string } | { collection: string }) =>
    (await shop.visitor().call(listClips, { query })).data.map(clip => clip.id)
  expect(await found({ q: word })).toEqual(clips)
  expect(await found({ collection: `bluffs-${word}` })).toEqual(clips)
  expect(await found({ q: old })).toEqual([])
  expect(await found({ collection: slug })).toEqual([])

  const other = await make(`Bluffs ${word}`)
  expect((await facts(other)).slug).toBe(`bluffs-${word}-2`)
  await expect(describe({ slug: `bluffs-${word}-2`, version: version + 1 })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“Bluffs ${word}” has this address.`] },
  })
  await expect(describe({ slug: 'Two Words', version: version + 1 })).rejects.toMatchObject({ status: 422 })
})

test('twenty who make a collection of one name get twenty addresses; of twenty who save the same version one does', async () => {
  const word = aWord()
  const ids = await Promise.all(Array.from({ length: 20 }, () => make(word)))
  const slugs = await Promise.all(ids.map(async id => (await facts(id)).slug))
  expect(new Set(slugs).size).toBe(20)
  const id = ids[0] ?? 0
  const { slug, version } = await facts(id)
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

test('a shoot is described and has a cover, and keeps its address', async () => {
  const word = aWord()
  const [clip = 0, other = 0] = await someClips(2)
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  const { slug, version, order, kind } = await facts(shoot_id)
  expect({ order, kind }).toEqual({ order: [clip, other], kind: 'shoot' })
  const body = { name: `Renamed ${word}`, slug, description: 'Now', featured: true, version }
  await staff.visitor.call(room.describeStaffCollection, { ...at(shoot_id), body })
  await searchFollows()
  const { data } = await shop.visitor().call(listClips, { query: { q: word } })
  expect(data.map(one => one.collection.data.name)).toEqual([`Renamed ${word}`, `Renamed ${word}`])
  await expect(
    staff.visitor.call(room.describeStaffCollection, {
      ...at(shoot_id),
      body: { ...body, slug: word, version: version + 1 },
    }),
  ).rejects.toMatchObject({ status: 422, errors: { slug: ['A shoot keeps its address.'] } })
  const cover = (clip_id: number | null) =>
    staff.visitor.call(room.chooseStaffCover, { ...at(shoot_id), body: { clip_id } })
  const covered = async () =>
    (await shop.visitor().call(shelf.getCollection, { ...at(shoot_id), query: {} })).data.cover?.poster
  await cover(other)
  const one = await covered()
  await cover(clip)
  expect(await covered()).not.toBe(one)
  const [stranger = 0] = await someClips(1)
  await expect(cover(stranger)).rejects.toMatchObject({ status: 409 })
})

test('the editors’ order of the collections is the one everybody sees; twenty moves at once leave each in one place', async () => {
  const clips = await someClips(1)
  const ids: number[] = []
  for (let n = 0; n < 5; n++) {
    const id = await make(`Row ${aWord()}`, clips)
    await publish(id)
    ids.push(id)
  }
  const [a = 0, b = 0, , , e = 0] = ids
  const put = async (collection_id: number, before: number | null) =>
    (await staff.visitor.call(room.placeStaffCollection, { body: { collection_id, before } })).data.order
  await put(e, a)
  expect((await seenBy.listed()).filter(id => ids.includes(id))).toEqual([e, ...ids.slice(0, 4)])
  const all = (await staff.visitor.call(room.listPlaces, {})).data.map(one => one.id)
  await Promise.all(Array.from({ length: 20 }, (_, i) => put(ids[i % 5] ?? a, ids[(i * 3 + 1) % 5] ?? null)))
  const after = (await staff.visitor.call(room.listPlaces, {})).data.map(one => one.id)
  expect(after).toHaveLength(all.length)
  expect(new Set(after)).toEqual(new Set(all))
  expect((await seenBy.listed()).filter(id => ids.includes(id))).toEqual(after.filter(id => ids.includes(id)))
  await expect(put(999_999, b)).rejects.toMatchObject({ status: 404 })
  await expect(put(a, 999_999)).rejects.toMatchObject({ status: 409 })
})

test('the list is narrowed by words, number, kind and state', async () => {
  const word = aWord()
  const clips = await someClips(2)
  const id = await make(`Listed ${word}`, clips)
  type Query = Parameters<typeof staff.visitor.call<typeof room.listStaffCollections>>[1]['query']
  const list = async (query: Query) => (await staff.visitor.call(room.listStaffCollections, { query })).data
  const [row] = await list({ search: word })
  expect(row).toMatchObject({ id, kind: 'curated', state: 'draft', clips: 2, published_clips: 2, featured: false })
  expect((await list({ search: `#${id}`, state: 'draft' })).map(one => one.id)).toEqual([id])
  expect(await list({ search: word, state: 'published' })).toEqual([])
  expect(await list({ search: word, kind: 'shoot' })).toEqual([])
  expect(await list({ search: word, state: 'featured' })).toEqual([])
})

test('collection admins curate; filmmakers find no such place', async () => {
  const [clip = 0] = await someClips(1)
  const [editor, filmmaker] = [await aMember(shop), await aMember(shop)]
  await setRoles(shop, editor.user_id, [1, 5])
  await setRoles(shop, filmmaker.user_id, [1, 4])
  const wish = { body: { name: aWord(), description: '' } }
  const { data } = await editor.visitor.call(room.makeStaffCollection, wish)
  await editor.visitor.call(room.addMembers, { ...at(data.id), body: { clip_ids: [clip] } })
  await editor.visitor.call(room.publishStaffCollection, at(data.id))
  expect(await seenBy.order(data.id)).toEqual([clip])
  await expect(filmmaker.visitor.call(room.makeStaffCollection, wish)).rejects.toMatchObject({ status: 404 })
  await expect(filmmaker.visitor.call(room.getStaffCollection, at(data.id))).rejects.toMatchObject({ status: 404 })
})
