/** The room of collections through the real door: made, described, filled and put in order, as everybody then sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aWord, at, curatingIn } from '../../../testing/builders/curating.ts'
import { type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import * as shelf from '../../catalog/collections-contract.ts'
import { listClips } from '../../catalog/contract.ts'
import { moveStaffClips } from '../catalog/contract.ts'
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

test('what an editor makes is a draft: filled, put in order and published it is there for everybody, in that order', async () => {
  const word = aWord()
  const [a = 0, b = 0, c = 0] = await desk.someClips(3)
  const id = await desk.make(`Nightly ${word}`, [a, b, c])
  expect(await desk.facts(id)).toMatchObject({
    slug: `nightly-${word}`,
    state: 'draft',
    order: [a, b, c],
    published_clips: 3,
  })
  await expect(desk.seenBy.order(id)).rejects.toMatchObject({ status: 404 })
  expect(await desk.place(id, c, a)).toEqual([c, a, b])
  const { data } = await desk.publish(id)
  expect(data.state).toBe('published')
  expect(await desk.seenBy.order(id)).toEqual([c, a, b])
  expect(await desk.place(id, c, null)).toEqual([a, b, c])
  expect(await desk.seenBy.order(id)).toEqual([a, b, c])
  expect(data.history.map(row => row.action)).toEqual(['Published', 'Moved a clip', 'Added clips', 'Made'])
  expect(data.history.every(row => row.staff_email === staff.email)).toBe(true)
  expect(data.history[1]?.changes).toEqual([{ field: `place of #${c}`, was: '3', is: '1' }])
})

test('twenty curators who move a clip each at once lose no move and no clip', async () => {
  const clips = await desk.someClips(21)
  const [anchor = 0, ...others] = clips
  const id = await desk.make(`Crowded ${aWord()}`, clips)
  const orders = await Promise.all(others.map(clip_id => desk.place(id, clip_id, anchor)))
  for (const order of orders) {
    expect(order).toHaveLength(clips.length)
    expect(new Set(order)).toEqual(new Set(clips))
  }
  const { order } = await desk.facts(id)
  // Each asked to stand before the first: now all of them do.
  expect(order.at(-1)).toBe(anchor)
  expect(new Set(order)).toEqual(new Set(clips))
  const { data: members } = await staff.visitor.call(room.listMembers, { ...at(id), query: {} })
  expect(members.map(one => one.id)).toEqual(order)
})

test('who moves a clip beside one that a colleague took out is told, and nothing moves; undo puts it back where it was', async () => {
  const [a = 0, b = 0, c = 0] = await desk.someClips(3)
  const id = await desk.make(`Shared ${aWord()}`, [a, b, c])
  const remove = (clip_ids: number[]) =>
    staff.visitor.call(room.removeMembers, { ...at(id), body: { clip_ids } }).then(({ data }) => data.removed)
  expect(await remove([b])).toEqual([b])
  expect(await remove([b])).toEqual([])
  await expect(desk.place(id, c, b)).rejects.toMatchObject({ status: 409, message: /Somebody took the clip out/ })
  await expect(desk.place(id, b, c)).rejects.toMatchObject({ status: 409, message: /Somebody took this clip out/ })
  expect((await desk.facts(id)).order).toEqual([a, c])
  expect(await desk.add(id, [b], c)).toEqual({ added: [b], left: [] })
  expect((await desk.facts(id)).order).toEqual([a, b, c])
})

test('pasted lines come in, and each that is wrong says why', async () => {
  const [a = 0, b = 0, gone = 0, c = 0] = await desk.someClips(4)
  await staff.visitor.call(moveStaffClips, { body: { clip_ids: [gone], move: 'withdraw', reason: 'Rights' } })
  const id = await desk.make(`Pasted ${aWord()}`, [a])
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
  expect((await desk.facts(id)).order).toEqual([a, b, c])
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
  const clips = await desk.someClips(1)
  const id = await desk.make(`Cliffs ${old}`, clips)
  await desk.publish(id)
  const { version, slug } = await desk.facts(id)
  const body = { name: `Bluffs ${word}`, slug: `bluffs-${word}`, description: 'High', featured: false, version }
  const describe = (change: object = {}) =>
    staff.visitor.call(room.describeStaffCollection, { ...at(id), body: { ...body, ...change } })
  const { data } = await describe()
  expect(data).toMatchObject({ name: `Bluffs ${word}`, slug: `bluffs-${word}`, version: version + 1 })
  await expect(describe({ name: 'Mine' })).rejects.toMatchObject({ status: 409, message: /Somebody saved other words/ })
  await desk.searchFollows()
  const found = async (query: { q: string } | { collection: string }) =>
    (await shop.visitor().call(listClips, { query })).data.map(clip => clip.id)
  expect(await found({ q: word })).toEqual(clips)
  expect(await found({ collection: `bluffs-${word}` })).toEqual(clips)
  expect(await found({ q: old })).toEqual([])
  expect(await found({ collection: slug })).toEqual([])

  const other = await desk.make(`Bluffs ${word}`)
  expect((await desk.facts(other)).slug).toBe(`bluffs-${word}-2`)
  await expect(describe({ slug: `bluffs-${word}-2`, version: version + 1 })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“Bluffs ${word}” has this address.`] },
  })
  await expect(describe({ slug: 'Two Words', version: version + 1 })).rejects.toMatchObject({ status: 422 })
})

test('a shoot is described and has a cover, and keeps its address', async () => {
  const word = aWord()
  const [clip = 0, other = 0] = await desk.someClips(2)
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  const { slug, version, order, kind } = await desk.facts(shoot_id)
  expect({ order, kind }).toEqual({ order: [clip, other], kind: 'shoot' })
  const body = { name: `Renamed ${word}`, slug, description: 'Now', featured: true, version }
  await staff.visitor.call(room.describeStaffCollection, { ...at(shoot_id), body })
  await desk.searchFollows()
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
  const [stranger = 0] = await desk.someClips(1)
  await expect(cover(stranger)).rejects.toMatchObject({ status: 409 })
})

test('the list is narrowed by words, number, kind and state', async () => {
  const word = aWord()
  const clips = await desk.someClips(2)
  const id = await desk.make(`Listed ${word}`, clips)
  type Query = Parameters<typeof staff.visitor.call<typeof room.listStaffCollections>>[1]['query']
  const list = async (query: Query) => (await staff.visitor.call(room.listStaffCollections, { query })).data
  const [row] = await list({ search: word })
  expect(row).toMatchObject({ id, kind: 'curated', state: 'draft', clips: 2, published_clips: 2, featured: false })
  expect((await list({ search: `#${id}`, state: 'draft' })).map(one => one.id)).toEqual([id])
  expect(await list({ search: word, state: 'published' })).toEqual([])
  expect(await list({ search: word, kind: 'shoot' })).toEqual([])
  expect(await list({ search: word, state: 'featured' })).toEqual([])
})
