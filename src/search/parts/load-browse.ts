/** Loads a page of results: clips, filter counts, and alternatives when there are no results. */
import { redirect } from 'react-router'

import { listCategories } from '#catalog/collections-contract.ts'
import { listClips, type Facets } from '#catalog/contract.ts'
import { filterNames } from '#catalog/filter-table.ts'
import { browsePath, type BrowseQuery } from '#catalog/filters.ts'
import { toGridClip } from '#catalog/grid-clip.ts'
import { callForPage } from '#platform/http/page.ts'

import { getFirstPage, toClipQuery } from './browse-query.ts'
import { listFurtherRelaxations, listRelaxations, type Relaxation } from './relaxations.ts'

type LoaderArgs = Parameters<typeof callForPage>[0]

/** How many broader searches are tried for an empty result, and how many of them are shown. */
const MAX_TRIED = 12
const MAX_SHOWN = 4
/** The number of pictures for each of them. */
const CLIPS_PER_ALTERNATIVE = 4

const noFacets = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets

/** Redirects to the last page when the requested page does not exist. */
export const loadBrowse = async (args: LoaderArgs, browse: BrowseQuery) => {
  const first = getFirstPage(browse.page)
  const pages = Array.from({ length: browse.page - first + 1 }, (_, i) => first + i)
  const [firstResponse, ...results] = await Promise.all([
    // Facets come with the first page. When that page is not shown, a single clip is requested.
    callForPage(args, listClips, { query: first === 1 ? toClipQuery(browse, 1) : toClipQuery(browse, 1, 1) }),
    ...pages.filter(page => page > 1).map(page => callForPage(args, listClips, { query: toClipQuery(browse, page) })),
  ])
  const shownPages = first === 1 ? [firstResponse, ...results] : results
  const { pagination } = shownPages[0]?.meta ?? firstResponse.meta
  if (pagination.total > 0 && browse.page > pagination.total_pages)
    throw redirect(browsePath({ ...browse, page: pagination.total_pages }))
  const { facets = noFacets, facets_are_estimates = false } = firstResponse.meta
  return {
    browse,
    clips: shownPages.flatMap(page => page.data.map(toGridClip)),
    poster: shownPages[0]?.data[0]?.movie.public_paths.poster,
    total: pagination.total,
    is_estimate: pagination.total_is_estimate ?? false,
    last_page: pagination.total_pages,
    facets,
    facets_are_estimates,
    alternatives: pagination.total === 0 ? await loadAlternatives(args, browse, facets) : undefined,
  }
}

export type BrowseResults = Awaited<ReturnType<typeof loadBrowse>>

/** Returns the searches that have results, each with its count and a few of its clips, the closest first. */
const tryRelaxations = async (args: LoaderArgs, candidates: readonly Relaxation[]) => {
  const results = await Promise.all(
    candidates.slice(0, MAX_TRIED).map(async candidate => {
      const { data, meta } = await callForPage(args, listClips, {
        query: toClipQuery(candidate.browse, 1, CLIPS_PER_ALTERNATIVE),
      })
      const { total, total_is_estimate = false } = meta.pagination
      return { ...candidate, count: total, is_estimate: total_is_estimate, clips: data.map(toGridClip) }
    }),
  )
  const nonEmpty = results.filter(({ count }) => count > 0).toSorted((a, b) => a.cost - b.cost || b.count - a.count)
  // Of two searches with the same results, the closer one stays.
  const toResultKey = ({ count, clips }: (typeof nonEmpty)[number]) => [count, ...clips.map(clip => clip.id)].join()
  return nonEmpty
    .filter((result, i) => nonEmpty.findIndex(other => toResultKey(other) === toResultKey(result)) === i)
    .slice(0, MAX_SHOWN)
}

const loadAlternatives = async (args: LoaderArgs, browse: BrowseQuery, facets: Facets) => {
  const [categories, closest] = await Promise.all([
    callForPage(args, listCategories, {}),
    tryRelaxations(args, listRelaxations(browse, facets)),
  ])
  return {
    categories: categories.data.toSorted((a, b) => b.clip_count - a.clip_count),
    relaxations: closest.length > 0 ? closest : await tryRelaxations(args, listFurtherRelaxations(browse, facets)),
  }
}

export type SearchAlternatives = Awaited<ReturnType<typeof loadAlternatives>>
