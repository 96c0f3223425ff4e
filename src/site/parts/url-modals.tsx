/** Modals that the URL's `modal` parameter opens. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

import { AuthModal } from '#accounts/auth-modal.tsx'
import { NewBoardModal } from '#boards/new-board-modal.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

const ResearchDialog = lazy(() => import('../research-dialog.tsx').then(part => ({ default: part.ResearchDialog })))

const ResearchModal = () => {
  const [search, setSearch] = useSearchParams()
  const isRequested = search.get('modal') === 'footageResearch'
  const [isOpen, setOpen] = useState<boolean>()
  const [wasRequested, setWasRequested] = useState(false)
  if (isRequested !== wasRequested) {
    setWasRequested(isRequested)
    if (isRequested) setOpen(true)
  }
  useEffect(() => {
    if (!isRequested) return
    setSearch(
      current => {
        current.delete('modal')
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isRequested, setSearch])
  return (
    isOpen !== undefined && (
      <Suspense fallback={<LoadingScreen />}>
        <ResearchDialog open={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}

export const UrlModals = () => (
  <>
    <ResearchModal />
    <AuthModal />
    <NewBoardModal />
  </>
)
