/** Loads further result pages, appends them and updates the page number in the address. */
import { useState } from 'react'
import { useLocation } from 'react-router'

import { listClips, type TextReading } from '#catalog/contract.ts'
import { browsePath, formatBrowseQuery } from '#catalog/filters.ts'
import type { GridClip } from '#catalog/grid-clip.ts'
import { call } from '#platform/http/call.ts'

import { toClipQuery } from './browse-query.ts'
import type { BrowseResults } from './load-browse.ts'

type FirstResults = Pick<BrowseResults, 'browse' | 'reading' | 'clips' | 'last_page'>

/** The words that close matches don't have, by clip id. */
type MissingWords = ReadonlyMap<number, readonly string[]>
type MoreClipsState = { clips: GridClip[]; missing: MissingWords; page: number; state: 'idle' | 'loading' | 'failed' }

/** The close matches are the last clips of a page. */
const listMissingWords = (
  clips: readonly GridClip[],
  reading: Pick<TextReading, 'close_matches'> | null | undefined,
): MissingWords => {
  const words = reading?.close_matches ?? []
  return new Map(clips.slice(clips.length - words.length).map(({ id }, i) => [id, words[i] ?? []]))
}

/** Continues after the pages that the server rendered. Use a new key for another search. */
export const useMoreClips = ({ browse, reading, clips: initialClips, last_page }: FirstResults) => {
  const [more, setMore] = useState<MoreClipsState>({
    clips: [],
    missing: listMissingWords(initialClips, reading),
    page: browse.page,
    state: 'idle',
  })
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
      const { data, meta } = await call(listClips, { query: toClipQuery(browse, page) })
      const missing = new Map([...more.missing, ...listMissingWords(data, meta.reading)])
      setMore({ clips: [...more.clips, ...data], missing, page, state: 'idle' })
      // For Back and for sharing, unless a clip is over the page and has the address. This is not a navigation, because no data
      // needs to be reloaded.
      if (location.pathname === pathname) history.replaceState(history.state, '', pathOf(page))
    } catch {
      setMore({ ...more, state: 'failed' })
    }
  }

  // A clip published in the meantime shifts the others, so duplicates are removed.
  const seenIds = new Set(initialClips.map(clip => clip.id))
  return {
    clips: [...initialClips, ...more.clips.filter(({ id }) => !seenIds.has(id) && seenIds.add(id))],
    missing: more.missing,
    state: more.state,
    page: more.page,
    next: more.page < last_page ? pathOf(more.page + 1) : undefined,
    load,
  }
}
