/** Opens the new-board dialog for `?modal=newProject` on any page and removes the parameter from the URL. */
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
  const [isMounted, setMounted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isRequested = search.get('modal') === 'newProject'

  useEffect(() => {
    if (!isRequested) return undefined
    const frame = requestAnimationFrame(() => {
      if (!isSignedIn) {
        const { pathname, search: currentSearch } = window.location
        void navigate(`/login?${new URLSearchParams({ next: pathname + currentSearch })}`, { replace: true })
        return
      }
      setMounted(true)
      setOpen(true)
      setSearch(
        current => {
          current.delete('modal')
          return current
        },
        { replace: true, preventScrollReset: true },
      )
    })
    return () => cancelAnimationFrame(frame)
  }, [isRequested, isSignedIn, navigate, setSearch])

  if (!isMounted) return null
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
