/** Loads filmmakers with published clips. */
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { FilmmakerCard, FilmmakerDetail } from './collections-contract.ts'
import { loadFilmmakerShoots, type PageRange } from './collections.server.ts'
import { coverOf } from './covers.server.ts'

/** Pictures of one filmmaker. */
const MAX_FRAMES = 6

type FilmmakerRow = Omit<FilmmakerCard, 'cover' | 'frames'> & { cards: string[] }

const toFilmmakerCard = ({ cards, ...fields }: FilmmakerRow): FilmmakerCard => {
  const frames = cards.map(coverOf).filter(cover => cover !== null)
  return { ...fields, cover: frames[0] ?? null, frames }
}

/** Ranks the best clip of each shoot before the second best of any; flashing clips come last. */
const rankedClips = sql`
  select s.clip_id, c.flashing, s.score, row_number() over (partition by c.shoot_id order by c.flashing, s.score desc, s.clip_id desc) as turn
  from clips c join clip_search s on s.clip_id = c.id where c.filmmaker_id = f.id`

const loadFilmmakerRows = async (
  db: Db,
  where: RawBuilder<unknown>,
  { skip, size }: PageRange,
): Promise<FilmmakerRow[]> => {
  const { rows } = await sql<FilmmakerRow>`
    with shown as (
      select f.* from filmmakers f where f.clip_count > 0 and ${where}
      order by f.name, f.id offset ${skip} limit ${size}
    )
    select f.id, f.slug, f.name, f.location, f.bio, f.clip_count,
           (select coalesce(json_agg(s.card order by b.flashing, b.turn, b.score desc), '[]')
            from (select * from (${rankedClips}) b order by flashing, turn, score desc, clip_id desc limit ${MAX_FRAMES}) b
            join clip_search s on s.clip_id = b.clip_id) as cards
    from shown f
    order by f.name, f.id`.execute(db)
  return rows
}

/** Returns one page of the filmmakers and the total. */
export const loadFilmmakers = async (db: Db, page: PageRange) => {
  const [rows, { total }] = await Promise.all([
    loadFilmmakerRows(db, sql`true`, page),
    db
      .selectFrom('filmmakers')
      .select(count => count.fn.countAll<number>().as('total'))
      .where('clip_count', '>', 0)
      .executeTakeFirstOrThrow(),
  ])
  return { filmmakers: rows.map(toFilmmakerCard), total }
}

/** Returns a filmmaker with one page of their shoots and the total. Throws a 404 Refusal. */
export const loadFilmmakerDetail = async (db: Db, id: number, page: PageRange) => {
  const [[row], profile, { shoots, total }] = await Promise.all([
    loadFilmmakerRows(db, sql`f.id = ${id}`, { skip: 0, size: 1 }),
    db.selectFrom('filmmakers').where('id', '=', id).select(['avatar_url', 'links']).executeTakeFirst(),
    loadFilmmakerShoots(db, id, page),
  ])
  if (!row || !profile) throw refuse.missing('filmmaker')
  const filmmaker: FilmmakerDetail = { ...toFilmmakerCard(row), ...profile, shoots }
  return { filmmaker, total }
}
