/** Views, hovers, board adds and licenses of a filmmaker's clips within a range. */
import { sql, type RawBuilder } from 'kysely'

import { picturesOf } from '#catalog/card.server.ts'
import type { StoredRenditions } from '#media/masters.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { toMoney } from '#platform/money.ts'

import { defaultDirection, listPoints, rangeStart, type ClipSort, type Range, type SortDirection } from './audience.ts'
import type { Audience, EarningClip } from './contract.ts'

type AudienceCounts = { views: number; hovers: number; boards: number; licenses: number }

/** Returns the counts per day or month, for all clips of a filmmaker together. */
export const getAudience = async (db: Db, filmmaker_id: number, range: Range, now: Date): Promise<Audience> => {
  const from = rangeStart(range, now)
  const pointFormat = range === '12m' ? 'YYYY-MM' : 'YYYY-MM-DD'
  const { rows } = await sql<AudienceCounts & { point: string }>`
    with mine as (select id from clips where filmmaker_id = ${filmmaker_id}),
    happened as (
      select to_char(d.day, ${pointFormat}) as point, d.views, d.hovers, 0 as boards, 0 as licenses
      from clip_daily_stats d join mine m on m.id = d.clip_id
      where d.day >= (${from}::timestamptz at time zone 'UTC')::date
      union all
      select to_char(b.added_at at time zone 'UTC', ${pointFormat}), 0, 0, 1, 0
      from board_clips b join mine m on m.id = b.clip_id join boards o on o.id = b.board_id
      where o.deleted_at is null and b.added_at >= ${from}
      union all
      select to_char(l.granted_at at time zone 'UTC', ${pointFormat}), 0, 0, 0, 1
      from licenses l join mine m on m.id = l.clip_id
      where l.revoked_at is null and l.granted_at >= ${from}
    )
    select point, sum(views)::int as views, sum(hovers)::int as hovers, sum(boards)::int as boards,
      sum(licenses)::int as licenses
    from happened group by point`.execute(db)
  const byPoint = new Map(rows.map(row => [row.point, row]))
  return {
    range,
    points: listPoints(range, now).map(point => {
      const { views = 0, hovers = 0, boards = 0, licenses = 0 } = byPoint.get(point) ?? {}
      return { point, views, hovers, boards, licenses }
    }),
  }
}

const sortColumns: Record<ClipSort, RawBuilder<unknown>> = {
  earned: sql`earned`,
  views: sql`views`,
  hovers: sql`hovers`,
  boards: sql`boards`,
  licenses: sql`licenses`,
  name: sql`lower(name)`,
}

const PER_PAGE = 24

type EarningClipRow = Omit<EarningClip, 'thumbs' | 'earned'> & {
  renditions: StoredRenditions
  earned: number
  total: number
}
type EarningClipsQuery = {
  filmmaker_id: number
  range: Range
  sort: ClipSort
  way?: SortDirection | undefined
  page?: number | undefined
}

/** Lists the clips with their counts within the range; ties are sorted newest first. */
export const listEarningClips = async (db: Db, query: EarningClipsQuery, now: Date) => {
  const { filmmaker_id, range, sort, way: direction = defaultDirection(sort), page = 1 } = query
  const from = rangeStart(range, now)
  const { rows } = await sql<EarningClipRow>`
    select * from (
      select c.id, c.slug, c.name, c.status, m.renditions, coalesce(e.earned, 0)::float8 as earned,
        coalesce(d.views, 0)::int as views, coalesce(d.hovers, 0)::int as hovers,
        (select count(*) from board_clips b join boards o on o.id = b.board_id
          where b.clip_id = c.id and o.deleted_at is null and b.added_at >= ${from})::int as boards,
        (select count(*) from licenses l
          where l.clip_id = c.id and l.revoked_at is null and l.granted_at >= ${from})::int as licenses,
        (count(*) over ())::int as total
      from clips c
      join masters m on m.id = c.master_id
      left join (select e.clip_id, sum(-e.cents) as earned
        from ledger_entries e join ledger_postings p on p.id = e.posting_id
        where e.filmmaker_id = ${filmmaker_id} and p.at >= ${from} group by e.clip_id) e on e.clip_id = c.id
      left join (select clip_id, sum(views) as views, sum(hovers) as hovers from clip_daily_stats
        where day >= (${from}::timestamptz at time zone 'UTC')::date group by clip_id) d on d.clip_id = c.id
      where c.filmmaker_id = ${filmmaker_id}
    ) as clip
    order by ${sortColumns[sort]} ${direction === 'asc' ? sql`asc` : sql`desc`}, id desc
    limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`.execute(db)
  const data = rows.map(({ renditions, earned, total: _, ...clip }) => ({
    ...clip,
    thumbs: picturesOf(renditions, 'thumb_156', 'thumb_480'),
    earned: toMoney(earned),
  }))
  return { data, meta: toPagination(page, PER_PAGE, rows[0]?.total ?? 0) }
}
