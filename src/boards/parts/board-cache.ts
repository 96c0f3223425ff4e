/** Boards in the query cache: lists and single boards are updated together. */
import type { QueryClient } from '@tanstack/react-query'

import type { InputOf, ReplyOf } from '#platform/http/endpoint.ts'

import { getBoard, getClipMarks, listBoards, type Board, type BoardCard } from '../contract.ts'

export type BoardCache = QueryClient
type BoardListReply = ReplyOf<typeof listBoards>
type BoardReply = ReplyOf<typeof getBoard>

const listQueries = { queryKey: [listBoards.path] }
const boardQueries = { queryKey: [getBoard.path] }

/** Updates every cached list. `queried_clip_id` is the clip whose presence the list reports. */
export const changeLists = (
  client: BoardCache,
  change: (boards: BoardCard[], queried_clip_id: number | undefined) => BoardCard[],
): void => {
  for (const [key, reply] of client.getQueriesData<BoardListReply>(listQueries)) {
    if (!reply) continue
    const { query } = key[1] as InputOf<typeof listBoards>
    const clip_id = query?.clip_id === undefined ? undefined : Number(query.clip_id)
    client.setQueryData<BoardListReply>(key, { ...reply, data: change(reply.data, clip_id) })
  }
}

/** Updates a board in every place that shows it. */
export const changeBoard = (client: BoardCache, id: number, change: (board: Board) => Board): void => {
  for (const [key, reply] of client.getQueriesData<BoardReply>(boardQueries))
    if (reply?.data.id === id) client.setQueryData<BoardReply>(key, { ...reply, data: change(reply.data) })
}

/** Cancels running requests, so that no response overwrites an optimistic update. */
export const cancelBoardQueries = async (client: BoardCache): Promise<void> => {
  await Promise.all([client.cancelQueries(listQueries), client.cancelQueries(boardQueries)])
}

export const snapshotBoards = (client: BoardCache) => [
  ...client.getQueriesData(listQueries),
  ...client.getQueriesData(boardQueries),
]

export const restoreBoards = (client: BoardCache, entries: ReturnType<typeof snapshotBoards>): void => {
  for (const [key, reply] of entries) client.setQueryData(key, reply)
}

/** Refetches active queries and removes inactive ones: the next page loads its own. */
export const refreshBoards = (client: BoardCache): void => {
  client.removeQueries({ ...boardQueries, type: 'inactive' })
  client.removeQueries({ ...listQueries, type: 'inactive' })
  void client.invalidateQueries(listQueries)
  void client.invalidateQueries(boardQueries)
  void client.invalidateQueries({ queryKey: [getClipMarks.path] })
}
