/** A filmmaker's own view of a clip in any state, and their actions on it. */
import { fileUrlOf } from '#catalog/card.server.ts'
import { loadClipRecords } from '#catalog/clip-records.server.ts'
import { UNSORTED_SLUG } from '#catalog/edit-categories.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { deleteDraft, submitDraft, recallDraft } from '../drafts.server.ts'
import type { DraftClip } from './drafts-contract.ts'
import { listShootNames } from './list.server.ts'
import { clipState } from './states.ts'

const LOG_FORMAT_ID = 4

/** Throws 404 when the clip belongs to another filmmaker. */
export const loadDraft = async (
  db: Db,
  { clip_id, filmmaker_id }: { clip_id: number; filmmaker_id: number },
): Promise<DraftClip> => {
  const [clip] = await loadClipRecords(db, [clip_id])
  if (clip?.filmmaker.id !== filmmaker_id) throw refuse.missing('clip')
  const { review_note } = await db
    .selectFrom('clips')
    .where('id', '=', clip_id)
    .select('review_note')
    .executeTakeFirstOrThrow()
  const upload = await db.selectFrom('uploads').where('clip_id', '=', clip_id).select('notes').executeTakeFirst()
  const [shoots, categories] = await Promise.all([
    listShootNames(db, filmmaker_id),
    db
      .selectFrom('categories')
      .where('slug', '!=', UNSORTED_SLUG)
      .select(['id', 'name', 'parent_id'])
      .orderBy('position')
      .orderBy('name')
      .execute(),
  ])
  const { facts: techFacts, renditions } = clip.master
  const isSorted = clip.category.slug !== UNSORTED_SLUG
  return {
    id: clip.id,
    slug: clip.slug,
    state: clipState({ status: clip.status, review_note }),
    review_note,
    notes: upload?.notes ?? [],
    words: {
      name: clip.name,
      description: clip.description,
      keywords: clip.keywords,
      shoot: clip.shoot.name,
      category_id: isSorted ? clip.category.id : null,
      subcategory_id: isSorted ? (clip.subcategory?.id ?? null) : null,
      camera_look: clip.camera_look,
      motion: clip.motion,
      time_of_day: clip.time_of_day,
      location_type: clip.location_type,
      camera: clip.camera,
      lens: clip.lens,
      people_count: clip.people_count,
      releases: clip.releases,
      loopable: clip.loopable,
      flashing: clip.flashing,
      log: clip.formats.some(({ id }) => id === LOG_FORMAT_ID),
      production: clip.production,
    },
    preview: fileUrlOf(renditions, 'preview'),
    poster: fileUrlOf(renditions, 'poster'),
    sprite_vtt: fileUrlOf(renditions, 'sprite_vtt'),
    width: clip.width,
    height: clip.height,
    fps: clip.fps,
    duration_in_seconds: clip.duration_ms / 1_000,
    codec: 'codec' in techFacts ? techFacts.codec : null,
    start_timecode: 'codec' in techFacts ? techFacts.start_timecode : null,
    has_audio: 'codec' in techFacts && techFacts.has_audio,
    shoots,
    categories,
  }
}

type SubmitClipInput = { clip_id: number; filmmaker_id: number; user_id: number; releases: string[]; now: Date }

/** Submits a clip for review, and records who submitted it and the releases they declared. */
export const submitClip = async (trx: Trx, { now, user_id, releases, ...draft }: SubmitClipInput): Promise<void> => {
  await submitDraft(trx, draft, now)
  await trx
    .insertInto('clip_submissions')
    .values({ clip_id: draft.clip_id, user_id, releases, submitted_at: now })
    .execute()
}

type DraftActionInput = { clip_id: number; filmmaker_id: number; user_id: number; now: Date }

/** Withdraws a clip from review. Throws 404, or 409 when the editors have decided. */
export const withdrawSubmission = async (trx: Trx, { user_id, now, ...draft }: DraftActionInput): Promise<void> => {
  const clip_name = await recallDraft(trx, draft, now)
  await recordDraftAction(trx, { ...draft, clip_name, user_id, action: 'withdrawn', at: now })
}

/** Deletes a draft. Throws 404, or 409 when the clip is not a draft. */
export const deleteDraftClip = async (trx: Trx, { user_id, now, ...draft }: DraftActionInput): Promise<void> => {
  const clip_name = await deleteDraft(trx, draft)
  await recordDraftAction(trx, { ...draft, clip_name, user_id, action: 'deleted', at: now })
}

type DraftAction = {
  filmmaker_id: number
  clip_id: number
  clip_name: string
  action: 'withdrawn' | 'deleted'
  user_id: number
  at: Date
}
const recordDraftAction = (trx: Trx, action: DraftAction) => trx.insertInto('draft_actions').values(action).execute()
