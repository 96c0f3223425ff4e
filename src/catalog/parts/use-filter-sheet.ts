/** The sheet of filters is a place in the browser's history: Back closes it, and only then the page behind it. */
import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { browsePath, type Browse } from '../filters.ts'

/** Where the filters stand beside the results; below that they are a sheet. */
const wide = '(width >= 1024px)'
/** Where the panel is shown without JavaScript, by `:target`. */
const place = '#filters'

export const isWide = () => matchMedia(wide).matches

const onWidth = (changed: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const useFilterSheet = (saved: Browse) => {
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  // The server knows nothing of what stands behind the #, nor how wide the screen is.
  const open = useSyncExternalStore(
    onWidth,
    () => hash === place && !isWide(),
    () => false,
  )
  const path = browsePath(saved)
  const close = () => {
    // Who came by a link to the open sheet has nothing of this page behind it.
    if ((state as { sheet?: boolean } | null)?.sheet) void navigate(-1)
    else void navigate(path, { replace: true, preventScrollReset: true })
  }
  return {
    open,
    show: () => {
      // The address itself, because results that add up count there without telling the router.
      const { pathname, search } = location
      void navigate({ pathname, search, hash: place }, { state: { sheet: true }, preventScrollReset: true })
    },
    close,
    /** Takes the sheet's place in the history, so that Back leads to the search before. */
    save: (next: Browse) => {
      if (browsePath({ ...next, page: 1 }) === browsePath({ ...saved, page: 1 })) close()
      else void navigate(browsePath(next), { replace: true, preventScrollReset: true })
    },
  }
}
