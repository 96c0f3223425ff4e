/** Boards as the API returns them. Clips that are not in the shop are neither counted nor shown. */
import { sql, type RawBuilder } from 'kysely'

import type { ClipCard } from '#catalog/contract.ts'
import { guest, type Actor, type Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toSlug } from '#platform/slug.ts'

import { findBoard, type BoardRow } from './boards.server.ts'
import type { Board, BoardCard, BoardPicture } from './contract.ts'
import { canChangeBoard, canSeeBoard } from './policy.ts'
import { isShared, isShareKeyValid } from './share.server.ts'

type BoardCardRow = Omit<BoardRow, 'share_seed' | 'share_hash'> & {
  maker: string
  maker_avatar_url: string | null
  favorite: boolean
  has_clip: boolean | null
  clip_count: number
  cards: ClipCard[]
}

const MAX_PICTURES = 4

/** Returns boards with their first pictures, as `viewer` sees them. */
const queryBoards = async (
  db: Db,
  condition: RawBuilder<unknown>,
  viewer: Actor,
  clip_id: number | null = null,
  limit = 1,
  favorites = false,
): Promise<BoardCardRow[]> => {
  const { rows } = await sql<BoardCardRow>`
    select b.id, b.workspace_id, b.user_id, b.name, b.share_expires_at, b.created_at, b.updated_at,
           trim(u.first_name || ' ' || u.last_name) as maker, u.avatar_url as maker_avatar_url,
           f.user_id is not null as favorite,
           ${clip_id === null ? sql`null` : sql`exists (select from board_clips h where h.board_id = b.id and h.clip_id = ${clip_id})`} as has_clip,
           (select count(*)::integer from board_clips k join clip_search s on s.clip_id = k.clip_id where k.board_id = b.id) as clip_count,
           coalesce((select json_agg(c.card::json order by c.position) from (
             select s.card, k.position from board_clips k join clip_search s on s.clip_id = k.clip_id
             where k.board_id = b.id order by k.position limit ${sql.lit(MAX_PICTURES)}) c), '[]') as cards
    from boards b
    join users u on u.id = b.user_id
    left join board_favorites f on f.board_id = b.id and f.user_id = ${viewer.user_id}
    where b.deleted_at is null and ${condition}
    order by ${favorites ? sql`favorite desc,` : sql``} b.updated_at desc, b.id desc
    limit ${limit}`.execute(db)
  return rows
}

const toBoardPicture = ({ id, slug, name, width, height, flashing, movie }: ClipCard): BoardPicture => {
  const { thumbs, hover } = movie.public_paths
  return { id, slug, name, width, height, thumbs, hover: flashing || hover === '' ? null : hover }
}

const toBoardCard = (row: BoardCardRow, viewer: Actor, now: Date): BoardCard => ({
  id: row.id,
  name: row.name,
  slug: toSlug(row.name),
  clip_count: row.clip_count,
  clips: row.cards.map(toBoardPicture),
  favorite: row.favorite,
  maker: { name: row.maker, avatar_url: row.maker_avatar_url, is_you: row.user_id === viewer.user_id },
  can_change: canChangeBoard(row, viewer),
  // Only the team may know whether the board is shared.
  is_shared: canSeeBoard(row, viewer) && isShared({ share_hash: null, share_expires_at: row.share_expires_at }, now),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...(row.has_clip !== null && { has_clip: row.has_clip }),
})

type BoardListInput = {
  of?: 'me' | 'team' | undefined
  limit: number
  favorites?: boolean
  clip_id?: number | undefined
}

/** Lists the boards of the member's workspace: their own, or those of their teammates. */
export const listBoardCards = async (
  db: Db,
  member: Member,
  { of = 'me', limit, favorites = false, clip_id }: BoardListInput,
  now: Date,
): Promise<BoardCard[]> => {
  const ownerCondition = of === 'me' ? sql`b.user_id = ${member.user_id}` : sql`b.user_id <> ${member.user_id}`
  const condition = sql`b.workspace_id = ${member.workspace_id} and ${ownerCondition}`
  const rows = await queryBoards(db, condition, member, clip_id ?? null, limit, favorites)
  return rows.map(row => toBoardCard(row, member, now))
}

/** Returns one board; the caller has checked access. Throws 404 if it is gone. */
export const loadBoardCard = async (db: Db, viewer: Actor, id: number, now: Date): Promise<BoardCard> => {
  const [row] = await queryBoards(db, sql`b.id = ${id}`, viewer)
  if (!row) throw refuse.missing('board')
  return toBoardCard(row, viewer, now)
}

type BoardPageRange = { skip: number; size: number }

/** Returns a board for its team, or for anyone with the key of its link. Throws 404 for everyone else. */
export const loadBoard = async (
  db: Db,
  actor: Actor,
  id: number,
  key: string | undefined,
  { skip, size }: BoardPageRange,
  now: Date,
): Promise<Board> => {
  const board = await findBoard(db, id)
  if (!board) throw refuse.missing('board')
  const isTeam = canSeeBoard(board, actor)
  if (!isTeam && !(key !== undefined && isShareKeyValid(board, key, now))) throw refuse.missing('board')
  const card = await loadBoardCard(db, isTeam ? actor : guest, id, now)
  const [clips, marks, gone] = await Promise.all([
    listClipCards(db, id, skip, size),
    listMarks(db, id),
    card.can_change ? listGoneClips(db, id) : [],
  ])
  return { ...card, clips, marks, gone }
}

const listClipCards = async (db: Db, board_id: number, skip: number, size: number): Promise<ClipCard[]> => {
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

const listMarks = (db: Db, board_id: number) =>
  db
    .selectFrom('board_clips')
    .where('board_id', '=', board_id)
    .where(eb => eb.or([eb('mark_in', 'is not', null), eb('mark_out', 'is not', null)]))
    .orderBy('position')
    .select(['clip_id', 'mark_in as in', 'mark_out as out'])
    .execute()

const listGoneClips = (db: Db, board_id: number) =>
  db
    .selectFrom('board_clips as k')
    .innerJoin('clips as c', 'c.id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .where('c.status', '<>', 'published')
    .orderBy('k.position')
    .select(['c.id', 'c.name'])
    .execute()
