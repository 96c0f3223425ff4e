/** A board that our people made for somebody, put among that person's own. */
import { sql } from 'kysely'

import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'

import { createBoard, type BoardRow } from './boards.server.ts'

type Receiver = { user_id: number | null; workspace_id: number | null }

/** How many clips a board has, and how many of them are in the shop now. */
export const countClips = (trx: Trx, board_id: number): Promise<{ all: number; on_sale: number }> =>
  trx
    .selectFrom('board_clips as k')
    .innerJoin('clips as c', 'c.id', 'k.clip_id')
    .where('k.board_id', '=', board_id)
    .select(sql<number>`count(*)::integer`.as('all'))
    .select(sql<number>`(count(*) filter (where c.status = 'published'))::integer`.as('on_sale'))
    .executeTakeFirstOrThrow()

/** A copy of what is on the board now, the receiver's own. null for whoever left that workspace, has no account, or has no room for another board. */
export const deliverBoard = async (
  trx: Trx,
  { id, name }: Pick<BoardRow, 'id' | 'name'>,
  { user_id, workspace_id }: Receiver,
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
  const copy = await createBoard(trx, { user_id, workspace_id }, name, now).catch(withoutRoom)
  if (copy === null) return null
  await sql`
    insert into board_clips (board_id, clip_id, position, added_at)
    select ${copy}, k.clip_id, row_number() over (order by k.position, k.clip_id), ${now}
    from board_clips k join clips c on c.id = k.clip_id
    where k.board_id = ${id} and c.status = 'published'`.execute(trx)
  return copy
}

/** That a person's boards are full is no reason to tell them nothing. */
const withoutRoom = (error: unknown): null => {
  if (error instanceof Refusal && error.status === 409) return null
  throw error
}
