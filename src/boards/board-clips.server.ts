/** What lies on a board, and in which order. Every change locks the board first, so that two at once are two in a row. */
import { sql } from 'kysely'

import { gather } from '#notifications/digest/gather.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { placed } from '#platform/order.ts'
import { oneOf } from '#platform/prepared.server.ts'
import { refuse } from '#platform/refusal.ts'

import { lockBoard, othersOn } from './boards.server.ts'
import { most_clips } from './contract.ts'
import type { Person } from './policy.ts'

/** Puts clips on a board, before `before` or at the end; those that are there already stay where they are. Throws 404 for a clip that is not sold. */
export const attachClips = async (
  trx: Trx,
  member: Person,
  board_id: number,
  clip_ids: readonly number[],
  before: number | null,
  now: Date,
): Promise<void> => {
  await lockBoard(trx, member, board_id)
  const there = await orderOf(trx, board_id)
  const fresh = [...new Set(clip_ids)].filter(id => !there.includes(id))
  if (fresh.length === 0) return
  if (there.length + fresh.length > most_clips)
    throw refuse(409, `A board holds at most ${most_clips} clips. Please begin another one.`)
  await insistOnSale(trx, fresh)
  await trx
    .insertInto('board_clips')
    .values(fresh.map(clip_id => ({ board_id, clip_id, position: 0, added_at: now })))
    .execute()
  await writeOrder(trx, board_id, placed(there, fresh, before), now)
  const { user_id: by_user_id } = member
  const to = await othersOn(trx, board_id, by_user_id)
  await gather(trx, 'board.added', { board_id, clip_ids: fresh, by_user_id }, { to, now })
}

/** Takes clips off a board. Throws 404 when one of them is not on it. */
export const detachClips = async (
  trx: Trx,
  member: Person,
  board_id: number,
  clip_ids: readonly number[],
  now: Date,
): Promise<void> => {
  await lockBoard(trx, member, board_id)
  const removed = await trx
    .deleteFrom('board_clips')
    .where('board_id', '=', board_id)
    .where(sql<boolean>`clip_id in ${oneOf(clip_ids)}`)
    .returning('clip_id')
    .execute()
  if (removed.length < new Set(clip_ids).size) throw refuse.missing('clip')
  await touch(trx, board_id, now)
}

/** Moves a clip before another, or to the end. Throws 404 when it is not on the board. */
export const placeClip = async (
  trx: Trx,
  member: Person,
  board_id: number,
  clip_id: number,
  before: number | null,
  now: Date,
): Promise<void> => {
  await lockBoard(trx, member, board_id)
  const there = await orderOf(trx, board_id)
  if (!there.includes(clip_id)) throw refuse.missing('clip')
  await writeOrder(trx, board_id, placed(there, [clip_id], before), now)
}

const orderOf = async (trx: Trx, board_id: number): Promise<number[]> => {
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
  await touch(trx, board_id, now)
}

const touch = (trx: Trx, id: number, now: Date) =>
  trx.updateTable('boards').set({ updated_at: now }).where('id', '=', id).execute()

const insistOnSale = async (trx: Trx, ids: readonly number[]) => {
  const found = await trx
    .selectFrom('clips')
    .where(sql<boolean>`id in ${oneOf(ids)}`)
    .where('status', '=', 'published')
    .select('id')
    .execute()
  if (found.length < ids.length) throw refuse.missing('clip')
}
