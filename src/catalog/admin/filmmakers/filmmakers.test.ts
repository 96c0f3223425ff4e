/** Tests for filmmakers in the admin, through the API, and for what buyers then see. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { resolvePlacement } from '#ingest/placement.server.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { getSearchPage } from '#search/search-page-contract.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { createCurationTools, idParams, uniqueWord } from '../../../../testing/builders/curation.ts'
import { seedFilmmaker } from '../../../../testing/builders/earnings.ts'
import { postForm, signedFields } from '../../../../testing/builders/images.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { still, SVG_IMAGE } from '../../../../testing/pictures.ts'
import { getFilmmaker } from '../../collections-contract.ts'
import { listClips } from '../../contract.ts'
import { REINDEX_FILMMAKER_JOB, reindexFilmmaker } from '../../edit-filmmakers.server.ts'
import { getCatalogChoices } from '../contract.ts'
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

const create = (name: string) =>
  staff.visitor.call(contract.createStaffFilmmaker, { body: { name, location: 'Oslo', bio: 'Films ice.' } })

const load = async (id: number) => (await staff.visitor.call(contract.getStaffFilmmaker, idParams(id))).data
const update = async (id: number, change: Partial<contract.StaffFilmmaker>) => {
  const { name, slug, location, bio, links, version } = { ...(await load(id)), ...change }
  const body = { name, slug, location, bio, links, version }
  return staff.visitor.call(contract.updateStaffFilmmaker, { ...idParams(id), body })
}
const remove = (id: number) => staff.visitor.call(contract.deleteStaffFilmmaker, idParams(id))
const find = async (name: string) => {
  const { data } = await staff.visitor.call(contract.listStaffFilmmakers, { query: { search: name } })
  expect(data).toHaveLength(1)
  return data[0] ?? { id: 0, slug: '' }
}
const loadPublic = async (id: number) => (await shop.visitor().call(getFilmmaker, { ...idParams(id), query: {} })).data
/** Runs the queued search jobs. */
const updateSearch = async () => {
  for (const { name, data } of shop.jobs.sent.splice(0))
    if (name === REINDEX_FILMMAKER_JOB) await reindexFilmmaker(shop.db, (data as { id: number }).id)
  shop.clock.advance(120_000)
}
const searchIds = async (query: { q: string } | { filmmaker: string }) =>
  (await shop.visitor().call(listClips, { query })).data.map(clip => clip.id).toSorted((a, b) => a - b)

test('a new filmmaker can be chosen at once, and the audit log has who created it', async () => {
  const name = `Ines ${uniqueWord()}`
  const { data } = await create(name)
  const { data: choices } = await staff.visitor.call(getCatalogChoices, {})
  expect(choices.filmmakers).toContainEqual({ id: data.id, name })
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'filmmaker', key: String(data.id) },
  })
  expect(log[0]).toMatchObject({ action: 'created', staff_email: staff.email, about_name: name })
  expect(log[0]?.changes).toContainEqual({ field: 'location', was: 'none', is: 'Oslo' })
})

test('of twenty sessions that create the same filmmaker, one does, and the others read who has the name', async () => {
  const name = `Same ${uniqueWord()}`
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => create(name)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        status: 422,
        errors: { name: [`There is a filmmaker “${name}” already.`] },
      })
  await expect(create(' ')).rejects.toMatchObject({ status: 422, errors: { name: ['Name is required'] } })
})

test('a renamed filmmaker keeps its old addresses, and search and facet follow', async () => {
  const [before, after] = [uniqueWord(), uniqueWord()]
  const clips = await curation.seedClips(2, { filmmaker: before })
  const { id, slug } = await find(before)
  expect(await searchIds({ q: before })).toEqual(clips)
  const links = ['https://vimeo.com/ibex', 'https://ibex.example/']
  const { data } = await update(id, { name: after, slug: after, bio: 'Horned', links })
  expect(data).toMatchObject({
    name: after,
    former_slugs: [slug],
    clips: 2,
    published_clips: 2,
    clips_by_state: { draft: 0, in_review: 0, published: 2, withdrawn: 0 },
  })
  expect(data.history[0]).toMatchObject({ action: 'edited', staff_email: staff.email })
  expect(data.history[0]?.changes).toContainEqual({ field: 'name', was: before, is: after })
  await updateSearch()
  expect(await searchIds({ q: after })).toEqual(clips)
  expect(await searchIds({ filmmaker: after })).toEqual(clips)
  expect(await searchIds({ q: before })).toEqual([])
  // An old link with the filter, too.
  expect(await searchIds({ filmmaker: slug })).toEqual(clips)
  const { data: old } = await shop.visitor().call(getSearchPage, { query: { q: after, filmmaker: `other,${slug}` } })
  expect(old).toEqual({ kind: 'redirect', path: `/clips?q=${after}&filmmaker=other,${after}` })
  const { meta } = await shop.visitor().call(listClips, { query: { q: after } })
  expect(meta.facets?.filmmaker).toContainEqual(expect.objectContaining({ value: after, label: after, count: 2 }))
  expect(await loadPublic(id)).toMatchObject({ name: after, slug: after, bio: 'Horned', links, avatar_url: null })

  // Footage under the old name still goes to this filmmaker, so nobody else can take it.
  await expect(create(before)).rejects.toMatchObject({
    status: 422,
    errors: { name: [`“${after}” had this name before, and footage under it still goes there.`] },
  })
  const other = (await create(uniqueWord())).data
  await expect(update(other.id, { slug: after })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“${after}” has this address.`] },
  })
  await expect(update(other.id, { slug })).rejects.toMatchObject({
    status: 422,
    errors: { slug: [`“${after}” had this address before, and links with it still lead there.`] },
  })
  await expect(update(other.id, { links: ['javascript:alert(1)'] })).rejects.toMatchObject({ status: 422 })
  // Its own earlier address can be used again.
  expect((await update(id, { slug })).data.former_slugs).toEqual([after])
})

test('new footage of a renamed filmmaker goes to the same one', async () => {
  const [before, after] = [uniqueWord(), uniqueWord()]
  const { id } = (await create(before)).data
  await update(id, { name: after, slug: after })
  const metadata = { filmmaker: before, shoot: uniqueWord() } as Parameters<typeof resolvePlacement>[1]
  const placement = await shop.db.transaction().execute(trx => resolvePlacement(trx, metadata))
  expect(placement.filmmaker_id).toBe(id)
})

test('an outdated version is refused', async () => {
  const { id } = (await create(uniqueWord())).data
  const { version } = await load(id)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => update(id, { bio: `Version ${n}`, version })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 409, message: /Somebody else saved changes to this filmmaker/ })
  expect((await load(id)).version).toBe(version + 1)
})

test('a portrait is checked like every picture, belongs to its filmmaker, and can be removed', async () => {
  const word = uniqueWord()
  await curation.seedClips(1, { filmmaker: word })
  const { id } = await find(word)
  const upload = async (target: number, bytes: Buffer | string) => {
    const { data } = await staff.visitor.call(contract.getPortraitUpload, idParams(target))
    return postForm(shop, staff.visitor, [['file', { bytes }], ...signedFields(data)])
  }
  const save = (target: number, avatar_public_id: string | null) =>
    staff.visitor.call(contract.savePortrait, { ...idParams(target), body: { avatar_public_id } })
  expect(await upload(id, SVG_IMAGE)).toMatchObject({ status: 422 })
  const jpeg = await still(300, 300).jpeg().toBuffer()
  const other = (await create(uniqueWord())).data
  const foreign = await upload(other.id, jpeg)
  await expect(save(id, foreign.public_id ?? '')).rejects.toMatchObject({ status: 422 })
  const { public_id = '' } = await upload(id, jpeg)
  const { data } = await save(id, public_id)
  expect(data).toMatchObject({ avatar_url: expect.stringContaining('.webp') })
  expect(data.history[0]).toMatchObject({ action: 'portrait_changed' })
  expect((await loadPublic(id)).avatar_url).toBe(data.avatar_url)
  expect((await shop.app.inject(data.avatar_url ?? '')).statusCode).toBe(200)
  expect((await save(id, null)).data.avatar_url).toBe(null)
})

test('a filmmaker with clips or people is not deleted, an empty one is', async () => {
  const word = uniqueWord()
  const [clip = 0] = await curation.seedClips(2, { filmmaker: word, draft: true })
  const { id } = await find(word)
  await expect(remove(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining(`“${word}” has 2 clips`),
  })
  await seedFilmmaker(shop, { id: clip } as Parameters<typeof seedFilmmaker>[1])
  const empty = (await create(uniqueWord())).data
  await shop.db
    .updateTable('filmmaker_members')
    .set({ filmmaker_id: empty.id })
    .where('filmmaker_id', '=', id)
    .execute()
  await expect(remove(empty.id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Remove their access'),
  })
  await shop.db.deleteFrom('filmmaker_members').where('filmmaker_id', '=', empty.id).execute()
  await shop.db
    .insertInto('collections')
    .values({ kind: 'shoot', slug: uniqueWord(), name: 'Empty', filmmaker_id: empty.id })
    .execute()
  expect((await remove(empty.id)).data).toEqual({ deleted: empty.id })
  await expect(load(empty.id)).rejects.toMatchObject({ status: 404 })
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'filmmaker', key: String(empty.id) },
  })
  expect(log[0]).toMatchObject({ action: 'deleted', staff_email: staff.email })
})

test('a collection admin sees what editors did, but nothing about people and money', async () => {
  const { id } = (await create(uniqueWord())).data
  await update(id, { location: 'Bergen' })
  const admin = await seedStaff(shop, 'platform_admin')
  const now = shop.clock.now()
  const entry = { about: 'filmmaker', about_key: id, action: 'payout_sent', staff_user_id: admin.user_id, now } as const
  await shop.db.transaction().execute(trx => writeAuditEntry(trx, entry))
  const collectionAdmin = await seedStaff(shop, 'collection_admin')
  const historyOf = async ({ visitor }: Buyer) =>
    (await visitor.call(contract.getStaffFilmmaker, idParams(id))).data.history.map(({ action }) => action)
  expect(await historyOf(collectionAdmin)).toEqual(['edited', 'created'])
  expect(await historyOf(admin)).toEqual(['payout_sent', 'edited', 'created'])
})
