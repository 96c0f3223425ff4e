/** Delivers a board that staff made for a user as a copy of their own. */
import { sql } from 'kysely'

import type { Trx } from '#platform/db/database.server.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { createBoard, type BoardRow } from './boards.server.ts'

type BoardReceiver = { user_id: number | null; workspace_id: number | null }

/** Counts the clips of a board, and those of them that are for sale. */
export const countClips = (trx: Trx, board_id: number): Promise<{ all: number; on_sale: number }> =>
  trx
    .selectFrom('board_clips as k')
    .innerJoin('clips as c', 'c.id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .select(sql<number>`count(*)::integer`.as('all'))
    .select(sql<number>`(count(*) filter (where c.status = 'published'))::integer`.as('on_sale'))
    .executeTakeFirstOrThrow()

/**
 * Copies a board with its clips for sale to the receiver and returns the id of the copy. Returns null if they left the workspace,
 * have no account, or are at the limit of boards.
 */
export const deliverBoard = async (
  trx: Trx,
  { id, name }: Pick<BoardRow, 'id' | 'name'>,
  { user_id, workspace_id }: BoardReceiver,
  now: Date,
): Promise<number | null> => {
  if (user_id === null || workspace_id === null) return null
  const member = await trx
    .selectFrom('workspace_members')
    .where('user_id', '=', user_id)
    .where('workspace_id', '=', workspace_id)
    .select('user_id')
    .executeTakeFirst()
  if (!member) return null
  const copy_id = await createBoard(trx, { user_id, workspace_id }, name, now).catch(ignoreBoardLimit)
  if (copy_id === null) return null
  await sql`
    insert into board_clips (board_id, clip_id, position, added_at)
    select ${copy_id}, k.clip_id, row_number() over (order by k.position, k.clip_id), ${now}
    from board_clips k join clips c on c.id = k.clip_id
    where k.board_id = ${id} and c.status = 'published'`.execute(trx)
  return copy_id
}

/** The limit of boards must not prevent the notification. */
const ignoreBoardLimit = (error: unknown): null => {
  if (error instanceof Refusal && error.status === 409) return null
  throw error
}
