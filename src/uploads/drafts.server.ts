/** A filmmaker's clip as they see it themselves, whatever its state. */
import { urlOf } from '#catalog/card.server.ts'
import { clipFacts } from '#catalog/clip-facts.server.ts'
import { deleteDraft, submitDraft, takeBack } from '#catalog/drafts.server.ts'
import { unsorted } from '#catalog/ingest/place.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { DraftClip } from './drafts-contract.ts'
import { shootNames } from './show.server.ts'
import { clipState } from './states.ts'

const log_format = 4

/** Throws 404 for what is not this filmmaker's. */
export const draftFor = async (
  db: Db,
  { clip_id, filmmaker_id }: { clip_id: number; filmmaker_id: number },
): Promise<DraftClip> => {
  const [clip] = await clipFacts(db, [clip_id])
  if (clip?.filmmaker.id !== filmmaker_id) throw refuse.missing('clip')
  const { review_note } = await db
    .selectFrom('clips')
    .where('id', '=', clip_id)
    .select('review_note')
    .executeTakeFirstOrThrow()
  const upload = await db.selectFrom('uploads').where('clip_id', '=', clip_id).select('notes').executeTakeFirst()
  const [shoots, categories] = await Promise.all([
    shootNames(db, filmmaker_id),
    db
      .selectFrom('categories')
      .where('slug', '!=', unsorted.slug)
      .select(['id', 'name', 'parent_id'])
      .orderBy('position')
      .orderBy('name')
      .execute(),
  ])
  const { facts: tech, renditions } = clip.master
  const isSorted = clip.category.slug !== unsorted.slug
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
      people_count: clip.people_count,
      releases: clip.releases,
      loopable: clip.loopable,
      flashing: clip.flashing,
      log: clip.formats.some(({ id }) => id === log_format),
      production: clip.production,
    },
    preview: urlOf(renditions, 'preview'),
    poster: urlOf(renditions, 'poster'),
    sprite_vtt: urlOf(renditions, 'sprite_vtt'),
    width: clip.width,
    height: clip.height,
    fps: clip.fps,
    duration_in_seconds: clip.duration_ms / 1_000,
    codec: 'codec' in tech ? tech.codec : null,
    start_timecode: 'codec' in tech ? tech.start_timecode : null,
    has_audio: 'codec' in tech && tech.has_audio,
    shoots,
    categories,
  }
}

type Submission = { clip_id: number; filmmaker_id: number; user_id: number; releases: string[]; now: Date }

/** Lays a clip before the editors; who did so, and what they said of its rights, is kept. */
export const submitClip = async (trx: Trx, { now, user_id, releases, ...draft }: Submission): Promise<void> => {
  await submitDraft(trx, draft, now)
  await trx
    .insertInto('clip_submissions')
    .values({ clip_id: draft.clip_id, user_id, releases, submitted_at: now })
    .execute()
}

type Act = { clip_id: number; filmmaker_id: number; user_id: number; now: Date }

/** Takes a clip back from the editors. Throws 404, 409 once they have decided. */
export const takeClipBack = async (trx: Trx, { user_id, now, ...draft }: Act): Promise<void> => {
  const clip_name = await takeBack(trx, draft, now)
  await note(trx, { ...draft, clip_name, user_id, action: 'taken_back', acted_at: now })
}

/** Deletes a draft. Throws 404, 409 for what is no draft any more. */
export const deleteClip = async (trx: Trx, { user_id, now, ...draft }: Act): Promise<void> => {
  const clip_name = await deleteDraft(trx, draft)
  await note(trx, { ...draft, clip_name, user_id, action: 'deleted', acted_at: now })
}

type Noted = {
  filmmaker_id: number
  clip_id: number
  clip_name: string
  action: 'taken_back' | 'deleted'
  user_id: number
  acted_at: Date
}
const note = (trx: Trx, act: Noted) => trx.insertInto('draft_acts').values(act).execute()
