/** `?modal=newProject` on any page opens the window for a new board, and leaves the address. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { LoadingScreen } from '#ui/spinner.tsx'

import { boardPath } from './paths.ts'
import { useCreateBoard } from './use-boards.ts'

const BoardNameDialog = lazy(() =>
  import('./parts/board-name-dialog.tsx').then(part => ({ default: part.BoardNameDialog })),
)

export const NewBoardModal = () => {
  const isSignedIn = useSession() !== null
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const create = useCreateBoard()
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isAsked = search.get('modal') === 'newProject'

  useEffect(() => {
    if (!isAsked) return undefined
    const frame = requestAnimationFrame(() => {
      if (!isSignedIn) {
        const { pathname, search: whole } = window.location
        void navigate(`/login?${new URLSearchParams({ next: pathname + whole })}`, { replace: true })
        return
      }
      setWanted(true)
      setOpen(true)
      setSearch(
        before => {
          before.delete('modal')
          return before
        },
        { replace: true, preventScrollReset: true },
      )
    })
    return () => cancelAnimationFrame(frame)
  }, [isAsked, isSignedIn, navigate, setSearch])

  if (!isWanted) return null
  return (
    <Suspense fallback={<LoadingScreen />}>
      <BoardNameDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="New board"
        confirm="Create board"
        busy="Creating…"
        onSave={async name => {
          const board = await create.mutateAsync({ name })
          setOpen(false)
          await navigate(boardPath(board))
        }}
      />
    </Suspense>
  )
}
