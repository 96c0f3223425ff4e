/** Uploads as a list: what is on its way, and what became of the rest. */
import { sql } from 'kysely'

import { picturesOf } from '#catalog/card.server.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'

import type { UploadRow } from './contract.ts'
import type { CheckStep } from './progress.ts'
import { stateOf, type KeptState } from './states.ts'

const per_page = 50
const most_shoots = 200

type Asked = {
  /** Who asks. */
  user_id: number
  /** null: of all. */
  filmmaker_id: number | null
  page?: number | undefined
}

/** Of a filmmaker the clips that anybody sent, and what is on its way from whoever asks. */
export const uploadsFor = async (db: Db, { user_id, filmmaker_id, page = 1 }: Asked) => {
  const found = db
    .selectFrom('uploads as u')
    .innerJoin('filmmakers as f', 'f.id', 'u.filmmaker_id')
    .$if(filmmaker_id !== null, query =>
      query
        .where('u.filmmaker_id', '=', filmmaker_id)
        .where(eb => eb.or([eb('u.state', '=', 'taken'), eb('u.user_id', '=', user_id)])),
    )
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('users as p', 'p.id', 'u.user_id')
    .leftJoin('clips as c', 'c.id', 'u.clip_id')
    .leftJoin('masters as m', 'm.id', 'c.master_id')
    .leftJoin('collections as s', 's.id', 'c.shoot_id')
    .orderBy('u.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .select([
      'u.id',
      'u.file_name',
      'u.size_bytes',
      'u.modified_ms',
      'u.received_bytes',
      'u.state',
      'u.reason',
      'u.notes',
      'u.check_step',
      'u.checked_percent',
    ])
    .select(['u.began_at', 'u.user_id', 'f.name as filmmaker'])
    // A filmmaker is not told who of us sent something for them.
    .select(
      sql<string | null>`case when u.by_staff and ${filmmaker_id !== null}::boolean then null else p.email end`.as(
        'sent_by',
      ),
    )
    .select(eb => eb.fn.coalesce('s.name', 'u.shoot').as('shoot'))
    .select(['c.id as clip_id', 'c.slug', 'c.name', 'c.status', 'c.review_note', 'm.renditions'])
    .select(
      sql<number>`case when u.state = 'checking' then
        (select count(*)::int from uploads o where o.state = 'checking' and (o.touched_at, o.id) < (u.touched_at, u.id))
        else 0 end`.as('before'),
    )
    .execute()
  const data = rows.map(
    ({
      clip_id,
      slug,
      name,
      status,
      review_note,
      renditions,
      began_at,
      check_step,
      checked_percent,
      ...row
    }): UploadRow => {
      const facts =
        status === null
          ? null
          : { status: status as 'draft' | 'in_review' | 'published' | 'withdrawn', review_note: review_note ?? '' }
      return {
        ...row,
        state: stateOf(row.state as KeptState, facts),
        reason: row.reason || (review_note ?? ''),
        check: check_step === null ? null : { step: check_step as CheckStep, percent: checked_percent },
        is_own: row.user_id === user_id,
        began_at: began_at.toISOString(),
        clip:
          clip_id === null || slug === null || name === null
            ? null
            : { id: clip_id, slug, name, thumbs: picturesOf((renditions ?? {}) as StoredRenditions, 'thumb_156') },
      }
    },
  )
  return { data, ...pagination(page, per_page, total) }
}

/** The shoots of a filmmaker, or of all, those that were used last first. */
export const shootNames = async (db: Db, filmmaker_id: number | null): Promise<string[]> => {
  const rows = await db
    .selectFrom('collections')
    .where('kind', '=', 'shoot')
    .$if(filmmaker_id !== null, query => query.where('filmmaker_id', '=', filmmaker_id))
    .select('name')
    .orderBy('id', 'desc')
    .limit(most_shoots)
    .execute()
  return [...new Set(rows.map(({ name }) => name))]
}
