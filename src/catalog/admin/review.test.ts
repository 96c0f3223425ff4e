/**
 * Tests for the clips in the admin, through the API: review, editing and withdrawal, with their effect on search and
 * carts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addItems, getCart } from '#cart/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { saveTestClip, type TestClipInput } from '../../../testing/builders/catalog.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, setRoles } from '../../../testing/builders/staff.ts'
import { getClip, listClips } from '../contract.ts'
import { submitClip } from '../save-catalog.server.ts'
import * as contract from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

let serial = 0
/** Creates a clip with a unique term, so that a search finds only this clip. */
const createClip = async (input: TestClipInput = {}) => {
  const term = `zephyr${String.fromCharCode(97 + (serial++ % 26))}${serial}`
  const id = await shop.db
    .transaction()
    .execute(trx => saveTestClip(trx, { name: `Harbor ${term}`, shoot: `Shoot ${term}`, ...input }, shop.clock.now()))
  return { id, word: term }
}
const createClipInReview = async (input: TestClipInput = {}) => {
  const clip = await createClip({ ...input, draft: true })
  await shop.db.transaction().execute(trx => submitClip(trx, clip.id))
  return clip
}
const searchClips = async (q: string) => {
  shop.clock.advance(2_000)
  return (await shop.visitor().call(listClips, { query: { q } })).data.map(({ id }) => id)
}
const withId = (id: number) => ({ params: { id: String(id) } })
const loadClip = async (id: number) => (await staff.visitor.call(contract.getStaffClip, withId(id))).data
type StatusChangeBody = Parameters<typeof staff.visitor.call<typeof contract.changeClipStatuses>>[1]['body']
const changeStatus = async (
  clip_ids: number[],
  name: StatusChangeBody['move'],
  reason = '',
  visitor: Visitor = staff.visitor,
) => (await visitor.call(contract.changeClipStatuses, { body: { clip_ids, move: name, reason } })).data

test('a clip in review is published: buyers find it, and the history says who did it', async () => {
  const { id, word } = await createClipInReview()
  expect(await searchClips(word)).toEqual([])
  expect(await changeStatus([id], 'publish')).toEqual({ moved: [id], left: [] })
  expect(await searchClips(word)).toEqual([id])
  const { state, published_at, history } = await loadClip(id)
  expect({ state, published_at }).toEqual({ state: 'published', published_at: expect.any(String) })
  expect(history).toMatchObject([{ action: 'published', staff_email: staff.email }])
})

test('the words of clips that were published or withdrawn are counted soon, and not after a change that was refused', async () => {
  const { id } = await createClipInReview()
  const countQueued = () => shop.deps.jobs.sent.filter(({ name }) => name === 'catalog.count-terms').length
  const before = countQueued()
  await changeStatus([id], 'publish')
  expect(countQueued()).toBe(before + 1)
  await changeStatus([id], 'publish')
  expect(countQueued()).toBe(before + 1)
  await changeStatus([id], 'withdraw', 'Rights')
  expect(countQueued()).toBe(before + 2)
})

test('a clip that was sent back is a draft with our reason, until it is reviewed again and published', async () => {
  const { id, word } = await createClipInReview()
  await expect(changeStatus([id], 'send_back')).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await changeStatus([id], 'send_back', 'The horizon tilts.')
  expect(await loadClip(id)).toMatchObject({ state: 'draft', review_note: 'The horizon tilts.' })
  await changeStatus([id], 'review')
  await changeStatus([id], 'publish')
  expect(await loadClip(id)).toMatchObject({ state: 'published', review_note: '' })
  expect(await searchClips(word)).toEqual([id])
})

test('a withdrawn clip leaves search, page and carts with a notice, and is for sale again when it is brought back', async () => {
  const { id, word } = await createClip()
  const buyer = await seedMember(shop)
  const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
  const { data: before } = await buyer.visitor.call(addItems, { body: { ...web, clip_id: id } })
  expect(before.cart_items.data).toHaveLength(1)
  await changeStatus([id], 'withdraw', 'The filmmaker asked us to.')
  expect(await searchClips(word)).toEqual([])
  await expect(shop.visitor().call(getClip, withId(id))).rejects.toMatchObject({ status: 404 })
  const { data: cart } = await buyer.visitor.call(getCart, {})
  expect(cart).toMatchObject({ cart_items: { data: [] }, notices: [{ kind: 'withdrawn' }] })
  expect(await loadClip(id)).toMatchObject({ state: 'withdrawn', review_note: 'The filmmaker asked us to.' })
  await changeStatus([id], 'bring_back')
  expect(await searchClips(word)).toEqual([id])
})

test('clips in another state stay unchanged, with the reason', async () => {
  const [inReview, published] = [await createClipInReview(), await createClip()]
  const { moved, left } = await changeStatus([inReview.id, published.id, 999_999], 'publish')
  expect(moved).toEqual([inReview.id])
  expect(left).toMatchObject([{ id: published.id, text: 'It is published, not in review.' }])
})

test('a clip is not published twice, and the second request says so', async () => {
  const { id } = await createClipInReview()
  await changeStatus([id], 'publish')
  const second = await changeStatus([id], 'publish', '', (await seedStaff(shop)).visitor)
  expect(second).toEqual({
    moved: [],
    left: [expect.objectContaining({ id, text: 'It is published, not in review.' })],
  })
  expect((await loadClip(id)).history).toHaveLength(1)
})

test('twenty simultaneous publications publish a clip once', async () => {
  const { id } = await createClipInReview()
  const results = await Promise.all(Array.from({ length: 20 }, () => changeStatus([id], 'publish')))
  expect(results.flatMap(({ moved }) => moved)).toEqual([id])
  expect((await loadClip(id)).history).toHaveLength(1)
})

test('the list is filtered by text, state, filmmaker and collection, and counts the clips in each state', async () => {
  const clip = await createClipInReview({ filmmaker: 'Odd Nordahl', keywords: ['gannet colony'] })
  const other = await createClip({ filmmaker: 'Odd Nordahl' })
  const { data: choices } = await staff.visitor.call(contract.getCatalogChoices, {})
  const filmmaker_id = String(choices.filmmakers.find(({ name }) => name === 'Odd Nordahl')?.id)
  const collection_id = String(choices.collections.find(({ name }) => name === `Shoot ${clip.word}`)?.id)
  const listIds = async (query: Parameters<typeof staff.visitor.call<typeof contract.listStaffClips>>[1]['query']) =>
    (await staff.visitor.call(contract.listStaffClips, { query })).data.map(({ id }) => id)
  expect(await listIds({ search: 'gannet' })).toEqual([clip.id])
  expect(await listIds({ search: `#${clip.id}` })).toEqual([clip.id])
  expect(new Set(await listIds({ filmmaker_id }))).toEqual(new Set([clip.id, other.id]))
  expect(await listIds({ filmmaker_id, state: 'in_review' })).toEqual([clip.id])
  expect(await listIds({ collection_id })).toEqual([clip.id])
  const { meta } = await staff.visitor.call(contract.listStaffClips, { query: { filmmaker_id, state: 'in_review' } })
  expect(meta).toMatchObject({ pagination: { total: 1 }, states: { in_review: 1, published: 1, draft: 0 } })
})

const metadataOf = ({ name, description, keywords, category_id, subcategory_id, ...clip }: contract.StaffClip) => ({
  name,
  description,
  keywords,
  category_id,
  subcategory_id,
  camera_look: 'aerial' as const,
  motion: 'realtime' as const,
  time_of_day: 'dusk' as const,
  location_type: clip.location_type,
  people_count: clip.people_count,
  camera: clip.camera,
  lens: clip.lens,
  releases: clip.releases,
  tier: clip.tier,
  loopable: clip.loopable,
  flashing: clip.flashing,
})

test('edited metadata is searched at once, and the history has the previous values', async () => {
  const { id, word } = await createClip()
  const body = { ...metadataOf(await loadClip(id)), name: 'Quokka at noon', tier: 'premium' as const }
  await staff.visitor.call(contract.editStaffClip, { ...withId(id), body })
  expect(await searchClips('quokka')).toEqual([id])
  expect(await searchClips(`"Harbor ${word}"`)).toEqual([])
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'clip', key: String(id) } })
  expect(log[0]).toMatchObject({
    action: 'edited',
    changes: expect.arrayContaining([{ field: 'tier', was: 'standard', is: 'premium' }]),
  })
  await expect(
    staff.visitor.call(contract.editStaffClip, { ...withId(id), body: { ...body, category_id: 999_999 } }),
  ).rejects.toMatchObject({ status: 422, errors: { category_id: ['Choose a category.'] } })
})

test('bulk keywords ignore case and duplicates, and too many of them change nothing', async () => {
  const [first, second] = [await createClip({ keywords: ['Fog', 'dusk'] }), await createClip({ keywords: ['fog'] })]
  const changeClips = (body: object) =>
    staff.visitor.call(contract.changeStaffClips, { body: { clip_ids: [first.id, second.id], ...body } })
  const { data } = await changeClips({ add_keywords: ['FOG', 'pier'], remove_keywords: ['Dusk'], time_of_day: 'dawn' })
  expect(data).toEqual({ changed: 2 })
  expect(await loadClip(first.id)).toMatchObject({ keywords: ['Fog', 'pier'], time_of_day: 'dawn' })
  expect(await loadClip(second.id)).toMatchObject({ keywords: ['fog', 'pier'] })
  expect(new Set(await searchClips('pier'))).toEqual(new Set([first.id, second.id]))
  const manyKeywords = Array.from({ length: 49 }, (_, i) => `word ${i}`)
  await expect(changeClips({ add_keywords: manyKeywords, tier: 'signature' })).rejects.toMatchObject({ status: 422 })
  expect(await loadClip(first.id)).toMatchObject({ keywords: ['Fog', 'pier'], tier: 'standard' })
})

test('the camera and lens of many clips are set at once, found by the search, and logged', async () => {
  const [first, second] = [await createClip({ camera: 'RED Komodo' }), await createClip({})]
  const clip_ids = [first.id, second.id]
  const body = { clip_ids, camera: ' Sony FX6 ', lens: '24-70mm' }
  expect((await staff.visitor.call(contract.changeStaffClips, { body })).data).toEqual({ changed: 2 })
  const { data } = await shop.visitor().call(listClips, { query: { camera: 'sony-fx6', lens: '24-70mm' } })
  expect(new Set(data.map(({ id }) => id))).toEqual(new Set(clip_ids))
  expect((await loadClip(first.id)).history[0]).toMatchObject({
    changes: [
      { field: 'camera', was: 'RED Komodo', is: 'Sony FX6' },
      { field: 'lens', is: '24-70mm' },
    ],
  })
  const tooLong = { clip_ids, lens: 'x'.repeat(61) }
  await expect(staff.visitor.call(contract.changeStaffClips, { body: tooLong })).rejects.toMatchObject({ status: 422 })
})

test('collection admins work in the catalog and nowhere else in the admin, filmmakers not at all', async () => {
  const { id } = await createClipInReview()
  const [editor, filmmaker] = [await seedMember(shop), await seedMember(shop)]
  await setRoles(shop, editor.user_id, [1, 5])
  await setRoles(shop, filmmaker.user_id, [1, 4])
  expect(await changeStatus([id], 'publish', '', editor.visitor)).toEqual({ moved: [id], left: [] })
  await expect(editor.visitor.call(listStaffAuditLog, { query: {} })).rejects.toMatchObject({ status: 404 })
  await expect(changeStatus([id], 'withdraw', 'Mine', filmmaker.visitor)).rejects.toMatchObject({ status: 404 })
})
