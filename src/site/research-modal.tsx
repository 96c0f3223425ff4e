/** `?modal=footageResearch` on any page opens "Find My Footage", and leaves the address as it was without it. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

import { LoadingScreen } from '#ui/spinner.tsx'

const ResearchDialog = lazy(() => import('./research-dialog.tsx').then(part => ({ default: part.ResearchDialog })))

export const ResearchModal = () => {
  const [search, setSearch] = useSearchParams()
  const isAsked = search.get('modal') === 'footageResearch'
  const [isOpen, setOpen] = useState<boolean>()
  const [wasAsked, setWasAsked] = useState(false)
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked)
    if (isAsked) setOpen(true)
  }
  useEffect(() => {
    if (!isAsked) return
    setSearch(
      old => {
        old.delete('modal')
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isAsked, setSearch])
  return (
    isOpen !== undefined && (
      <Suspense fallback={<LoadingScreen />}>
        <ResearchDialog open={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    )
  )
}
