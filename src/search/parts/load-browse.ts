/** Loads a page of results: clips, filter counts, and broader searches when no clip matches. */
import { redirect } from 'react-router'

import { formatBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import { toGridClip } from '#catalog/grid-clip.ts'
import { toSharedImage } from '#catalog/structured-data.ts'
import { callForPage } from '#platform/http/page.ts'

import { getSearchPage } from '../search-page-contract.ts'

type LoaderArgs = Parameters<typeof callForPage>[0]

/** Redirects from beyond the last page to it. */
export const loadBrowse = async (args: LoaderArgs, browse: BrowseQuery) => {
  const { data } = await callForPage(args, getSearchPage, { query: Object.fromEntries(formatBrowseQuery(browse)) })
  if (data.kind === 'redirect') throw redirect(data.path)
  const { clips, alternatives, ...results } = data
  return {
    ...results,
    browse,
    /** Set in the browser when a later request failed and these are the results before it. */
    failed: false,
    clips: clips.map(toGridClip),
    poster: toSharedImage(clips[0]?.movie.public_paths),
    alternatives: alternatives && {
      ...alternatives,
      searches: alternatives.searches.map(search => ({ ...search, clips: search.clips.map(toGridClip) })),
    },
  }
}

export type BrowseResults = Awaited<ReturnType<typeof loadBrowse>>
export type SearchAlternatives = NonNullable<BrowseResults['alternatives']>

let shownResults: BrowseResults | undefined

/** The results on screen, in the browser. */
export const getShownResults = (): BrowseResults | undefined => shownResults
export const setShownResults = (results: BrowseResults | undefined): void => {
  shownResults = results
}
