/** Boards as rows: found for whoever may see them, locked by whoever changes them. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { most_boards } from './contract.ts'
import { canChangeBoard, canSeeBoard, type Person } from './policy.ts'

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

/** A board that the member sees. Throws 404. */
export const seenBoard = async (db: Db | Trx, member: Person, id: number): Promise<BoardRow> => {
  const board = await findBoard(db, id)
  if (!board || !canSeeBoard(board, member)) throw refuse.missing('board')
  return board
}

/** A board that the member may change, locked until the transaction ends. Throws 404, and 403 for a teammate's. */
export const lockBoard = async (trx: Trx, member: Person, id: number, is_deleted = false): Promise<BoardRow> => {
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

/** Two boards made at once are two in a row, so that neither misses the other when boards are counted. */
const makeRoom = async (trx: Trx, workspace_id: number, user_id: number) => {
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
  if (count >= most_boards)
    throw refuse(409, `You have ${most_boards} boards, which is as many as there can be. Please delete one first.`)
}

/** Whoever made a board or marked it, but `user_id`: those who want to know what becomes of it. */
export const othersOn = async (trx: Trx, board_id: number, user_id: number): Promise<number[]> => {
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

/** Answers its id. Throws 409 when the person has as many as there can be. */
export const createBoard = async (
  trx: Trx,
  { workspace_id, user_id }: Pick<Person, 'workspace_id' | 'user_id'>,
  name: string,
  now: Date,
): Promise<number> => {
  await makeRoom(trx, workspace_id, user_id)
  const { id } = await trx
    .insertInto('boards')
    .values({ workspace_id, user_id, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const renameBoard = async (trx: Trx, member: Person, id: number, name: string, now: Date): Promise<void> => {
  await lockBoard(trx, member, id)
  await trx.updateTable('boards').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** It is kept for a while and can be restored; its link opens nothing meanwhile. */
export const deleteBoard = async (trx: Trx, member: Person, id: number, now: Date): Promise<void> => {
  await lockBoard(trx, member, id)
  await trx.updateTable('boards').set({ deleted_at: now }).where('id', '=', id).execute()
}

/** Throws 404 for what is not deleted, 409 when there is no room for it any more. */
export const restoreBoard = async (trx: Trx, member: Person, id: number): Promise<void> => {
  const { workspace_id, user_id } = await lockBoard(trx, member, id, true)
  await makeRoom(trx, workspace_id, user_id)
  await trx.updateTable('boards').set({ deleted_at: null }).where('id', '=', id).execute()
}

const kept_ms = 30 * 86_400_000

export const forgetDeletedBoards = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('boards')
    .where('deleted_at', '<', new Date(now.getTime() - kept_ms))
    .execute()
}

/** For the member alone: teammates mark their own. */
export const setFavorite = async (trx: Trx, member: Person, id: number, favorite: boolean): Promise<void> => {
  await seenBoard(trx, member, id)
  const mark = { user_id: member.user_id, board_id: id }
  if (favorite)
    await trx
      .insertInto('board_favorites')
      .values(mark)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await trx.deleteFrom('board_favorites').where('user_id', '=', mark.user_id).where('board_id', '=', id).execute()
}
