/** Boards as the API shows them. Clips that are not in the shop now are not counted and not shown. */
import { sql, type RawBuilder } from 'kysely'

import type { ClipCard } from '#catalog/contract.ts'
import { guest, type Actor, type Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { slugOf } from '#platform/slug.ts'

import { findBoard, type BoardRow } from './boards.server.ts'
import type { Board, BoardCard, BoardPicture } from './contract.ts'
import { canChangeBoard, canSeeBoard } from './policy.ts'
import { isShared, opens } from './share.server.ts'

type Row = Omit<BoardRow, 'share_seed' | 'share_hash'> & {
  maker: string
  maker_avatar_url: string | null
  favorite: boolean
  has_clip: boolean | null
  clip_count: number
  cards: ClipCard[]
}

const pictures = 4

/** Boards with their first pictures, as `viewer` sees them. */
const boardsWhere = async (
  db: Db,
  where: RawBuilder<unknown>,
  viewer: Actor,
  clip_id: number | null = null,
  limit = 1,
  favorites = false,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select b.id, b.workspace_id, b.user_id, b.name, b.share_expires_at, b.created_at, b.updated_at,
           trim(u.first_name || ' ' || u.last_name) as maker, u.avatar_url as maker_avatar_url,
           f.user_id is not null as favorite,
           ${clip_id === null ? sql`null` : sql`exists (select from board_clips h where h.board_id = b.id and h.clip_id = ${clip_id})`} as has_clip,
           (select count(*)::integer from board_clips k join clip_search s on s.clip_id = k.clip_id where k.board_id = b.id) as clip_count,
           coalesce((select json_agg(c.card::json order by c.position) from (
             select s.card, k.position from board_clips k join clip_search s on s.clip_id = k.clip_id
             where k.board_id = b.id order by k.position limit ${sql.lit(pictures)}) c), '[]') as cards
    from boards b
    join users u on u.id = b.user_id
    left join board_favorites f on f.board_id = b.id and f.user_id = ${viewer.user_id}
    where b.deleted_at is null and ${where}
    order by ${favorites ? sql`favorite desc,` : sql``} b.updated_at desc, b.id desc
    limit ${limit}`.execute(db)
  return rows
}

const pictureOf = ({ id, slug, name, width, height, flashing, movie }: ClipCard): BoardPicture => {
  const { thumbs, hover } = movie.public_paths
  return { id, slug, name, width, height, thumbs, hover: flashing || hover === '' ? null : hover }
}

const cardOf = (row: Row, viewer: Actor, now: Date): BoardCard => ({
  id: row.id,
  name: row.name,
  slug: slugOf(row.name),
  clip_count: row.clip_count,
  clips: row.cards.map(pictureOf),
  favorite: row.favorite,
  maker: { name: row.maker, avatar_url: row.maker_avatar_url, is_you: row.user_id === viewer.user_id },
  can_change: canChangeBoard(row, viewer),
  // Whom else it is open to is nobody's business but the team's.
  is_shared: canSeeBoard(row, viewer) && isShared({ share_hash: null, share_expires_at: row.share_expires_at }, now),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...(row.has_clip !== null && { has_clip: row.has_clip }),
})

type Wanted = { of?: 'me' | 'team' | undefined; limit: number; favorites?: boolean; clip_id?: number | undefined }

/** Boards of the member's workspace: their own, or those of the others. */
export const boardList = async (
  db: Db,
  member: Member,
  { of = 'me', limit, favorites = false, clip_id }: Wanted,
  now: Date,
): Promise<BoardCard[]> => {
  const whose = of === 'me' ? sql`b.user_id = ${member.user_id}` : sql`b.user_id <> ${member.user_id}`
  const where = sql`b.workspace_id = ${member.workspace_id} and ${whose}`
  const rows = await boardsWhere(db, where, member, clip_id ?? null, limit, favorites)
  return rows.map(row => cardOf(row, member, now))
}

/** One board, whose door has been passed already. Throws 404 when it is gone. */
export const boardCard = async (db: Db, viewer: Actor, id: number, now: Date): Promise<BoardCard> => {
  const [row] = await boardsWhere(db, sql`b.id = ${id}`, viewer)
  if (!row) throw refuse.missing('board')
  return cardOf(row, viewer, now)
}

type Page = { skip: number; size: number }

/** A board for its team, or for whoever has the key of its link. Throws 404 for everybody else. */
export const boardDetail = async (
  db: Db,
  actor: Actor,
  id: number,
  key: string | undefined,
  { skip, size }: Page,
  now: Date,
): Promise<Board> => {
  const board = await findBoard(db, id)
  if (!board) throw refuse.missing('board')
  const isTeam = canSeeBoard(board, actor)
  if (!isTeam && !(key !== undefined && opens(board, key, now))) throw refuse.missing('board')
  const card = await boardCard(db, isTeam ? actor : guest, id, now)
  const [clips, gone] = await Promise.all([clipsOf(db, id, skip, size), card.can_change ? goneFrom(db, id) : []])
  return { ...card, clips, gone }
}

const clipsOf = async (db: Db, board_id: number, skip: number, size: number): Promise<ClipCard[]> => {
  const rows = await db
    .selectFrom('board_clips as k')
    .innerJoin('clip_search as s', 's.clip_id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .orderBy('k.position')
    .orderBy('k.clip_id')
    .select('s.card')
    .offset(skip)
    .limit(size)
    .execute()
  return rows.map(({ card }) => JSON.parse(card) as ClipCard)
}

const goneFrom = (db: Db, board_id: number) =>
  db
    .selectFrom('board_clips as k')
    .innerJoin('clips as c', 'c.id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .where('c.status', '<>', 'published')
    .orderBy('k.position')
    .select(['c.id', 'c.name'])
    .execute()
