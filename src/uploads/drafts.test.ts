/** A clip on its way into the shop: described, submitted, declined with a reason, corrected, published, found. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { wantsNews } from '../../testing/builders/digests.ts'
import { aFilmmaker } from '../../testing/builders/earnings.ts'
import { aClip, aMember } from '../../testing/builders/orders.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { aSubmission } from '../../testing/builders/uploads.ts'
import { moveStaffClips } from '../admin/catalog/contract.ts'
import { indexClips } from '../catalog/index.server.ts'
import { sweepMasters } from '../catalog/ingest/sweep.server.ts'
import { linkFilmmaker } from '../earnings/people.server.ts'
import type { Events } from '../platform/outbox.server.ts'
import { privacyParts } from '../privacy.server.ts'
import { deleteDraft, getDraft, saveDraft, submitDraft, takeDraftBack } from './drafts-contract.ts'
import { mailSentBack } from './mails.server.ts'

let shop: TestApp
let category_id: number
beforeAll(async () => {
  shop = await openTestApp()
  await aClip(shop)
  const category = await shop.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  category_id = category.id
})
afterAll(() => shop.close())

/** A filmmaker with one draft. */
const aDraft = async () => {
  const clip = await aClip(shop)
  const artist = await wantsNews(shop, await aFilmmaker(shop, clip), 'at_once')
  await shop.db.transaction().execute(async trx => {
    await trx.updateTable('clips').set({ status: 'draft', published_at: null }).where('id', '=', clip.id).execute()
    await indexClips(trx, [clip.id])
  })
  return { ...artist, clip_id: clip.id, params: { id: String(clip.id) } }
}
const isFound = async (clip_id: number) =>
  (await shop.db.selectFrom('clip_search').where('clip_id', '=', clip_id).select('clip_id').execute()).length === 1
const newsOf = async (clip_id: number) => {
  const rows = await shop.db.selectFrom('events').where('name', '=', 'clips.sent_back').select('payload').execute()
  return rows
    .map(({ payload }) => payload as Events['clips.sent_back'])
    .filter(({ clip_ids }) => clip_ids.includes(clip_id))
}

test('described, submitted, declined with a reason and a mail, corrected, published and found', async () => {
  const { visitor, email, params, clip_id, user_id } = await aDraft()
  const staff = await aStaff(shop)
  const { data: draft } = await visitor.call(getDraft, { params })
  expect(draft).toMatchObject({ state: 'needs_details', review_note: '' })

  const body = aSubmission(category_id)
  const { data: submitted } = await visitor.call(submitDraft, { params, body })
  expect(submitted).toMatchObject({ state: 'in_review', words: { name: body.name, shoot: 'Salt' } })
  expect(await isFound(clip_id)).toBe(false)
  const kept = await shop.db.selectFrom('clip_submissions').where('clip_id', '=', clip_id).selectAll().execute()
  expect(kept).toMatchObject([{ user_id, releases: ['not-needed'] }])

  const move = (name: 'send_back' | 'publish', reason = '') =>
    staff.visitor.call(moveStaffClips, { body: { clip_ids: [clip_id], move: name, reason } })
  await expect(move('send_back')).rejects.toMatchObject({ status: 422 })
  await move('send_back', 'Please name the place.')
  expect((await visitor.call(getDraft, { params })).data).toMatchObject({
    state: 'declined',
    review_note: 'Please name the place.',
  })
  const [news] = await newsOf(clip_id)
  if (!news) throw new Error('Nothing was told.')
  await mailSentBack(shop.deps, news)
  const mails = shop.mail.sent.filter(({ to }) => to === email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`“${body.name}” was declined`)
  expect(mails[0]?.text).toContain('Please name the place.')
  expect(mails[0]?.text).toContain(`/filmmaker/clips/${clip_id}`)

  await visitor.call(submitDraft, { params, body: { ...body, location_type: 'Vik' } })
  expect((await visitor.call(getDraft, { params })).data).toMatchObject({ state: 'in_review', review_note: '' })
  // What went on since is no news any more.
  await mailSentBack(shop.deps, news)
  expect(shop.mail.sent.filter(({ to }) => to === email)).toHaveLength(1)
  await move('publish')
  expect((await visitor.call(getDraft, { params })).data.state).toBe('published')
  expect(await isFound(clip_id)).toBe(true)
})

test('each who looks after the filmmaker is told alone: a mail that fails is tried again by itself', async () => {
  const { params, clip_id, visitor, user_id, filmmaker_id } = await aDraft()
  const partner = await wantsNews(shop, await aMember(shop), 'at_once')
  const link = { user_id: partner.user_id, filmmaker_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => linkFilmmaker(trx, link))
  await visitor.call(submitDraft, { params, body: aSubmission(category_id) })
  const staff = await aStaff(shop)
  const reason = 'Too dark.'
  await staff.visitor.call(moveStaffClips, { body: { clip_ids: [clip_id], move: 'send_back', reason } })
  const news = await newsOf(clip_id)
  expect(news).toEqual([user_id, partner.user_id].map(id => ({ user_id: id, clip_ids: [clip_id], reason })))
  shop.mail.sent.splice(0)
  for (const one of news) await mailSentBack(shop.deps, one)
  expect(shop.mail.sent.map(({ to }) => to)).toEqual([expect.any(String), partner.email])
  // Whoever looks after it no more hears nothing.
  await shop.db.deleteFrom('filmmaker_people').where('user_id', '=', partner.user_id).execute()
  shop.mail.sent.splice(0)
  for (const one of news) await mailSentBack(shop.deps, one)
  expect(shop.mail.sent).toHaveLength(1)
})

test('it is saved half done, but submitted only with what buyers search by, and with the rights to it', async () => {
  const { visitor, params } = await aDraft()
  const { holds_rights: _, ...words } = aSubmission(category_id)
  const half = { ...words, description: '', keywords: [], category_id: null, camera_look: '' as const, releases: [] }
  const { data } = await visitor.call(saveDraft, { params, body: half })
  expect(data).toMatchObject({ state: 'needs_details', words: { category_id: null, camera_look: '', releases: [] } })
  const answer = await visitor.send(`/api/filmmaker/clips/${params.id}/submission`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...half, holds_rights: false }),
  })
  expect(answer.status).toBe(422)
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> }
  expect(errors).toMatchObject({
    description: ['Description is required'],
    keywords: ['Give at least three keywords: buyers find your clip by them.'],
    category_id: ['Choose a category.'],
    camera_look: ['Choose a camera look.'],
    releases: ['Say which releases there are, or that none is needed.'],
    holds_rights: ['We can only sell what you hold the rights to.'],
  })
  expect((await visitor.call(getDraft, { params })).data.state).toBe('needs_details')
})

test('what is before the editors, or in the shop, is changed by nobody but them', async () => {
  const { visitor, params } = await aDraft()
  const { holds_rights, ...words } = aSubmission(category_id)
  await visitor.call(submitDraft, { params, body: { ...words, holds_rights } })
  await expect(visitor.call(saveDraft, { params, body: words })).rejects.toMatchObject({ status: 409 })
  await expect(visitor.call(submitDraft, { params, body: { ...words, holds_rights } })).rejects.toMatchObject({
    status: 409,
  })
})

test('twenty who submit at once lay it before the editors once', async () => {
  const { visitor, params, clip_id } = await aDraft()
  const body = aSubmission(category_id)
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => visitor.call(submitDraft, { params, body })))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const kept = await shop.db.selectFrom('clip_submissions').where('clip_id', '=', clip_id).selectAll().execute()
  expect(kept).toHaveLength(1)
})

const actsOf = (clip_id: number) =>
  shop.db.selectFrom('draft_acts').where('clip_id', '=', clip_id).orderBy('id').select(['action', 'user_id']).execute()

test('taken back it is a draft again, can be changed and deleted; its files go with the next sweep', async () => {
  const { visitor, params, clip_id, user_id } = await aDraft()
  const body = aSubmission(category_id)
  const takeBack = () => visitor.call(takeDraftBack, { params })
  await expect(takeBack()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('not with our') })
  await visitor.call(submitDraft, { params, body })
  await expect(visitor.call(deleteDraft, { params })).rejects.toMatchObject({
    status: 409,
    message: 'Our editors have it by now: take it back first.',
  })
  expect((await takeBack()).data).toMatchObject({ state: 'needs_details', words: { name: body.name } })

  const { master_id, shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip_id)
    .select(['master_id', 'shoot_id'])
    .executeTakeFirstOrThrow()
  const { storage_key } = await shop.db
    .selectFrom('masters')
    .where('id', '=', master_id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('collections').set({ trailer_clip_id: clip_id }).where('id', '=', shoot_id).execute()
  await sweepMasters(shop)
  expect(await shop.storage.open(storage_key)).toBeDefined()
  await visitor.call(deleteDraft, { params })
  await expect(visitor.call(getDraft, { params })).rejects.toMatchObject({ status: 404 })
  expect(await actsOf(clip_id)).toEqual([
    { action: 'taken_back', user_id },
    { action: 'deleted', user_id },
  ])
  await sweepMasters(shop)
  expect(await shop.storage.open(storage_key)).toBe(undefined)
  expect(await shop.db.selectFrom('masters').where('id', '=', master_id).select('id').execute()).toEqual([])
})

test('of twenty who take it back or publish it at once one wins, and the others read why not', async () => {
  const { visitor, params, clip_id } = await aDraft()
  const staff = await aStaff(shop)
  await visitor.call(submitDraft, { params, body: aSubmission(category_id) })
  const back = async () => {
    await visitor.call(takeDraftBack, { params })
    return 'back'
  }
  const publish = async () => {
    const body = { clip_ids: [clip_id], move: 'publish' as const, reason: '' }
    const { data } = await staff.visitor.call(moveStaffClips, { body })
    if (data.moved.length > 0) return 'published'
    throw Object.assign(new Error(), { message: data.left[0]?.text })
  }
  const ended = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? back() : publish())))
  const [won, ...others] = ended.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  expect(others).toEqual([])
  expect((await visitor.call(getDraft, { params })).data.state).toBe(won === 'back' ? 'needs_details' : 'published')
  const said = new Set(ended.flatMap(one => (one.status === 'rejected' ? [(one.reason as Error).message] : [])))
  const heard =
    won === 'back'
      ? [
          'It is not with our editors any more: you can change it yourself.',
          'It is a draft again: its filmmaker took it back, or a colleague sent it back.',
        ]
      : [
          'Our editors have published it: it is in the shop. Write to us to have it taken out.',
          'It is published, not in review.',
        ]
  expect([...said].toSorted()).toEqual(heard.toSorted())
  expect(await actsOf(clip_id)).toHaveLength(won === 'back' ? 1 : 0)
})

test('a draft that is put in review while it is deleted is the one or the other', async () => {
  const { visitor, params, clip_id } = await aDraft()
  const staff = await aStaff(shop)
  const review = async () => {
    const body = { clip_ids: [clip_id], move: 'review' as const, reason: '' }
    const { data } = await staff.visitor.call(moveStaffClips, { body })
    if (data.moved.length === 0) throw new Error('too late')
    return 'in_review'
  }
  const remove = async () => {
    await visitor.call(deleteDraft, { params })
    return 'deleted'
  }
  const ended = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? remove() : review())))
  const won = ended.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  expect(won).toHaveLength(1)
  const left = await shop.db.selectFrom('clips').where('id', '=', clip_id).select('status').execute()
  expect(left).toEqual(won[0] === 'deleted' ? [] : [{ status: 'in_review' }])
  for (const one of ended)
    if (one.status === 'rejected' && (one.reason as Error).message !== 'too late')
      expect([404, 409]).toContain((one.reason as { status: number }).status)
})

test('a clip of another filmmaker is not there', async () => {
  const [own, other] = [await aDraft(), await aDraft()]
  const { params } = other
  const body = aSubmission(category_id)
  await expect(own.visitor.call(getDraft, { params })).rejects.toMatchObject({ status: 404 })
  await expect(own.visitor.call(submitDraft, { params, body })).rejects.toMatchObject({ status: 404 })
  await expect(own.visitor.call(deleteDraft, { params })).rejects.toMatchObject({ status: 404 })
  await expect(own.visitor.call(takeDraftBack, { params })).rejects.toMatchObject({ status: 404 })
  expect((await other.visitor.call(getDraft, { params })).data.state).toBe('needs_details')
})

test('a category of nothing is refused, and nothing else changes', async () => {
  const { visitor, params } = await aDraft()
  const body = { ...aSubmission(999_999), name: 'Another name' }
  await expect(visitor.call(submitDraft, { params, body })).rejects.toMatchObject({
    status: 422,
    errors: { category_id: ['Choose a category.'] },
  })
  expect((await visitor.call(getDraft, { params })).data.words.name).toBe('Slow tide at dusk')
})

test('who leaves takes what names them along; the clip and its submission stay', async () => {
  const { visitor, params, clip_id, user_id, email } = await aDraft()
  await visitor.call(submitDraft, { params, body: aSubmission(category_id) })
  const part = privacyParts.find(({ name }) => name === 'uploads')
  expect(await part?.collect(shop.db, user_id)).toMatchObject({ submissions: [{ releases: ['not-needed'] }] })
  const leaver = { user_id, email, stand_in: 'x', closed_workspace_ids: [], now: shop.clock.now() }
  await shop.db.transaction().execute(async trx => part?.forget(trx, leaver))
  expect(await part?.collect(shop.db, user_id)).toEqual({ files: [], submissions: [], taken_back_or_deleted: [] })
  const kept = await shop.db.selectFrom('clip_submissions').where('clip_id', '=', clip_id).select('user_id').execute()
  expect(kept).toEqual([{ user_id: null }])
})
