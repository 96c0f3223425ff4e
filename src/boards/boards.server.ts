/** Reads, locks and changes boards. */

import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

import { MAX_BOARDS } from './contract.ts'
import { canChangeBoard, canSeeBoard, type BoardMember } from './policy.ts'

const columns = [
  'id',
  'workspace_id',
  'user_id',
  'name',
  'share_seed',
  'share_hash',
  'share_expires_at',
  'created_at',
  'updated_at',
] as const

export const findBoard = (db: Db | Trx, id: number) =>
  db.selectFrom('boards').where('id', '=', id).where('deleted_at', 'is', null).select(columns).executeTakeFirst()

export type BoardRow = NonNullable<Awaited<ReturnType<typeof findBoard>>>

/** Returns a board that the member may see. Throws 404. */
export const getVisibleBoard = async (db: Db | Trx, member: BoardMember, id: number): Promise<BoardRow> => {
  const board = await findBoard(db, id)
  if (!board || !canSeeBoard(board, member)) throw refuse.missing('board')
  return board
}

/** Returns a board that the member may change, locked until the transaction ends. Throws 404, or 403 for a teammate's board. */
export const lockBoard = async (trx: Trx, member: BoardMember, id: number, is_deleted = false): Promise<BoardRow> => {
  const board = await trx
    .selectFrom('boards')
    .where('id', '=', id)
    .where('deleted_at', is_deleted ? 'is not' : 'is', null)
    .select(columns)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!board || !canSeeBoard(board, member)) throw refuse.missing('board')
  if (!canChangeBoard(board, member))
    throw refuse(403, 'This board belongs to a teammate. Make one of your own to collect clips.')
  return board
}

/** Locks the membership, so that concurrent creates are counted one after the other. Throws 409 at the limit of boards. */
const checkBoardLimit = async (trx: Trx, workspace_id: number, user_id: number) => {
  await trx
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .select('user_id')
    .forNoKeyUpdate()
    .execute()
  const { count } = await trx
    .selectFrom('boards')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_BOARDS)
    throw refuse(409, `You have ${MAX_BOARDS} boards, which is the maximum. Please delete one first.`)
}

/** Returns the users who made or marked a board, except `user_id`: they are notified of changes. */
export const listFollowers = async (trx: Trx, board_id: number, user_id: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('boards as b')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'b.workspace_id')
    .where('b.id', '=', board_id)
    .where('m.user_id', '<>', user_id)
    .where(eb =>
      eb.or([
        eb('m.user_id', '=', eb.ref('b.user_id')),
        eb.exists(
          eb
            .selectFrom('board_favorites as f')
            .whereRef('f.board_id', '=', 'b.id')
            .whereRef('f.user_id', '=', 'm.user_id'),
        ),
      ]),
    )
    .orderBy('m.user_id')
    .select('m.user_id')
    .execute()
  return rows.map(row => row.user_id)
}

/** Creates a board and returns its id. Throws 409 at the limit of boards. */
export const createBoard = async (
  trx: Trx,
  { workspace_id, user_id }: Pick<BoardMember, 'workspace_id' | 'user_id'>,
  name: string,
  now: Date,
): Promise<number> => {
  await checkBoardLimit(trx, workspace_id, user_id)
  const { id } = await trx
    .insertInto('boards')
    .values({ workspace_id, user_id, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const renameBoard = async (
  trx: Trx,
  member: BoardMember,
  id: number,
  name: string,
  now: Date,
): Promise<void> => {
  await lockBoard(trx, member, id)
  await trx.updateTable('boards').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** A deleted board can be restored until `purgeDeletedBoards` deletes it. Its link stops working. */
export const deleteBoard = async (trx: Trx, member: BoardMember, id: number, now: Date): Promise<void> => {
  await lockBoard(trx, member, id)
  await trx.updateTable('boards').set({ deleted_at: now }).where('id', '=', id).execute()
}

/** Throws 404 if the board is not deleted, 409 at the limit of boards. */
export const restoreBoard = async (trx: Trx, member: BoardMember, id: number): Promise<void> => {
  const { workspace_id, user_id } = await lockBoard(trx, member, id, true)
  await checkBoardLimit(trx, workspace_id, user_id)
  await trx.updateTable('boards').set({ deleted_at: null }).where('id', '=', id).execute()
}

export const purgeDeletedBoards = async (db: Db, now: Date, retention_days: number): Promise<void> => {
  await db.deleteFrom('boards').where('deleted_at', '<', retentionCutoff(now, retention_days)).execute()
}

/** Marks a board for this member only. */
export const setFavorite = async (trx: Trx, member: BoardMember, id: number, favorite: boolean): Promise<void> => {
  await getVisibleBoard(trx, member, id)
  const row = { user_id: member.user_id, board_id: id }
  if (favorite)
    await trx
      .insertInto('board_favorites')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await trx.deleteFrom('board_favorites').where('user_id', '=', row.user_id).where('board_id', '=', id).execute()
}
