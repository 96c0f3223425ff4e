/** Loads further result pages, appends them and updates the page number in the address. */
import { useState } from 'react'
import { useLocation } from 'react-router'

import { listClips } from '#catalog/contract.ts'
import { browsePath, formatBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import type { GridClip } from '#catalog/grid-clip.ts'
import { call } from '#platform/http/call.ts'

import { toClipQuery } from './browse-query.ts'

type MoreClipsState = { clips: GridClip[]; page: number; state: 'idle' | 'loading' | 'failed' }

/** Continues after the pages that the server rendered. Use a new key for another search. */
export const useMoreClips = (browse: BrowseQuery, initialClips: readonly GridClip[], last_page: number) => {
  const [more, setMore] = useState<MoreClipsState>({ clips: [], page: browse.page, state: 'idle' })
  const { pathname } = useLocation()
  /** A search term page has the search text in its path. */
  const pathOf = (page: number) =>
    pathname === '/clips'
      ? browsePath({ ...browse, page })
      : `${pathname}?${formatBrowseQuery({ ...browse, q: '', page })}`

  const load = async () => {
    if (more.state === 'loading' || more.page >= last_page) return
    const page = more.page + 1
    setMore({ ...more, state: 'loading' })
    try {
      const { data } = await call(listClips, { query: toClipQuery(browse, page) })
      setMore({ clips: [...more.clips, ...data], page, state: 'idle' })
      // For Back and for sharing. This is not a navigation, because no data needs to be reloaded.
      history.replaceState(history.state, '', pathOf(page))
    } catch {
      setMore({ ...more, state: 'failed' })
    }
  }

  // A clip published in the meantime shifts the others, so duplicates are removed.
  const seenIds = new Set(initialClips.map(clip => clip.id))
  return {
    clips: [...initialClips, ...more.clips.filter(({ id }) => !seenIds.has(id) && seenIds.add(id))],
    state: more.state,
    next: more.page < last_page ? pathOf(more.page + 1) : undefined,
    load,
  }
}
