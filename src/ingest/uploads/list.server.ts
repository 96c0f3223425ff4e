/** Lists uploads with their state. */
import { sql } from 'kysely'

import { picturesOf } from '#catalog/card.server.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'

import type { UploadRow } from './contract.ts'
import type { CheckStep } from './progress.ts'
import { stateOf, type StoredUploadState } from './states.ts'

const PER_PAGE = 50
const MAX_SHOOTS = 200

type UploadListQuery = {
  /** The caller. */
  user_id: number
  /** null for all filmmakers. */
  filmmaker_id: number | null
  page?: number | undefined
}

/** Lists a filmmaker's accepted uploads by anyone, and the caller's own pending ones. */
export const listUploads = async (db: Db, { user_id, filmmaker_id, page = 1 }: UploadListQuery) => {
  const matches = db
    .selectFrom('uploads as u')
    .innerJoin('filmmakers as f', 'f.id', 'u.filmmaker_id')
    .$if(filmmaker_id !== null, query =>
      query
        .where('u.filmmaker_id', '=', filmmaker_id)
        .where(eb => eb.or([eb('u.state', '=', 'accepted'), eb('u.user_id', '=', user_id)])),
    )
  const { total } = await matches.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .leftJoin('users as p', 'p.id', 'u.user_id')
    .leftJoin('clips as c', 'c.id', 'u.clip_id')
    .leftJoin('masters as m', 'm.id', 'c.master_id')
    .leftJoin('collections as s', 's.id', 'c.shoot_id')
    .orderBy('u.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
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
    .select(['u.started_at', 'u.user_id', 'f.name as filmmaker'])
    // Filmmakers do not see which staff member uploaded something for them.
    .select(
      sql<string | null>`case when u.by_staff and ${filmmaker_id !== null}::boolean then null else p.email end`.as(
        'sent_by',
      ),
    )
    .select(eb => eb.fn.coalesce('s.name', 'u.shoot').as('shoot'))
    .select(['c.id as clip_id', 'c.slug', 'c.name', 'c.status', 'c.review_note', 'm.renditions'])
    .select(
      sql<number>`case when u.state = 'checking' then
        (select count(*)::int from uploads o where o.state = 'checking' and (o.updated_at, o.id) < (u.updated_at, u.id))
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
      started_at,
      check_step,
      checked_percent,
      ...row
    }): UploadRow => {
      const clipStatus =
        status === null
          ? null
          : { status: status as 'draft' | 'in_review' | 'published' | 'withdrawn', review_note: review_note ?? '' }
      return {
        ...row,
        state: stateOf(row.state as StoredUploadState, clipStatus),
        reason: row.reason || (review_note ?? ''),
        check: check_step === null ? null : { step: check_step as CheckStep, percent: checked_percent },
        is_own: row.user_id === user_id,
        started_at: started_at.toISOString(),
        clip:
          clip_id === null || slug === null || name === null
            ? null
            : { id: clip_id, slug, name, thumbs: picturesOf((renditions ?? {}) as StoredRenditions, 'thumb_156') },
      }
    },
  )
  return { data, ...toPagination(page, PER_PAGE, total) }
}

/** Lists the shoots of a filmmaker, or of all filmmakers, newest first. */
export const listShootNames = async (db: Db, filmmaker_id: number | null): Promise<string[]> => {
  const rows = await db
    .selectFrom('collections')
    .where('kind', '=', 'shoot')
    .$if(filmmaker_id !== null, query => query.where('filmmaker_id', '=', filmmaker_id))
    .select('name')
    .orderBy('id', 'desc')
    .limit(MAX_SHOOTS)
    .execute()
  return [...new Set(rows.map(({ name }) => name))]
}
