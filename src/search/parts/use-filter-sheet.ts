/** The filter sheet is an entry in the browser history: Back closes the sheet before it leaves the page. */
import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { browsePath, type BrowseQuery } from '#catalog/filters.ts'

/** From this width on the filters are a panel beside the results; below they are a sheet. */
const WIDE_SCREEN = '(width >= 1024px)'
/** Without JavaScript the panel is shown by `:target`. */
const SHEET_HASH = '#filters'

export const isWide = () => matchMedia(WIDE_SCREEN).matches

const subscribeToWidth = (onChange: () => void) => {
  const query = matchMedia(WIDE_SCREEN)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** `toSearch` converts the choices of the sheet to the search that the address holds. */
export const useFilterSheet = (saved: BrowseQuery, toSearch: (next: BrowseQuery) => BrowseQuery) => {
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  // The server knows neither the hash nor the width of the screen.
  const open = useSyncExternalStore(
    subscribeToWidth,
    () => hash === SHEET_HASH && !isWide(),
    () => false,
  )
  const path = browsePath(saved)
  const close = () => {
    // A user who opened a link to the sheet has no entry of this page to go back to.
    if ((state as { sheet?: boolean } | null)?.sheet) void navigate(-1)
    else void navigate(path, { replace: true, preventScrollReset: true })
  }
  return {
    open,
    show: () => {
      // Uses the browser's address, because loading more results changes it without telling the router.
      const { pathname, search } = location
      void navigate({ pathname, search, hash: SHEET_HASH }, { state: { sheet: true }, preventScrollReset: true })
    },
    close,
    /** Replaces the sheet in the history, so that Back leads to the previous search. */
    save: (chosen: BrowseQuery) => {
      const next = toSearch(chosen)
      if (browsePath({ ...next, page: 1 }) === browsePath({ ...saved, page: 1 })) close()
      else void navigate(browsePath(next), { replace: true, preventScrollReset: true })
    },
  }
}
