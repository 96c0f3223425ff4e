/** The clips of a board and their order. Every change locks the board first, so concurrent changes run one after the other. */
import { sql } from 'kysely'

import { areMarksInClip, MARKS_OUTSIDE_TEXT, type MarksBody } from '#catalog/marks.ts'
import { queueDigestItems } from '#notifications/digest/queue-items.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { reorder } from '#platform/reorder.ts'

import { lockBoard, listFollowers } from './boards.server.ts'
import { MAX_CLIPS_PER_BOARD } from './contract.ts'
import type { BoardMember } from './policy.ts'

/**
 * Puts clips on a board, before `before` or at the end. Clips that are already there keep their position. `marks` are those of
 * the only clip, and replace the ones that it has. Throws 404 for a clip that is not for sale, 422 for marks outside the clip.
 */
export const attachClips = async (
  trx: Trx,
  member: BoardMember,
  board_id: number,
  clip_ids: readonly number[],
  before: number | null,
  now: Date,
  marks?: MarksBody,
): Promise<void> => {
  await lockBoard(trx, member, board_id)
  const [clip_id] = clip_ids
  if (marks && clip_id !== undefined) await requireMarksInClip(trx, clip_id, marks)
  const markColumns = marks && { mark_in: marks.in ?? null, mark_out: marks.out ?? null }
  const current = await listClipIds(trx, board_id)
  if (markColumns && clip_id !== undefined && current.includes(clip_id)) {
    const onBoard = trx.updateTable('board_clips').where('board_id', '=', board_id).where('clip_id', '=', clip_id)
    await onBoard.set(markColumns).execute()
    await touchBoard(trx, board_id, now)
  }
  const added = [...new Set(clip_ids)].filter(id => !current.includes(id))
  if (added.length === 0) return
  if (current.length + added.length > MAX_CLIPS_PER_BOARD)
    throw refuse(409, `A board holds at most ${MAX_CLIPS_PER_BOARD} clips. Please begin another one.`)
  await requireForSale(trx, added)
  await trx
    .insertInto('board_clips')
    .values(added.map(clip_id => ({ board_id, clip_id, position: 0, added_at: now, ...markColumns })))
    .execute()
  await writeOrder(trx, board_id, reorder(current, added, before), now)
  const { user_id: by_user_id } = member
  const to = await listFollowers(trx, board_id, by_user_id)
  await queueDigestItems(trx, 'board.added', { board_id, clip_ids: added, by_user_id }, { to, now })
}

/** Removes clips from a board. Throws 404 if one of them is not on it. */
export const detachClips = async (
  trx: Trx,
  member: BoardMember,
  board_id: number,
  clip_ids: readonly number[],
  now: Date,
): Promise<void> => {
  await lockBoard(trx, member, board_id)
  const removedClips = await trx
    .deleteFrom('board_clips')
    .where('board_id', '=', board_id)
    .where(sql<boolean>`clip_id in ${sqlList(clip_ids)}`)
    .returning('clip_id')
    .execute()
  if (removedClips.length < new Set(clip_ids).size) throw refuse.missing('clip')
  await touchBoard(trx, board_id, now)
}

/** Moves a clip before another one or to the end. Throws 404 if it is not on the board. */
export const placeClip = async (
  trx: Trx,
  member: BoardMember,
  board_id: number,
  clip_id: number,
  before: number | null,
  now: Date,
): Promise<void> => {
  await lockBoard(trx, member, board_id)
  const current = await listClipIds(trx, board_id)
  if (!current.includes(clip_id)) throw refuse.missing('clip')
  await writeOrder(trx, board_id, reorder(current, [clip_id], before), now)
}

const listClipIds = async (trx: Trx, board_id: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('board_clips')
    .where('board_id', '=', board_id)
    .orderBy('position')
    .orderBy('clip_id')
    .select('clip_id')
    .execute()
  return rows.map(row => row.clip_id)
}

const writeOrder = async (trx: Trx, board_id: number, ids: readonly number[], now: Date) => {
  await sql`
    update board_clips k set position = o.nth
    from unnest(${ids}::int[]) with ordinality as o (clip_id, nth)
    where k.board_id = ${board_id} and k.clip_id = o.clip_id and k.position <> o.nth`.execute(trx)
  await touchBoard(trx, board_id, now)
}

const touchBoard = (trx: Trx, id: number, now: Date) =>
  trx.updateTable('boards').set({ updated_at: now }).where('id', '=', id).execute()

const requireForSale = async (trx: Trx, ids: readonly number[]) => {
  const clips = await trx
    .selectFrom('clips')
    .where(sql<boolean>`id in ${sqlList(ids)}`)
    .where('status', '=', 'published')
    .select('id')
    .execute()
  if (clips.length < ids.length) throw refuse.missing('clip')
}

const requireMarksInClip = async (trx: Trx, clip_id: number, marks: MarksBody) => {
  const clip = await trx
    .selectFrom('clips as c')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .where('c.id', '=', clip_id)
    .select(sql<number>`(m.facts->>'frames')::int`.as('frames'))
    .executeTakeFirst()
  if (!clip) throw refuse.missing('clip')
  if (!areMarksInClip(marks, clip.frames)) throw refuse.fields({ marks: [MARKS_OUTSIDE_TEXT] })
}
