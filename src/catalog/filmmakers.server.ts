/** Filmmakers with published clips. */
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { FilmmakerCard, FilmmakerDetail } from './collections-contract.ts'
import { shootsOf, type Page } from './collections.server.ts'
import { coverOf } from './covers.server.ts'

/** So many pictures stand for a filmmaker. */
const most_frames = 6

type Row = Omit<FilmmakerCard, 'cover' | 'frames'> & { cards: string[] }

const cardOf = ({ cards, ...facts }: Row): FilmmakerCard => {
  const frames = cards.map(coverOf).filter(cover => cover !== null)
  return { ...facts, cover: frames[0] ?? null, frames }
}

/** The best clip of each shoot before the second best of any, and none that flashes while there are others. */
const best = sql`
  select s.clip_id, c.flashing, s.score, row_number() over (partition by c.shoot_id order by c.flashing, s.score desc, s.clip_id desc) as turn
  from clips c join clip_search s on s.clip_id = c.id where c.filmmaker_id = f.id`

const filmmakerRows = async (db: Db, where: RawBuilder<unknown>, { skip, size }: Page): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    with shown as (
      select f.* from filmmakers f where f.clip_count > 0 and ${where}
      order by f.name, f.id offset ${skip} limit ${size}
    )
    select f.id, f.slug, f.name, f.location, f.bio, f.clip_count,
           (select coalesce(json_agg(s.card order by b.flashing, b.turn, b.score desc), '[]')
            from (select * from (${best}) b order by flashing, turn, score desc, clip_id desc limit ${most_frames}) b
            join clip_search s on s.clip_id = b.clip_id) as cards
    from shown f
    order by f.name, f.id`.execute(db)
  return rows
}

/** One page of the filmmakers, and how many there are. */
export const filmmakerList = async (db: Db, page: Page) => {
  const [rows, { total }] = await Promise.all([
    filmmakerRows(db, sql`true`, page),
    db
      .selectFrom('filmmakers')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('clip_count', '>', 0)
      .executeTakeFirstOrThrow(),
  ])
  return { filmmakers: rows.map(cardOf), total }
}

/** A filmmaker with one page of their shoots, and how many they have. Throws a 404 Refusal. */
export const filmmakerDetail = async (db: Db, id: number, page: Page) => {
  const [[row], { shoots, total }] = await Promise.all([
    filmmakerRows(db, sql`f.id = ${id}`, { skip: 0, size: 1 }),
    shootsOf(db, id, page),
  ])
  if (!row) throw refuse.missing('filmmaker')
  const filmmaker: FilmmakerDetail = { ...cardOf(row), shoots }
  return { filmmaker, total }
}
