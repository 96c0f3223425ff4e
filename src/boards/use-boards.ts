/** Board mutations in the browser: optimistic updates, error messages, and Undo where it makes sense. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { reorder } from '#platform/reorder.ts'
import type { Marks } from '#ui/player/marks.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import {
  changeBoard,
  changeLists,
  refreshBoards,
  cancelBoardQueries,
  restoreBoards,
  snapshotBoards,
  type BoardCache,
} from './parts/board-cache.ts'
import { findMarks } from './parts/board-marks.ts'

type BoardRef = Pick<contract.BoardCard, 'id' | 'name'>
type BoardClipRef = { id: number; name: string }

const boardMutationKey = ['boards']
const scope = { id: 'boards' }
const toParams = ({ id }: Pick<BoardRef, 'id'>) => ({ id: String(id) })

const getErrorText = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 ? error.message : 'Something went wrong. Your board is unchanged.'

/** Runs a board mutation. `optimisticUpdate` changes the cached boards at once and is rolled back if the server refuses. */
const useBoardMutation = <Input, Output>(
  send: (input: Input) => Promise<Output>,
  optimisticUpdate?: (cache: BoardCache, input: Input) => void,
) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: boardMutationKey,
    // Sent one after the other: the position of a move depends on the moves before it.
    scope,
    mutationFn: send,
    onMutate: async (input: Input) => {
      await cancelBoardQueries(client)
      const previous = snapshotBoards(client)
      optimisticUpdate?.(client, input)
      return previous
    },
    onError: (error, _input, previous) => {
      if (previous) restoreBoards(client, previous)
      toast(getErrorText(error), { kind: 'danger' })
    },
    // Only the last of several mutations reloads the boards.
    onSettled: () => {
      if (client.isMutating({ mutationKey: boardMutationKey }) === 1) refreshBoards(client)
    },
  })
}

type AttachClipInput = {
  board: BoardRef
  clip_id: number
  /** Several clips; `clip_id` is one of them. */
  clip_ids?: readonly number[]
  before?: number | null
  /** Of the only clip. */
  marks?: Marks | undefined
}

export const useAttach = () =>
  useBoardMutation(
    ({ board, clip_id, clip_ids = [clip_id], before = null, marks }: AttachClipInput) =>
      call(contract.attachClips, { params: toParams(board), body: { clip_id: [...clip_ids], before, marks } }),
    (cache, { board, clip_id, clip_ids = [clip_id] }) =>
      changeLists(cache, (boards, queried_clip_id) =>
        boards.map(current =>
          current.id === board.id
            ? {
                ...current,
                clip_count: current.clip_count + clip_ids.length,
                ...(queried_clip_id === clip_id && { has_clip: true }),
              }
            : current,
        ),
      ),
  )

type DetachClipsInput = { board: BoardRef; clip_ids: number[] }

export const useDetach = () =>
  useBoardMutation(
    ({ board, clip_ids }: DetachClipsInput) =>
      call(contract.detachClips, { params: toParams(board), query: {}, body: { clip_id: clip_ids } }),
    (cache, { board, clip_ids }) => {
      const isRemaining = ({ id }: { id: number }) => !clip_ids.includes(id)
      changeBoard(cache, board.id, current => {
        const clips = current.clips.filter(isRemaining)
        return {
          ...current,
          clip_count: current.clip_count - (current.clips.length - clips.length),
          clips,
          gone: current.gone.filter(isRemaining),
        }
      })
      changeLists(cache, (boards, queried_clip_id) =>
        boards.map(current =>
          current.id === board.id && queried_clip_id !== undefined && clip_ids.includes(queried_clip_id)
            ? { ...current, clip_count: current.clip_count - 1, has_clip: false }
            : current,
        ),
      )
    },
  )

/** Removes a clip from a board and offers to undo it. */
export const useRemoveClip = () => {
  const toast = useToast()
  const detach = useDetach()
  const attach = useAttach()
  return (board: BoardRef & Pick<contract.Board, 'marks'> & { clips: readonly BoardClipRef[] }, clip: BoardClipRef) => {
    const index = board.clips.findIndex(({ id }) => id === clip.id)
    const before = board.clips[index + 1]?.id ?? null
    const marks = findMarks(board, clip.id)
    // mutateAsync gives each removal its own Undo: callbacks of `mutate` run only for the last one.
    detach.mutateAsync({ board, clip_ids: [clip.id] }).then(
      () =>
        toast(`“${clip.name}” removed`, {
          action: { label: 'Undo', onClick: () => attach.mutate({ board, clip_id: clip.id, before, marks }) },
        }),
      // useBoardMutation has shown the error.
      () => undefined,
    )
  }
}

type MoveClipInput = { board: BoardRef; clip_id: number; before: number | null }

export const useMove = () =>
  useBoardMutation(
    ({ board, clip_id, before }: MoveClipInput) =>
      call(contract.placeClip, { params: toParams(board), body: { clip_id, before } }),
    (cache, { board, clip_id, before }) =>
      changeBoard(cache, board.id, current => {
        const byId = new Map(current.clips.map(clip => [clip.id, clip]))
        const order = reorder([...byId.keys()], [clip_id], before)
        return { ...current, clips: order.flatMap(id => byId.get(id) ?? []) }
      }),
  )

type NewBoardInput = {
  name: string
  clip_ids?: readonly number[]
  /** Of the only clip. */
  marks?: Marks | undefined
}

export const useCreateBoard = () =>
  useBoardMutation(async ({ name, clip_ids = [], marks }: NewBoardInput) => {
    const { data } = await call(contract.createBoard, {
      body: { name, ...(clip_ids.length > 0 && { clip_id: [...clip_ids], marks }) },
    })
    return data
  })

export const useRename = () =>
  useBoardMutation(
    ({ board, name }: { board: BoardRef; name: string }) =>
      call(contract.renameBoard, { params: toParams(board), body: { name } }),
    (cache, { board, name }) => {
      changeBoard(cache, board.id, current => ({ ...current, name }))
      changeLists(cache, boards => boards.map(current => (current.id === board.id ? { ...current, name } : current)))
    },
  )

export const useFavorite = () =>
  useBoardMutation(
    ({ board, favorite }: { board: BoardRef; favorite: boolean }) =>
      call(contract.setFavorite, { params: toParams(board), body: { favorite } }),
    (cache, { board, favorite }) => {
      changeBoard(cache, board.id, current => ({ ...current, favorite }))
      changeLists(cache, boards =>
        boards.map(current => (current.id === board.id ? { ...current, favorite } : current)),
      )
    },
  )

/** Deletes a board and offers to undo it. */
export const useDeleteBoard = () => {
  const toast = useToast()
  const restore = useBoardMutation((board: BoardRef) => call(contract.restoreBoard, { params: toParams(board) }))
  const remove = useBoardMutation(
    (board: BoardRef) => call(contract.deleteBoard, { params: toParams(board) }),
    (cache, board) => changeLists(cache, boards => boards.filter(current => current.id !== board.id)),
  )
  return async (board: BoardRef): Promise<void> => {
    await remove.mutateAsync(board)
    toast(`“${board.name}” deleted`, { action: { label: 'Undo', onClick: () => restore.mutate(board) } })
  }
}

const setShared = (cache: BoardCache, board: BoardRef, is_shared: boolean) => {
  changeBoard(cache, board.id, current => ({ ...current, is_shared }))
  changeLists(cache, boards => boards.map(current => (current.id === board.id ? { ...current, is_shared } : current)))
}

export const useShare = () =>
  useBoardMutation(
    async (board: BoardRef) => {
      const reply = await call(contract.shareBoard, { params: toParams(board) })
      trackEvent('share_board', { board_id: board.id })
      return reply
    },
    (cache, board) => setShared(cache, board, true),
  )

export const useUnshare = () =>
  useBoardMutation(
    (board: BoardRef) => call(contract.unshareBoard, { params: toParams(board) }),
    (cache, board) => setShared(cache, board, false),
  )
