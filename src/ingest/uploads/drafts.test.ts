/** A clip from draft to publication: described, submitted, declined, corrected, published, searchable. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { privacyParts } from '#app/privacy.server.ts'
import { changeClipStatuses } from '#catalog/admin/contract.ts'
import { indexClips } from '#catalog/search-index.server.ts'
import { linkFilmmaker } from '#earnings/people.server.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { setDigestPace } from '../../../testing/builders/digests.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { buildSubmission } from '../../../testing/builders/uploads.ts'
import { sweepMasters } from '../sweep.server.ts'
import { deleteDraft, getDraft, saveDraft, submitDraft, takeDraftBack } from './drafts-contract.ts'
import { sendSentBackMail } from './mails.server.ts'

let shop: TestApp
let category_id: number
beforeAll(async () => {
  shop = await openTestApp()
  await seedClip(shop)
  const category = await shop.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  category_id = category.id
})
afterAll(() => shop.close())

/** Creates a filmmaker with one draft. */
const createDraft = async () => {
  const clip = await seedClip(shop)
  const artist = await setDigestPace(shop, await seedFilmmaker(shop, clip), 'never')
  await shop.db.transaction().execute(async trx => {
    await trx.updateTable('clips').set({ status: 'draft', published_at: null }).where('id', '=', clip.id).execute()
    await indexClips(trx, [clip.id])
  })
  return { ...artist, clip_id: clip.id, params: { id: String(clip.id) } }
}
const isIndexed = async (clip_id: number) =>
  (await shop.db.selectFrom('clip_search').where('clip_id', '=', clip_id).select('clip_id').execute()).length === 1
const sentBackEvents = async (clip_id: number) => {
  const rows = await shop.db.selectFrom('events').where('name', '=', 'clips.declined').select('payload').execute()
  return rows
    .map(({ payload }) => payload as EventPayloads['clips.declined'])
    .filter(({ clip_ids }) => clip_ids.includes(clip_id))
}

test('a clip is described, submitted, declined with a reason by mail, corrected, published and searchable', async () => {
  const { visitor, email, params, clip_id, user_id } = await createDraft()
  const staff = await seedStaff(shop)
  const { data: draft } = await visitor.call(getDraft, { params })
  expect(draft).toMatchObject({ state: 'needs_details', review_note: '' })

  const body = buildSubmission(category_id)
  const { data: submitted } = await visitor.call(submitDraft, { params, body })
  expect(submitted).toMatchObject({ state: 'in_review', words: { name: body.name, shoot: 'Salt' } })
  expect(await isIndexed(clip_id)).toBe(false)
  const submissions = await shop.db.selectFrom('clip_submissions').where('clip_id', '=', clip_id).selectAll().execute()
  expect(submissions).toMatchObject([{ user_id, releases: ['not-needed'] }])

  const changeState = (name: 'send_back' | 'publish', reason = '') =>
    staff.visitor.call(changeClipStatuses, { body: { clip_ids: [clip_id], move: name, reason } })
  await expect(changeState('send_back')).rejects.toMatchObject({ status: 422 })
  await changeState('send_back', 'Please name the place.')
  expect((await visitor.call(getDraft, { params })).data).toMatchObject({
    state: 'declined',
    review_note: 'Please name the place.',
  })
  const [event] = await sentBackEvents(clip_id)
  if (!event) throw new Error('No event was recorded.')
  await sendSentBackMail(shop.deps, event)
  const mails = shop.mail.sent.filter(({ to }) => to === email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`“${body.name}” was declined`)
  expect(mails[0]?.text).toContain('Please name the place.')
  expect(mails[0]?.text).toContain(`/filmmaker/clips/${clip_id}`)

  await visitor.call(submitDraft, { params, body: { ...body, location_type: 'Vik' } })
  expect((await visitor.call(getDraft, { params })).data).toMatchObject({ state: 'in_review', review_note: '' })
  // An outdated event sends no mail.
  await sendSentBackMail(shop.deps, event)
  expect(shop.mail.sent.filter(({ to }) => to === email)).toHaveLength(1)
  await changeState('publish')
  expect((await visitor.call(getDraft, { params })).data.state).toBe('published')
  expect(await isIndexed(clip_id)).toBe(true)
})

test('each person who manages the filmmaker has their own event, so that a failed mail is retried alone', async () => {
  const { params, clip_id, visitor, user_id, filmmaker_id } = await createDraft()
  const partner = await setDigestPace(shop, await seedMember(shop), 'immediate')
  const link = { user_id: partner.user_id, filmmaker_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => linkFilmmaker(trx, link))
  await visitor.call(submitDraft, { params, body: buildSubmission(category_id) })
  const staff = await seedStaff(shop)
  const reason = 'Too dark.'
  await staff.visitor.call(changeClipStatuses, { body: { clip_ids: [clip_id], move: 'send_back', reason } })
  const events = await sentBackEvents(clip_id)
  expect(events).toEqual([user_id, partner.user_id].map(id => ({ user_id: id, clip_ids: [clip_id], reason })))
  shop.mail.sent.splice(0)
  for (const event of events) await sendSentBackMail(shop.deps, event)
  expect(shop.mail.sent.map(({ to }) => to)).toEqual([expect.any(String), partner.email])
  // People who no longer manage the filmmaker get no mail.
  await shop.db.deleteFrom('filmmaker_members').where('user_id', '=', partner.user_id).execute()
  shop.mail.sent.splice(0)
  for (const event of events) await sendSentBackMail(shop.deps, event)
  expect(shop.mail.sent).toHaveLength(1)
})

test('a draft can be saved incomplete, but submission requires the searchable fields and the rights', async () => {
  const { visitor, params } = await createDraft()
  const { holds_rights: _, ...details } = buildSubmission(category_id)
  const incomplete = {
    ...details,
    description: '',
    keywords: [],
    category_id: null,
    camera_look: '' as const,
    releases: [],
  }
  const { data } = await visitor.call(saveDraft, { params, body: incomplete })
  expect(data).toMatchObject({ state: 'needs_details', words: { category_id: null, camera_look: '', releases: [] } })
  const response = await visitor.send(`/api/filmmaker/clips/${params.id}/submission`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...incomplete, holds_rights: false }),
  })
  expect(response.status).toBe(422)
  const { errors } = (await response.json()) as { errors: Record<string, string[]> }
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

test('a clip in review or in the shop can only be changed by editors', async () => {
  const { visitor, params } = await createDraft()
  const { holds_rights, ...details } = buildSubmission(category_id)
  await visitor.call(submitDraft, { params, body: { ...details, holds_rights } })
  await expect(visitor.call(saveDraft, { params, body: details })).rejects.toMatchObject({ status: 409 })
  await expect(visitor.call(submitDraft, { params, body: { ...details, holds_rights } })).rejects.toMatchObject({
    status: 409,
  })
})

test('twenty concurrent submissions create one', async () => {
  const { visitor, params, clip_id } = await createDraft()
  const body = buildSubmission(category_id)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => visitor.call(submitDraft, { params, body })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const submissions = await shop.db.selectFrom('clip_submissions').where('clip_id', '=', clip_id).selectAll().execute()
  expect(submissions).toHaveLength(1)
})

const draftActionsOf = (clip_id: number) =>
  shop.db
    .selectFrom('draft_actions')
    .where('clip_id', '=', clip_id)
    .orderBy('id')
    .select(['action', 'user_id'])
    .execute()

test('a withdrawn submission is a draft again that can be changed and deleted; the next sweep deletes its files', async () => {
  const { visitor, params, clip_id, user_id } = await createDraft()
  const body = buildSubmission(category_id)
  const takeBack = () => visitor.call(takeDraftBack, { params })
  await expect(takeBack()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('no longer with our'),
  })
  await visitor.call(submitDraft, { params, body })
  await expect(visitor.call(deleteDraft, { params })).rejects.toMatchObject({
    status: 409,
    message: 'Our editors are reviewing it: recall it first.',
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
  expect(await draftActionsOf(clip_id)).toEqual([
    { action: 'withdrawn', user_id },
    { action: 'deleted', user_id },
  ])
  await sweepMasters(shop)
  expect(await shop.storage.open(storage_key)).toBe(undefined)
  expect(await shop.db.selectFrom('masters').where('id', '=', master_id).select('id').execute()).toEqual([])
})

test('of twenty concurrent withdrawals and publications one wins, and the others explain why they failed', async () => {
  const { visitor, params, clip_id } = await createDraft()
  const staff = await seedStaff(shop)
  await visitor.call(submitDraft, { params, body: buildSubmission(category_id) })
  const withdraw = async () => {
    await visitor.call(takeDraftBack, { params })
    return 'back'
  }
  const publish = async () => {
    const body = { clip_ids: [clip_id], move: 'publish' as const, reason: '' }
    const { data } = await staff.visitor.call(changeClipStatuses, { body })
    if (data.moved.length > 0) return 'published'
    throw Object.assign(new Error(), { message: data.left[0]?.text })
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? withdraw() : publish())))
  const [winner, ...others] = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  expect(others).toEqual([])
  expect((await visitor.call(getDraft, { params })).data.state).toBe(winner === 'back' ? 'needs_details' : 'published')
  const messages = new Set(
    results.flatMap(result => (result.status === 'rejected' ? [(result.reason as Error).message] : [])),
  )
  const expected =
    winner === 'back'
      ? [
          'It is no longer with our editors: you can edit it yourself.',
          'It is a draft again: its filmmaker recalled it, or a colleague sent it back.',
        ]
      : [
          'Our editors have published it: it is in the shop. Contact us to have it removed.',
          'It is published, not in review.',
        ]
  expect([...messages].toSorted()).toEqual(expected.toSorted())
  expect(await draftActionsOf(clip_id)).toHaveLength(winner === 'back' ? 1 : 0)
})

test('a draft that is put in review and deleted at the same time ends as one or the other', async () => {
  const { visitor, params, clip_id } = await createDraft()
  const staff = await seedStaff(shop)
  const review = async () => {
    const body = { clip_ids: [clip_id], move: 'review' as const, reason: '' }
    const { data } = await staff.visitor.call(changeClipStatuses, { body })
    if (data.moved.length === 0) throw new Error('too late')
    return 'in_review'
  }
  const remove = async () => {
    await visitor.call(deleteDraft, { params })
    return 'deleted'
  }
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? remove() : review())))
  const winners = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  expect(winners).toHaveLength(1)
  const clips = await shop.db.selectFrom('clips').where('id', '=', clip_id).select('status').execute()
  expect(clips).toEqual(winners[0] === 'deleted' ? [] : [{ status: 'in_review' }])
  for (const result of results)
    if (result.status === 'rejected' && (result.reason as Error).message !== 'too late')
      expect([404, 409]).toContain((result.reason as { status: number }).status)
})

test('a clip of another filmmaker is a 404', async () => {
  const [own, other] = [await createDraft(), await createDraft()]
  const { params } = other
  const body = buildSubmission(category_id)
  await expect(own.visitor.call(getDraft, { params })).rejects.toMatchObject({ status: 404 })
  await expect(own.visitor.call(submitDraft, { params, body })).rejects.toMatchObject({ status: 404 })
  await expect(own.visitor.call(deleteDraft, { params })).rejects.toMatchObject({ status: 404 })
  await expect(own.visitor.call(takeDraftBack, { params })).rejects.toMatchObject({ status: 404 })
  expect((await other.visitor.call(getDraft, { params })).data.state).toBe('needs_details')
})

test('a nonexistent category is refused and nothing else changes', async () => {
  const { visitor, params } = await createDraft()
  const body = { ...buildSubmission(999_999), name: 'Another name' }
  await expect(visitor.call(submitDraft, { params, body })).rejects.toMatchObject({
    status: 422,
    errors: { category_id: ['Choose a category.'] },
  })
  expect((await visitor.call(getDraft, { params })).data.words.name).toBe('Slow tide at dusk')
})

test('deleting an account removes the personal data; the clip and its submission remain', async () => {
  const { visitor, params, clip_id, user_id, email } = await createDraft()
  await visitor.call(submitDraft, { params, body: buildSubmission(category_id) })
  const part = privacyParts.find(({ name }) => name === 'uploads')
  expect(await part?.collect(shop.db, user_id)).toMatchObject({ submissions: [{ releases: ['not-needed'] }] })
  const leaver = { user_id, email, stand_in: 'x', closed_workspace_ids: [], now: shop.clock.now() }
  await shop.db.transaction().execute(async trx => part?.forget(trx, leaver))
  expect(await part?.collect(shop.db, user_id)).toEqual({
    files: [],
    submissions: [],
    taken_back_or_deleted: [],
    footage_requests: [],
  })
  const submissions = await shop.db
    .selectFrom('clip_submissions')
    .where('clip_id', '=', clip_id)
    .select('user_id')
    .execute()
  expect(submissions).toEqual([{ user_id: null }])
})
