/** What the browser knows of boards: the lists and the boards in its memory, changed in all places at once. */
import type { QueryClient } from '@tanstack/react-query'

import type { InputOf, ReplyOf } from '#platform/endpoint.ts'

import { getBoard, listBoards, type Board, type BoardCard } from '../contract.ts'

export type Kept = QueryClient
type Lists = ReplyOf<typeof listBoards>
type Detail = ReplyOf<typeof getBoard>

const lists = { queryKey: [listBoards.path] }
const details = { queryKey: [getBoard.path] }

/** Changes every list; `asked_clip` is the clip whose presence it tells. */
export const changeLists = (
  client: Kept,
  change: (boards: BoardCard[], asked_clip: number | undefined) => BoardCard[],
): void => {
  for (const [key, reply] of client.getQueriesData<Lists>(lists)) {
    if (!reply) continue
    const { query } = key[1] as InputOf<typeof listBoards>
    const clip = query?.clip_id === undefined ? undefined : Number(query.clip_id)
    client.setQueryData<Lists>(key, { ...reply, data: change(reply.data, clip) })
  }
}

/** Changes a board wherever it is shown. */
export const changeBoard = (client: Kept, id: number, change: (board: Board) => Board): void => {
  for (const [key, reply] of client.getQueriesData<Detail>(details))
    if (reply?.data.id === id) client.setQueryData<Detail>(key, { ...reply, data: change(reply.data) })
}

/** No answer that is on its way may overwrite what is about to be shown. */
export const pause = async (client: Kept): Promise<void> => {
  await Promise.all([client.cancelQueries(lists), client.cancelQueries(details)])
}

export const snapshot = (client: Kept) => [...client.getQueriesData(lists), ...client.getQueriesData(details)]

export const putBack = (client: Kept, before: ReturnType<typeof snapshot>): void => {
  for (const [key, reply] of before) client.setQueryData(key, reply)
}

/** What is on screen is asked for again; what is not is forgotten, for the next page brings its own. */
export const freshen = (client: Kept): void => {
  client.removeQueries({ ...details, type: 'inactive' })
  client.removeQueries({ ...lists, type: 'inactive' })
  void client.invalidateQueries(lists)
  void client.invalidateQueries(details)
}
