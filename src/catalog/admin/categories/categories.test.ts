/** Tests for categories in the admin, through the API, and for what buyers then see. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { createCurationTools, idParams, uniqueWord } from '../../../../testing/builders/curation.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { getCategory } from '../../collections-contract.ts'
import { listClips } from '../../contract.ts'
import { REINDEX_CATEGORY_JOB, reindexCategory } from '../../edit-categories.server.ts'
import { getStaffClip, changeStaffClips } from '../contract.ts'
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

const create = async (name: string, parent_id: number | null = null) =>
  (await staff.visitor.call(contract.createStaffCategory, { body: { name, description: '', parent_id } })).data
const load = async (id: number) => (await staff.visitor.call(contract.getStaffCategory, idParams(id))).data
const update = async (id: number, change: Partial<contract.StaffCategory>) => {
  const { name, slug, description, parent_id, version } = { ...(await load(id)), ...change }
  return staff.visitor.call(contract.updateStaffCategory, {
    ...idParams(id),
    body: { name, slug, description, parent_id, version },
  })
}
const merge = (id: number, into_id: number) =>
  staff.visitor.call(contract.mergeStaffCategory, { ...idParams(id), body: { into_id } })
const remove = (id: number) => staff.visitor.call(contract.deleteStaffCategory, idParams(id))
const findId = async (name: string) => {
  const { data } = await staff.visitor.call(contract.listStaffCategories, { query: { search: name } })
  return data.find(category => category.name === name)?.id ?? 0
}
/** Runs the queued search jobs. */
const updateSearch = async () => {
  for (const { name, data } of shop.jobs.sent.splice(0))
    if (name === REINDEX_CATEGORY_JOB) await reindexCategory(shop.db, (data as { id: number }).id)
  shop.clock.advance(120_000)
}
const loadPublic = async (slug: string) => (await shop.visitor().call(getCategory, { params: { slug } })).data
const searchIds = async (query: { q: string } | { category: string } | { subcategory: string }) =>
  (await shop.visitor().call(listClips, { query })).data.map(clip => clip.id).toSorted((a, b) => a - b)
const placeOf = async (clip_id: number) => {
  const { data } = await staff.visitor.call(getStaffClip, idParams(clip_id))
  return [data.category_id, data.subcategory_id]
}

test('a renamed category keeps its old addresses, and search and facet follow', async () => {
  const [before, after] = [uniqueWord(), uniqueWord()]
  const clips = await curation.seedClips(2, { category: before })
  const id = await findId(before)
  const { slug } = await load(id)
  expect(await searchIds({ q: before })).toEqual(clips)
  const { data } = await update(id, { name: after, slug: after, description: 'Horned' })
  expect(data).toMatchObject({ name: after, slug: after, former_slugs: [slug], clips: 2, published_clips: 2 })
  expect(data.history[0]).toMatchObject({ action: 'edited', staff_email: staff.email })
  expect(data.history[0]?.changes.map(change => change.field)).toEqual(['name', 'description', 'slug'])
  await updateSearch()
  expect(await searchIds({ q: after })).toEqual(clips)
  expect(await searchIds({ category: after })).toEqual(clips)
  expect(await searchIds({ q: before })).toEqual([])
  const { meta } = await shop.visitor().call(listClips, { query: { q: after } })
  expect(meta.facets?.category).toContainEqual(expect.objectContaining({ value: after, label: after, count: 2 }))

  // A second rename: both earlier addresses lead to the newest.
  await update(id, { slug: `${after}-3` })
  expect((await loadPublic(slug)).slug).toBe(`${after}-3`)
  expect((await loadPublic(after)).slug).toBe(`${after}-3`)
  await expect(loadPublic('never-there')).rejects.toMatchObject({ status: 404 })

  const other = await create(after)
  expect(other.slug).toBe(`${after}-2`)
  await expect(update(other.id, { slug: `${after}-3` })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“${after}” has this address.`] },
  })
  await expect(update(other.id, { slug })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“${after}” had this address before, and links with it still lead there.`] },
  })
  await expect(update(other.id, { slug: 'Two Words' })).rejects.toMatchObject({ status: 422 })
  // Its own earlier address can be used again.
  expect((await update(id, { slug })).data.former_slugs).toEqual([after, `${after}-3`].toSorted())
})

test('an outdated version is refused', async () => {
  const { id, version } = await create(uniqueWord())
  await update(id, { description: 'First' })
  await expect(update(id, { description: 'Second', version })).rejects.toMatchObject({
    status: 409,
    message: /Somebody else saved changes/,
  })
  expect((await load(id)).description).toBe('First')
})

test('a category moves into another one with its clips, but never into itself, its child or a subcategory', async () => {
  const [a, b, c] = [await create(uniqueWord()), await create(uniqueWord()), uniqueWord()]
  const [clip = 0] = await curation.seedClips(1, { category: c })
  const id = await findId(c)
  const child = await create(uniqueWord(), b.id)
  const parentError = (text: RegExp) => ({ status: 422, errors: { parent_id: [expect.stringMatching(text)] } })
  await expect(update(a.id, { parent_id: a.id })).rejects.toMatchObject(parentError(/inside itself/))
  await expect(update(b.id, { parent_id: child.id })).rejects.toMatchObject(parentError(/is inside this category/))
  await expect(update(a.id, { parent_id: child.id })).rejects.toMatchObject(parentError(/is a subcategory/))
  await expect(update(b.id, { parent_id: a.id })).rejects.toMatchObject(parentError(/has subcategories/))
  await expect(update(a.id, { parent_id: 999_999 })).rejects.toMatchObject(parentError(/no longer exists/))
  await expect(create(uniqueWord(), child.id)).rejects.toMatchObject(parentError(/is a subcategory/))
  expect((await load(b.id)).parent_id).toBe(null)

  expect((await update(id, { parent_id: a.id })).data.parent_id).toBe(a.id)
  expect(await placeOf(clip)).toEqual([a.id, id])
  await updateSearch()
  expect(await searchIds({ category: a.slug })).toEqual([clip])
  await update(id, { parent_id: b.id })
  expect(await placeOf(clip)).toEqual([b.id, id])
  await update(id, { parent_id: null })
  expect(await placeOf(clip)).toEqual([id, null])
  await updateSearch()
  expect(await searchIds({ category: a.slug })).toEqual([])
})

test('siblings are reordered, and a category of another parent is refused', async () => {
  const parent = await create(uniqueWord())
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await create(uniqueWord(), parent.id)).id)
  const [a = 0, b = 0, c = 0] = ids
  const move = async (category_id: number, before: number | null) =>
    (await staff.visitor.call(contract.moveStaffCategory, { body: { category_id, before } })).data
  expect((await load(a)).order).toEqual([a, b, c])
  expect((await move(c, a)).order).toEqual([c, a, b])
  const moved = await move(c, null)
  expect(moved.order).toEqual([a, b, c])
  expect(moved.history[0]).toMatchObject({ action: 'moved', changes: [{ field: 'place', was: '1', is: '3' }] })
  await expect(move(a, parent.id)).rejects.toMatchObject({ status: 409, message: /no longer beside it/ })
})

test('a chosen cover is shown, and a clip of another category is refused', async () => {
  const word = uniqueWord()
  const [first = 0, second = 0] = await curation.seedClips(2, { category: word })
  const [foreign = 0] = await curation.seedClips(1)
  const id = await findId(word)
  const setCover = (clip_id: number | null) =>
    staff.visitor.call(contract.setStaffCategoryCover, { ...idParams(id), body: { clip_id } })
  const loadPoster = async () => (await load(id)).thumbs[0]?.url
  await setCover(first)
  const poster = await loadPoster()
  expect((await setCover(second)).data.cover_clip_id).toBe(second)
  expect(await loadPoster()).not.toBe(poster)
  await expect(setCover(foreign)).rejects.toMatchObject({ status: 409, message: /not in the category/ })
  expect((await setCover(null)).data.cover_clip_id).toBe(null)
})

test('a merge moves clips, subcategories and addresses, and the audit log names both', async () => {
  const [from, into, sub] = [uniqueWord(), uniqueWord(), uniqueWord()]
  const plain = await curation.seedClips(1, { category: from })
  const nested = await curation.seedClips(1, { category: from, subcategory: sub })
  const own = await curation.seedClips(1, { category: into })
  const [id, into_id, sub_id] = [await findId(from), await findId(into), await findId(sub)]
  await expect(merge(id, id)).rejects.toMatchObject({ status: 422, errors: { into_id: [/merged into itself/] } })
  await expect(merge(id, sub_id)).rejects.toMatchObject({ status: 422, errors: { into_id: [/has subcategories/] } })
  await expect(merge(id, 999_999)).rejects.toMatchObject({ status: 422, errors: { into_id: [/no longer exists/] } })
  const { data } = await merge(id, into_id)
  expect(data).toMatchObject({ id: into_id, clips: 3, subcategories: 1, former_slugs: [from] })
  expect(data.history[0]?.changes).toEqual([
    { field: 'category', was: `${from} (${from})`, is: `${into} (${into})` },
    { field: 'clips', was: '1', is: '3' },
  ])
  expect(await placeOf(plain[0] ?? 0)).toEqual([into_id, null])
  expect(await placeOf(nested[0] ?? 0)).toEqual([into_id, sub_id])
  await expect(load(id)).rejects.toMatchObject({ status: 404 })
  await updateSearch()
  const all = [...plain, ...nested, ...own].toSorted((a, b) => a - b)
  expect(await searchIds({ category: into })).toEqual(all)
  expect(await searchIds({ q: from })).toEqual([])
  expect((await loadPublic(from)).slug).toBe(into)
  // An old link with the filter, too.
  expect(await searchIds({ category: from })).toEqual(all)

  // A subcategory into the category above it, and on: the chain of addresses ends at the last one.
  await merge(sub_id, into_id)
  expect(await placeOf(nested[0] ?? 0)).toEqual([into_id, null])
  await updateSearch()
  expect(await searchIds({ subcategory: sub })).toEqual(all)
  const last = await create(uniqueWord())
  await merge(into_id, last.id)
  expect((await load(last.id)).former_slugs).toEqual([from, into, sub].toSorted())
})

test('a category with clips or subcategories is not deleted, an empty one is', async () => {
  const [word, sub] = [uniqueWord(), uniqueWord()]
  await curation.seedClips(2, { category: word, draft: true })
  await expect(remove(await findId(word))).rejects.toMatchObject({
    status: 409,
    message: `“${word}” has 2 clips. Merge it into another category instead.`,
  })
  const parent = await create(uniqueWord())
  const child = await create(sub, parent.id)
  await expect(remove(parent.id)).rejects.toMatchObject({ status: 409, message: /has subcategories/ })
  expect((await remove(child.id)).data).toEqual({ deleted: child.id })
  await remove(parent.id)
  await expect(load(parent.id)).rejects.toMatchObject({ status: 404 })
})

test('the category of unsorted footage keeps its address and its place', async () => {
  await curation.seedClips(1, { category: 'Unsorted' })
  const id = await findId('Unsorted')
  const refused = { status: 409, message: /New footage without a category/ }
  await expect(update(id, { slug: 'sorted' })).rejects.toMatchObject(refused)
  await expect(merge(id, (await create(uniqueWord())).id)).rejects.toMatchObject(refused)
  await expect(remove(id)).rejects.toMatchObject(refused)
  expect((await update(id, { name: 'To be sorted' })).data.name).toBe('To be sorted')
})

test('of twenty sessions that race a merge, edits and clips put into the category, none loses a clip or ends in an error', async () => {
  const [from, into] = [uniqueWord(), uniqueWord()]
  const inside = await curation.seedClips(6, { category: from })
  const outside = await curation.seedClips(6, { category: into })
  const [id, into_id] = [await findId(from), await findId(into)]
  const { version } = await load(id)
  const results = await Promise.allSettled([
    ...Array.from({ length: 4 }, () => merge(id, into_id)),
    ...Array.from({ length: 8 }, (_, n) => update(id, { description: `Edit ${n}`, version })),
    ...outside.map(clip =>
      staff.visitor.call(changeStaffClips, { body: { clip_ids: [clip], category_id: id, add_keywords: ['raced'] } }),
    ),
    ...inside
      .slice(0, 2)
      .map(clip => staff.visitor.call(changeStaffClips, { body: { clip_ids: [clip], add_keywords: ['raced'] } })),
  ])
  const merged = results.slice(0, 4).filter(({ status }) => status === 'fulfilled')
  const edited = results.slice(4, 12).filter(({ status }) => status === 'fulfilled')
  expect(merged).toHaveLength(1)
  expect(edited.length).toBeLessThanOrEqual(1)
  for (const result of results)
    if (result.status === 'rejected') expect([404, 409, 422]).toContain((result.reason as { status: number }).status)
  for (const clip of [...inside, ...outside]) expect(await placeOf(clip)).toEqual([into_id, null])
  expect((await load(into_id)).clips).toBe(12)
})
