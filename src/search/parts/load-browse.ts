/** Loads a page of results: clips, filter counts, and broader searches when no clip matches. */
import { redirect } from 'react-router'

import { formatBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import { toGridClip } from '#catalog/grid-clip.ts'
import { callForPage } from '#platform/http/page.ts'

import { getSearchPage } from '../search-page-contract.ts'

type LoaderArgs = Parameters<typeof callForPage>[0]
type LoadOptions = {
  /** Whether the text was typed: filters are read from it, and its spelling is corrected. */
  isPlainLanguage?: boolean
}

/** Redirects to the filters that the text names, and from beyond the last page to it. */
export const loadBrowse = async (
  args: LoaderArgs,
  browse: BrowseQuery,
  { isPlainLanguage = false }: LoadOptions = {},
) => {
  const { data } = await callForPage(args, getSearchPage, {
    query: { ...Object.fromEntries(formatBrowseQuery(browse)), plain_language: isPlainLanguage ? '1' : '0' },
  })
  if (data.kind === 'redirect') throw redirect(data.path)
  const { q, typed, clips, alternatives, ...results } = data
  return {
    ...results,
    browse: { ...browse, q },
    typed,
    clips: clips.map(toGridClip),
    poster: clips[0]?.movie.public_paths.poster,
    alternatives: alternatives && {
      categories: alternatives.categories,
      searches: alternatives.searches.map(search => ({ ...search, clips: search.clips.map(toGridClip) })),
    },
  }
}

export type BrowseResults = Awaited<ReturnType<typeof loadBrowse>>
export type SearchAlternatives = NonNullable<BrowseResults['alternatives']>
