/** Result pages that add up: the next ones are fetched and appended, the address keeps count. */
import { useState } from 'react'
import { useLocation } from 'react-router'

import { call } from '#platform/call.ts'

import { listClips } from '../contract.ts'
import { browsePath, printBrowse, type Browse } from '../filters.ts'
import type { GridClip } from '../grid-clip.ts'
import { queryOf } from './searches.ts'

type More = { clips: GridClip[]; page: number; state: 'idle' | 'loading' | 'failed' }

/** From the pages that the server has shown, on. Mount it anew for another search. */
export const useMoreClips = (browse: Browse, shown: readonly GridClip[], last_page: number) => {
  const [more, setMore] = useState<More>({ clips: [], page: browse.page, state: 'idle' })
  const { pathname } = useLocation()
  /** A search term has an address of its own, which says the words. */
  const pathOf = (page: number) =>
    pathname === '/clips' ? browsePath({ ...browse, page }) : `${pathname}?${printBrowse({ ...browse, q: '', page })}`

  const load = async () => {
    if (more.state === 'loading' || more.page >= last_page) return
    const page = more.page + 1
    setMore({ ...more, state: 'loading' })
    try {
      const { data } = await call(listClips, { query: queryOf(browse, page) })
      setMore({ clips: [...more.clips, ...data], page, state: 'idle' })
      // For Back and for sharing; not a navigation, since nothing has to be asked for again.
      history.replaceState(history.state, '', pathOf(page))
    } catch {
      setMore({ ...more, state: 'failed' })
    }
  }

  // A clip that was published meanwhile moves the others on: none stands there twice.
  const known = new Set(shown.map(clip => clip.id))
  return {
    clips: [...shown, ...more.clips.filter(({ id }) => !known.has(id) && known.add(id))],
    state: more.state,
    next: more.page < last_page ? pathOf(more.page + 1) : undefined,
    load,
  }
}
