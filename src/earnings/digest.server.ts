/** A filmmaker's week: how their clips were seen, kept and licensed in the seven days before today, by UTC. */
import { sql } from 'kysely'

import type { WeekPart } from '#notifications/digest/part.ts'
import { countOf } from '#notifications/digest/words.ts'
import type { Db } from '#platform/database.server.ts'

import { pointName } from './audience.ts'

type Week = { views: number; hovers: number; boards: number; licenses: number }

const day_ms = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export const filmmakersWeek: WeekPart = {
  readers: db =>
    db.selectFrom('filmmaker_people').select(['user_id', 'linked_at as since']).orderBy('user_id').execute(),
  section: async ({ db, clock }, { user_id }) => {
    const now = clock.now().getTime()
    const [from, until] = [dayOf(now - 7 * day_ms), dayOf(now)]
    const { views, hovers, boards, licenses } = await weekOf(db, user_id, from, until)
    const figures = [
      { count: views, text: countOf(views, 'view') },
      { count: hovers, text: countOf(hovers, 'hover') },
      { count: boards, text: countOf(boards, 'board add') },
      { count: licenses, text: countOf(licenses, 'license') },
    ]
    const first = figures.find(({ count }) => count > 0)
    if (!first) return undefined
    return {
      title: 'Your footage this week',
      headline: `${first.text} of your clips`,
      lines: [
        {
          name: `${pointName(from)} to ${pointName(dayOf(now - day_ms))}`,
          note: figures.map(({ text }) => text).join(', '),
          to: '/filmmaker',
        },
      ],
      all: { to: '/filmmaker', text: 'Open your dashboard' },
    }
  },
}

/** Of all clips of the filmmaker whom somebody looks after. `until` itself is not in it. */
const weekOf = async (db: Db, user_id: number, from: string, until: string): Promise<Week> => {
  const { rows } = await sql<Week>`
    with mine as (
      select c.id from clips c join filmmaker_people p on p.filmmaker_id = c.filmmaker_id where p.user_id = ${user_id}
    )
    select coalesce(d.views, 0)::int as views, coalesce(d.hovers, 0)::int as hovers,
      (select count(*) from board_clips b join mine m on m.id = b.clip_id join boards o on o.id = b.board_id
        where o.deleted_at is null and b.added_at >= ${from}::date at time zone 'UTC'
          and b.added_at < ${until}::date at time zone 'UTC')::int as boards,
      (select count(*) from licenses l join mine m on m.id = l.clip_id
        where l.revoked_at is null and l.granted_at >= ${from}::date at time zone 'UTC'
          and l.granted_at < ${until}::date at time zone 'UTC')::int as licenses
    from (select sum(views) as views, sum(hovers) as hovers from clip_days
      where day >= ${from}::date and day < ${until}::date and clip_id in (select id from mine)) d`.execute(db)
  return rows[0] ?? { views: 0, hovers: 0, boards: 0, licenses: 0 }
}
