/** The header of a board: its name, clip count and actions. */
import { Link2, Pencil, Star, Trash2 } from 'lucide-react'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'

import { ClipSlotsContext } from '#catalog/clip-slots.tsx'
import { toGridClip } from '#catalog/grid-clip.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import type { Board } from '../contract.ts'
import { boardPath } from '../paths.ts'
import { useDeleteBoard, useFavorite, useRename } from '../use-boards.ts'

import styles from './board-head.module.css'

const BoardNameDialog = lazy(() => import('./board-name-dialog.tsx').then(part => ({ default: part.BoardNameDialog })))
const ShareDialog = lazy(() => import('./share-dialog.tsx').then(part => ({ default: part.ShareDialog })))

export const BoardHead = ({ board }: { board: Board }) => {
  const { name, clip_count, maker, can_change, is_shared } = board
  const { AddAll } = use(ClipSlotsContext)
  const clips = useMemo(() => board.clips.map(toGridClip), [board.clips])
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        {maker.is_you || !maker.name ? (
          <p className={styles.kind}>Board</p>
        ) : (
          <p className={styles.kind}>
            <Avatar name={maker.name} url={maker.avatar_url} kind="person" size="sm" />
            {`A board by ${maker.name}`}
          </p>
        )}
        <h1>{name}</h1>
        <p className={styles.facts}>
          <span>{clip_count === 1 ? '1 clip' : `${clip_count} clips`}</span>
          {is_shared && (
            <span className={styles.shared}>
              <Link2 aria-hidden />
              Shared by link
            </span>
          )}
        </p>
      </div>
      <div className={styles.tools}>
        {AddAll && clips.length > 0 && (
          <Suspense>
            <AddAll clips={clips} of={`“${name}”`} />
          </Suspense>
        )}
        {can_change && <BoardTools board={board} />}
      </div>
    </header>
  )
}

const BoardTools = ({ board }: { board: Board }) => {
  const navigate = useNavigate()
  const setFavorite = useFavorite()
  const rename = useRename()
  const remove = useDeleteBoard()
  const renameDialog = useLazyDialog()
  const shareDialog = useLazyDialog()
  return (
    <>
      <Button kind={board.is_shared ? 'secondary' : 'primary'} size="lg" onClick={shareDialog.open}>
        <Link2 aria-hidden />
        Share
      </Button>
      <span className={styles.star} data-on={board.favorite || undefined}>
        <IconButton
          icon={Star}
          size="lg"
          label="Favorite"
          aria-pressed={board.favorite}
          onClick={() => setFavorite.mutate({ board, favorite: !board.favorite })}
        />
      </span>
      <IconButton icon={Pencil} size="lg" label="Rename" onClick={renameDialog.open} />
      <IconButton
        icon={Trash2}
        size="lg"
        kind="danger"
        label="Delete board"
        onClick={() => {
          remove(board).then(
            () => navigate('/boards'),
            // useDeleteBoard has shown the error.
            () => undefined,
          )
        }}
      />
      <Suspense>
        {renameDialog.isMounted && (
          <BoardNameDialog
            open={renameDialog.isOpen}
            onClose={renameDialog.close}
            title="Rename board"
            confirm="Save"
            busy="Saving…"
            initial={board.name}
            onSave={async name => {
              const { data } = await rename.mutateAsync({ board, name })
              renameDialog.close()
              await navigate(boardPath(data), { replace: true, preventScrollReset: true })
            }}
          />
        )}
        {shareDialog.isMounted && <ShareDialog board={board} open={shareDialog.isOpen} onClose={shareDialog.close} />}
      </Suspense>
    </>
  )
}

/** The state of a dialog that is mounted on first use and then stays mounted. */
const useLazyDialog = () => {
  const [isMounted, setMounted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setMounted(true)
    setOpen(true)
  }
  return { isMounted, isOpen, open, close: () => setOpen(false) }
}
