/** The filmmaker's part of the weekly digest: counts of their clips in the seven days before today, in UTC. */

import { sql } from 'kysely'

import type { WeeklySummaryPart } from '#notifications/digest/part.ts'
import { formatCount } from '#notifications/digest/text.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import type { Db } from '#platform/db/database.server.ts'

import { pointName } from './audience.ts'

type WeekCounts = { views: number; hovers: number; boards: number; licenses: number }

export const filmmakersWeek: WeeklySummaryPart = {
  readers: db =>
    db.selectFrom('filmmaker_members').select(['user_id', 'linked_at as since']).orderBy('user_id').execute(),
  section: async ({ db, clock }, { user_id }) => {
    const now = clock.now().getTime()
    const [from, until] = [toDay(now - 7 * DAY_MS), toDay(now)]
    const { views, hovers, boards, licenses } = await countWeek(db, user_id, from, until)
    const counts = [
      { count: views, text: formatCount(views, 'view') },
      { count: hovers, text: formatCount(hovers, 'hover') },
      { count: boards, text: formatCount(boards, 'board add') },
      { count: licenses, text: formatCount(licenses, 'license') },
    ]
    const first = counts.find(({ count }) => count > 0)
    if (!first) return undefined
    return {
      title: 'Your footage this week',
      headline: `${first.text} of your clips`,
      lines: [
        {
          name: `${pointName(from)} to ${pointName(toDay(now - DAY_MS))}`,
          note: counts.map(({ text }) => text).join(', '),
          to: '/filmmaker',
        },
      ],
      all: { to: '/filmmaker', text: 'Open your dashboard' },
    }
  },
}

/** Counts for all clips of the user's filmmaker. `until` is exclusive. */
const countWeek = async (db: Db, user_id: number, from: string, until: string): Promise<WeekCounts> => {
  const { rows } = await sql<WeekCounts>`
    with mine as (
      select c.id from clips c join filmmaker_members p on p.filmmaker_id = c.filmmaker_id where p.user_id = ${user_id}
    )
    select coalesce(d.views, 0)::int as views, coalesce(d.hovers, 0)::int as hovers,
      (select count(*) from board_clips b join mine m on m.id = b.clip_id join boards o on o.id = b.board_id
        where o.deleted_at is null and b.added_at >= ${from}::date at time zone 'UTC'
          and b.added_at < ${until}::date at time zone 'UTC')::int as boards,
      (select count(*) from licenses l join mine m on m.id = l.clip_id
        where l.revoked_at is null and l.granted_at >= ${from}::date at time zone 'UTC'
          and l.granted_at < ${until}::date at time zone 'UTC')::int as licenses
    from (select sum(views) as views, sum(hovers) as hovers from clip_daily_stats
      where day >= ${from}::date and day < ${until}::date and clip_id in (select id from mine)) d`.execute(db)
  return rows[0] ?? { views: 0, hovers: 0, boards: 0, licenses: 0 }
}
