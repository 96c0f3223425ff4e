/** The popover of "Add to board": one's boards, a field to find or name one, and a tick that comes at once. */
import { Check, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import { tell } from '#platform/data-layer.ts'
import { useCall } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listBoards, longest_name, most_boards, type BoardCard } from '../contract.ts'
import { boardPath } from '../paths.ts'
import { useAttach, useCreateBoard, useDetach } from '../use-boards.ts'

import styles from './board-picker.module.css'

/** After a clip has been added, and nothing was done since. */
const closes_after_ms = 5_000

type BoardPickerProps = {
  clip: { id: number; name: string }
  anchor: Element | { getBoundingClientRect: () => DOMRect }
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const BoardPicker = ({ clip, anchor, open, onOpenChange }: BoardPickerProps) => (
  <Popover anchor={anchor} open={open} onOpenChange={onOpenChange} title="Add to board" width={320} align="end" bare>
    <Choices key={clip.id} clip={clip} onClose={() => onOpenChange(false)} />
  </Popover>
)

const matches = (name: string, wanted: string) => name.toLowerCase().includes(wanted.toLowerCase())
const isNamed = (wanted: string) => (board: BoardCard) => board.name.toLowerCase() === wanted.toLowerCase()

const Choices = ({ clip, onClose }: { clip: { id: number; name: string }; onClose: () => void }) => {
  const query = { favorites: '1', limit: String(most_boards), clip_id: String(clip.id) } as const
  const boards = useCall(listBoards, { query })
  const [text, setText] = useState('')
  const [last, setLast] = useState<Pick<BoardCard, 'id' | 'name'>>()
  const [attach, detach, create] = [useAttach(), useDetach(), useCreateBoard()]
  const { wait, stop } = useClosing(onClose)
  const wanted = text.trim()
  const found = boards.data?.data.filter(({ name }) => matches(name, wanted)) ?? []
  const canCreate = boards.data !== undefined && wanted !== '' && !found.some(isNamed(wanted))

  const added = (board: Pick<BoardCard, 'id' | 'name'>) => {
    setLast(board)
    tell('add_to_board', { clip_id: clip.id })
    wait()
  }
  const toggle = (board: BoardCard) => {
    stop()
    setLast(undefined)
    if (board.has_clip) detach.mutate({ board, clip_ids: [clip.id] })
    else attach.mutate({ board, clip_id: clip.id }, { onSuccess: () => added(board) })
  }
  const make = () => {
    if (create.isPending) return
    create.mutate(
      { name: wanted, clip_id: clip.id },
      {
        onSuccess: board => {
          setText('')
          added(board)
        },
      },
    )
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const first = found.find(isNamed(wanted)) ?? found[0]
    if (wanted !== '' && first) {
      if (!first.has_clip) toggle(first)
    } else if (canCreate) make()
  }

  return (
    <div className={styles.picker}>
      <div className={styles.field}>
        <TextField
          dense
          label="Find a board or name a new one"
          labelHidden
          placeholder={boards.data?.data.length === 0 ? 'Name your first board' : 'Find a board or name a new one'}
          maxLength={longest_name}
          autoComplete="off"
          value={text}
          onChange={event => {
            stop()
            setText(event.target.value)
          }}
          onKeyDown={enter}
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
      {(found.length > 0 || canCreate) && (
        <ul className={styles.list}>
          {found.map(board => (
            <li key={board.id}>
              <button type="button" className={styles.row} aria-pressed={board.has_clip} onClick={() => toggle(board)}>
                <span className={styles.picture}>
                  {board.clips[0] && <ClipThumb thumbs={board.clips[0].thumbs} sizes="64px" />}
                </span>
                <span className={styles.name}>
                  {board.name}
                  <span className={styles.count}>
                    {board.clip_count === 1 ? '1 clip' : `${board.clip_count} clips`}
                  </span>
                </span>
                {board.has_clip && <Check aria-hidden className={styles.tick} />}
              </button>
            </li>
          ))}
          {canCreate && (
            <li>
              <button type="button" className={styles.row} onClick={make}>
                <span className={styles.picture}>
                  <Plus aria-hidden />
                </span>
                <span className={styles.name}>{create.isPending ? 'Creating…' : `Create “${wanted}”`}</span>
              </button>
            </li>
          )}
        </ul>
      )}
      {boards.data?.data.length === 0 && wanted === '' && (
        <p className={styles.note}>A board keeps shots together: for a pitch, a scene, a mood.</p>
      )}
      <p className={styles.news} role="status">
        {last && (
          <>
            Added to <Link to={boardPath(last)}>{last.name}</Link>
          </>
        )}
      </p>
    </div>
  )
}

/** `wait` closes in a while, `stop` not after all. */
const useClosing = (onClose: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    stop,
    wait: () => {
      stop()
      timer.current = setTimeout(onClose, closes_after_ms)
    },
  }
}
