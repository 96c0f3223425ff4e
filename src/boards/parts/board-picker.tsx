/** The "Add to board" popover: the user's boards, and a field to find or create one. Changes show immediately. */
import { Check, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { useRegisterDialog } from '#ui/open-dialogs.ts'
import type { Marks } from '#ui/player/marks.ts'
import { Popover } from '#ui/popover.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listBoards, MAX_NAME_LENGTH, MAX_BOARDS, type BoardCard } from '../contract.ts'
import { boardPath } from '../paths.ts'
import { useAttach, useCreateBoard, useDetach } from '../use-boards.ts'

import styles from './board-picker.module.css'

/** The popover closes this long after a clip was added, unless the user does something else. */
const CLOSE_DELAY_MS = 5_000

/** `ids`: all the clips to add, when there are several. */
export type PickedClip = {
  id: number
  name: string
  ids?: readonly number[]
  /** The in and out marks that the clip is put on the board with. */
  marks?: Marks | undefined
}

type BoardPickerProps = {
  clip: PickedClip
  anchor: Element | { getBoundingClientRect: () => DOMRect }
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const BoardPicker = ({ clip, anchor, open, onOpenChange }: BoardPickerProps) => {
  useRegisterDialog(open)
  return (
    <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} title="Add to board" width={320} align="end" bare>
      <BoardChoices key={clip.id} clip={clip} onClose={() => onOpenChange(false)} />
    </Popover>
  )
}

const matches = (name: string, search: string) => name.toLowerCase().includes(search.toLowerCase())
const isNamed = (search: string) => (board: BoardCard) => board.name.toLowerCase() === search.toLowerCase()

const BoardChoices = ({ clip, onClose }: { clip: PickedClip; onClose: () => void }) => {
  const clip_ids = clip.ids ?? [clip.id]
  const isSingle = clip_ids.length === 1
  const query = { favorites: '1', limit: String(MAX_BOARDS), clip_id: String(clip.id) } as const
  const boards = useCall(listBoards, { query })
  const [text, setText] = useState('')
  const [addedBoard, setAddedBoard] = useState<Pick<BoardCard, 'id' | 'name'>>()
  const [attach, detach, create] = [useAttach(), useDetach(), useCreateBoard()]
  const { scheduleClose, cancelClose } = useDelayedClose(onClose)
  const search = text.trim()
  const matchingBoards = boards.data?.data.filter(({ name }) => matches(name, search)) ?? []
  const canCreate = boards.data !== undefined && search !== '' && !matchingBoards.some(isNamed(search))

  const onAdded = (board: Pick<BoardCard, 'id' | 'name'>) => {
    setAddedBoard(board)
    trackEvent('add_to_board', { clip_id: clip.id })
    scheduleClose()
  }
  const toggle = (board: BoardCard) => {
    cancelClose()
    setAddedBoard(undefined)
    if (board.has_clip && isSingle) detach.mutate({ board, clip_ids: [clip.id] })
    else attach.mutate({ board, clip_id: clip.id, clip_ids, marks: clip.marks }, { onSuccess: () => onAdded(board) })
  }
  const createBoard = () => {
    if (create.isPending) return
    create.mutate(
      { name: search, clip_ids, marks: clip.marks },
      {
        onSuccess: board => {
          setText('')
          onAdded(board)
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const match = matchingBoards.find(isNamed(search)) ?? matchingBoards[0]
    if (search !== '' && match) {
      if (!match.has_clip || !isSingle) toggle(match)
    } else if (canCreate) createBoard()
  }

  return (
    <div className={styles.picker}>
      <div className={styles.field}>
        <TextField
          dense
          label="Find a board or name a new one"
          labelHidden
          placeholder={boards.data?.data.length === 0 ? 'Name your first board' : 'Find a board or name a new one'}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={text}
          onChange={event => {
            cancelClose()
            setText(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {boards.isPending && (
        <div className={styles.waiting}>
          <SkeletonText lines={3} />
        </div>
      )}
      {boards.isError && (
        <div className={styles.failed}>
          Your boards could not be loaded.
          <Button size="sm" onClick={() => void boards.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {(matchingBoards.length > 0 || canCreate) && (
        <ul className={styles.list}>
          {matchingBoards.map(board => (
            <li key={board.id}>
              <button
                type="button"
                className={styles.row}
                aria-pressed={isSingle ? board.has_clip : undefined}
                onClick={() => toggle(board)}
              >
                <span className={styles.picture}>
                  {board.clips[0] && <ClipThumb thumbs={board.clips[0].thumbs} sizes="64px" />}
                </span>
                <span className={styles.name}>
                  {board.name}
                  <span className={styles.count}>
                    {board.clip_count === 1 ? '1 clip' : `${board.clip_count} clips`}
                  </span>
                </span>
                {board.has_clip && isSingle && <Check aria-hidden className={styles.tick} />}
              </button>
            </li>
          ))}
          {canCreate && (
            <li>
              <button type="button" className={styles.row} onClick={createBoard}>
                <span className={styles.picture}>
                  <Plus aria-hidden />
                </span>
                <span className={styles.name}>{create.isPending ? 'Creating…' : `Create “${search}”`}</span>
              </button>
            </li>
          )}
        </ul>
      )}
      {boards.data?.data.length === 0 && search === '' && (
        <p className={styles.note}>A board keeps shots together: for a pitch, a scene, a mood.</p>
      )}
      {clip.marks && <p className={styles.note}>The in and out marks go with the clip.</p>}
      <p className={styles.status} role="status">
        {addedBoard && (
          <>
            Added to <Link to={boardPath(addedBoard)}>{addedBoard.name}</Link>
          </>
        )}
      </p>
    </div>
  )
}

/** Closes the popover after a delay, unless `cancelClose` is called. */
const useDelayedClose = (onClose: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancelClose = () => clearTimeout(timer.current)
  useEffect(() => cancelClose, [])
  return {
    cancelClose,
    scheduleClose: () => {
      cancelClose()
      timer.current = setTimeout(onClose, CLOSE_DELAY_MS)
    },
  }
}
