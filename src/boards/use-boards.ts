/** Boards from the browser: shown at once, told when it went wrong, taken back where that makes sense. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'
import { placed } from '#platform/order.ts'
import { Refusal } from '#platform/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import * as contract from './contract.ts'
import { changeBoard, changeLists, freshen, pause, putBack, snapshot, type Kept } from './parts/known-boards.ts'

type Board = Pick<contract.BoardCard, 'id' | 'name'>
type Clip = { id: number; name: string }

const board_changes = ['boards']
const scope = { id: 'boards' }
const at = ({ id }: Pick<Board, 'id'>) => ({ id: String(id) })

const textOf = (error: unknown): string =>
  error instanceof Refusal && error.status < 500 ? error.message : 'Something went wrong. Your board is as it was.'

/** One way to change boards. `guess` shows what will probably be; it is taken back when the server refuses. */
const useChange = <Input, Output>(
  send: (input: Input) => Promise<Output>,
  guess?: (known: Kept, input: Input) => void,
) => {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: board_changes,
    // Shown at once, sent one after the other: a move says where by what the moves before it did.
    scope,
    mutationFn: send,
    onMutate: async (input: Input) => {
      await pause(client)
      const before = snapshot(client)
      guess?.(client, input)
      return before
    },
    onError: (error, _input, before) => {
      if (before) putBack(client, before)
      toast(textOf(error), { kind: 'danger' })
    },
    // The last of several says how things stand.
    onSettled: () => {
      if (client.isMutating({ mutationKey: board_changes }) === 1) freshen(client)
    },
  })
}

type Attaching = { board: Board; clip_id: number; before?: number | null }

export const useAttach = () =>
  useChange(
    ({ board, clip_id, before = null }: Attaching) =>
      call(contract.attachClips, { params: at(board), body: { clip_id: [clip_id], before } }),
    (known, { board, clip_id }) =>
      changeLists(known, (boards, asked_clip) =>
        boards.map(one =>
          one.id === board.id
            ? { ...one, clip_count: one.clip_count + 1, ...(asked_clip === clip_id && { has_clip: true }) }
            : one,
        ),
      ),
  )

type Detaching = { board: Board; clip_ids: number[] }

export const useDetach = () =>
  useChange(
    ({ board, clip_ids }: Detaching) =>
      call(contract.detachClips, { params: at(board), query: {}, body: { clip_id: clip_ids } }),
    (known, { board, clip_ids }) => {
      const stays = ({ id }: { id: number }) => !clip_ids.includes(id)
      changeBoard(known, board.id, one => {
        const clips = one.clips.filter(stays)
        return {
          ...one,
          clip_count: one.clip_count - (one.clips.length - clips.length),
          clips,
          gone: one.gone.filter(stays),
        }
      })
      changeLists(known, (boards, asked_clip) =>
        boards.map(one =>
          one.id === board.id && asked_clip !== undefined && clip_ids.includes(asked_clip)
            ? { ...one, clip_count: one.clip_count - 1, has_clip: false }
            : one,
        ),
      )
    },
  )

/** Takes a clip off a board, and offers to put it back where it was. */
export const useTakeOff = () => {
  const toast = useToast()
  const detach = useDetach()
  const attach = useAttach()
  return (board: Board & { clips: readonly Clip[] }, clip: Clip) => {
    const place = board.clips.findIndex(({ id }) => id === clip.id)
    const before = board.clips[place + 1]?.id ?? null
    // Each has its own Undo, also of several at once: a callback of `mutate` is heard for the last alone.
    detach.mutateAsync({ board, clip_ids: [clip.id] }).then(
      () =>
        toast(`“${clip.name}” removed`, {
          action: { label: 'Undo', onClick: () => attach.mutate({ board, clip_id: clip.id, before }) },
        }),
      // The person has been told.
      () => undefined,
    )
  }
}

type Moving = { board: Board; clip_id: number; before: number | null }

export const useMove = () =>
  useChange(
    ({ board, clip_id, before }: Moving) => call(contract.placeClip, { params: at(board), body: { clip_id, before } }),
    (known, { board, clip_id, before }) =>
      changeBoard(known, board.id, one => {
        const byId = new Map(one.clips.map(clip => [clip.id, clip]))
        const order = placed([...byId.keys()], [clip_id], before)
        return { ...one, clips: order.flatMap(id => byId.get(id) ?? []) }
      }),
  )

export const useCreateBoard = () =>
  useChange(async ({ name, clip_id }: { name: string; clip_id?: number }) => {
    const { data } = await call(contract.createBoard, {
      body: { name, ...(clip_id !== undefined && { clip_id: [clip_id] }) },
    })
    return data
  })

export const useRename = () =>
  useChange(
    ({ board, name }: { board: Board; name: string }) =>
      call(contract.renameBoard, { params: at(board), body: { name } }),
    (known, { board, name }) => {
      changeBoard(known, board.id, one => ({ ...one, name }))
      changeLists(known, boards => boards.map(one => (one.id === board.id ? { ...one, name } : one)))
    },
  )

export const useFavorite = () =>
  useChange(
    ({ board, favorite }: { board: Board; favorite: boolean }) =>
      call(contract.setFavorite, { params: at(board), body: { favorite } }),
    (known, { board, favorite }) => {
      changeBoard(known, board.id, one => ({ ...one, favorite }))
      changeLists(known, boards => boards.map(one => (one.id === board.id ? { ...one, favorite } : one)))
    },
  )

/** Deletes a board, and offers to bring it back. */
export const useDeleteBoard = () => {
  const toast = useToast()
  const restore = useChange((board: Board) => call(contract.restoreBoard, { params: at(board) }))
  const remove = useChange(
    (board: Board) => call(contract.deleteBoard, { params: at(board) }),
    (known, board) => changeLists(known, boards => boards.filter(one => one.id !== board.id)),
  )
  return async (board: Board): Promise<void> => {
    await remove.mutateAsync(board)
    toast(`“${board.name}” deleted`, { action: { label: 'Undo', onClick: () => restore.mutate(board) } })
  }
}

const shown = (known: Kept, board: Board, is_shared: boolean) => {
  changeBoard(known, board.id, one => ({ ...one, is_shared }))
  changeLists(known, boards => boards.map(one => (one.id === board.id ? { ...one, is_shared } : one)))
}

export const useShare = () =>
  useChange(
    async (board: Board) => {
      const reply = await call(contract.shareBoard, { params: at(board) })
      tell('share_board', { board_id: board.id })
      return reply
    },
    (known, board) => shown(known, board, true),
  )

export const useUnshare = () =>
  useChange(
    (board: Board) => call(contract.unshareBoard, { params: at(board) }),
    (known, board) => shown(known, board, false),
  )
