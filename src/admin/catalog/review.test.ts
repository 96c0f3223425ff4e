/** The room of clips through the real door: reviewed, keyworded, withdrawn, with the search and the carts following. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { saveWish, type ClipWish } from '../../../testing/builders/catalog.ts'
import { aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../../testing/builders/staff.ts'
import { addItems, getCart } from '../../cart/contract.ts'
import { getClip, listClips } from '../../catalog/contract.ts'
import { submitClip } from '../../catalog/save.server.ts'
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
/** A clip with a word of its own, so that the search can be asked for it alone. */
const aWish = async (wish: ClipWish = {}) => {
  const word = `zephyr${String.fromCharCode(97 + (serial++ % 26))}${serial}`
  const id = await shop.db
    .transaction()
    .execute(trx => saveWish(trx, { name: `Harbor ${word}`, shoot: `Shoot ${word}`, ...wish }, shop.clock.now()))
  return { id, word }
}
const aReview = async (wish: ClipWish = {}) => {
  const made = await aWish({ ...wish, draft: true })
  await shop.db.transaction().execute(trx => submitClip(trx, made.id))
  return made
}
const found = async (q: string) => {
  shop.clock.advance(2_000)
  return (await shop.visitor().call(listClips, { query: { q } })).data.map(({ id }) => id)
}
const at = (id: number) => ({ params: { id: String(id) } })
const facts = async (id: number) => (await staff.visitor.call(room.getStaffClip, at(id))).data
type Move = Parameters<typeof staff.visitor.call<typeof room.moveStaffClips>>[1]['body']
const move = async (clip_ids: number[], name: Move['move'], reason = '', who: Visitor = staff.visitor) =>
  (await who.call(room.moveStaffClips, { body: { clip_ids, move: name, reason } })).data

test('a clip in review is published: buyers find it, and the records say who did it', async () => {
  const { id, word } = await aReview()
  expect(await found(word)).toEqual([])
  expect(await move([id], 'publish')).toEqual({ moved: [id], left: [] })
  expect(await found(word)).toEqual([id])
  const { state, published_at, history } = await facts(id)
  expect({ state, published_at }).toEqual({ state: 'published', published_at: expect.any(String) })
  expect(history).toMatchObject([{ action: 'Published', staff_email: staff.email }])
})

test('sent back it is a draft with our reason, until it is in review and published', async () => {
  const { id, word } = await aReview()
  await expect(move([id], 'send_back')).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await move([id], 'send_back', 'The horizon tilts.')
  expect(await facts(id)).toMatchObject({ state: 'draft', review_note: 'The horizon tilts.' })
  await move([id], 'review')
  await move([id], 'publish')
  expect(await facts(id)).toMatchObject({ state: 'published', review_note: '' })
  expect(await found(word)).toEqual([id])
})

test('withdrawn it leaves the search, its page and a cart with a notice; brought back it is for sale again', async () => {
  const { id, word } = await aWish()
  const buyer = await aMember(shop)
  const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
  const { data: before } = await buyer.visitor.call(addItems, { body: { ...web, clip_id: id } })
  expect(before.cart_items.data).toHaveLength(1)
  await move([id], 'withdraw', 'The filmmaker asked us to.')
  expect(await found(word)).toEqual([])
  await expect(shop.visitor().call(getClip, at(id))).rejects.toMatchObject({ status: 404 })
  const { data: cart } = await buyer.visitor.call(getCart, {})
  expect(cart).toMatchObject({ cart_items: { data: [] }, notices: [{ kind: 'withdrawn' }] })
  expect(await facts(id)).toMatchObject({ state: 'withdrawn', review_note: 'The filmmaker asked us to.' })
  await move([id], 'bring_back')
  expect(await found(word)).toEqual([id])
})

test('of many those in another state stay and say why', async () => {
  const [ready, out] = [await aReview(), await aWish()]
  const { moved, left } = await move([ready.id, out.id, 999_999], 'publish')
  expect(moved).toEqual([ready.id])
  expect(left).toMatchObject([{ id: out.id, text: 'It is published, not in review.' }])
})

test('a clip that was approved a moment ago is not approved twice: whoever is late is told', async () => {
  const { id } = await aReview()
  await move([id], 'publish')
  const late = await move([id], 'publish', '', (await aStaff(shop)).visitor)
  expect(late).toEqual({ moved: [], left: [expect.objectContaining({ id, text: 'It is published, not in review.' })] })
  expect((await facts(id)).history).toHaveLength(1)
})

test('twenty editors who publish one clip at once publish it once', async () => {
  const { id } = await aReview()
  const all = await Promise.all(Array.from({ length: 20 }, () => move([id], 'publish')))
  expect(all.flatMap(({ moved }) => moved)).toEqual([id])
  expect((await facts(id)).history).toHaveLength(1)
})

test('the list is narrowed by words, state, filmmaker and collection, and counts what is in each state', async () => {
  const clip = await aReview({ filmmaker: 'Odd Nordahl', keywords: ['gannet colony'] })
  const other = await aWish({ filmmaker: 'Odd Nordahl' })
  const { data: choices } = await staff.visitor.call(room.getCatalogChoices, {})
  const filmmaker_id = String(choices.filmmakers.find(({ name }) => name === 'Odd Nordahl')?.id)
  const collection_id = String(choices.collections.find(({ name }) => name === `Shoot ${clip.word}`)?.id)
  const ids = async (query: Parameters<typeof staff.visitor.call<typeof room.listStaffClips>>[1]['query']) =>
    (await staff.visitor.call(room.listStaffClips, { query })).data.map(({ id }) => id)
  expect(await ids({ search: 'gannet' })).toEqual([clip.id])
  expect(await ids({ search: `#${clip.id}` })).toEqual([clip.id])
  expect(new Set(await ids({ filmmaker_id }))).toEqual(new Set([clip.id, other.id]))
  expect(await ids({ filmmaker_id, state: 'in_review' })).toEqual([clip.id])
  expect(await ids({ collection_id })).toEqual([clip.id])
  const { meta } = await staff.visitor.call(room.listStaffClips, { query: { filmmaker_id, state: 'in_review' } })
  expect(meta).toMatchObject({ pagination: { total: 1 }, states: { in_review: 1, published: 1, draft: 0 } })
})

const wordsOf = ({ name, description, keywords, category_id, subcategory_id, ...clip }: room.StaffClip) => ({
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
  releases: clip.releases,
  tier: clip.tier,
  loopable: clip.loopable,
  flashing: clip.flashing,
})

test('edited words are searched at once, and the records have what each field was', async () => {
  const { id, word } = await aWish()
  const body = { ...wordsOf(await facts(id)), name: 'Quokka at noon', tier: 'premium' as const }
  await staff.visitor.call(room.editStaffClip, { ...at(id), body })
  expect(await found('quokka')).toEqual([id])
  expect(await found(`Harbor ${word}`)).toEqual([])
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'clip', key: String(id) } })
  expect(log[0]).toMatchObject({
    action: 'Edited',
    changes: expect.arrayContaining([{ field: 'tier', was: 'standard', is: 'premium' }]),
  })
  await expect(
    staff.visitor.call(room.editStaffClip, { ...at(id), body: { ...body, category_id: 999_999 } }),
  ).rejects.toMatchObject({ status: 422, errors: { category_id: ['Choose a category.'] } })
})

test('keywords come and go on many clips, each once however it is written; too many change nothing at all', async () => {
  const [one, two] = [await aWish({ keywords: ['Fog', 'dusk'] }), await aWish({ keywords: ['fog'] })]
  const change = (body: object) =>
    staff.visitor.call(room.changeStaffClips, { body: { clip_ids: [one.id, two.id], ...body } })
  const { data } = await change({ add_keywords: ['FOG', 'pier'], remove_keywords: ['Dusk'], time_of_day: 'dawn' })
  expect(data).toEqual({ changed: 2 })
  expect(await facts(one.id)).toMatchObject({ keywords: ['Fog', 'pier'], time_of_day: 'dawn' })
  expect(await facts(two.id)).toMatchObject({ keywords: ['fog', 'pier'] })
  expect(new Set(await found('pier'))).toEqual(new Set([one.id, two.id]))
  const many = Array.from({ length: 49 }, (_, i) => `word ${i}`)
  await expect(change({ add_keywords: many, tier: 'signature' })).rejects.toMatchObject({ status: 422 })
  expect(await facts(one.id)).toMatchObject({ keywords: ['Fog', 'pier'], tier: 'standard' })
})

test('collection admins work here and nowhere else in the admin; filmmakers find no such place', async () => {
  const { id } = await aReview()
  const [editor, filmmaker] = [await aMember(shop), await aMember(shop)]
  await setRoles(shop, editor.user_id, [1, 5])
  await setRoles(shop, filmmaker.user_id, [1, 4])
  expect(await move([id], 'publish', '', editor.visitor)).toEqual({ moved: [id], left: [] })
  await expect(editor.visitor.call(listStaffLog, { query: {} })).rejects.toMatchObject({ status: 404 })
  await expect(move([id], 'withdraw', 'Mine', filmmaker.visitor)).rejects.toMatchObject({ status: 404 })
})
