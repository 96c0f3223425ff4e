/** What a page of results needs: its clips, the counts of its filters, and ways out when nothing was found. */
import { redirect } from 'react-router'

import { pageCall } from '#platform/page.ts'

import { listCategories } from '../collections-contract.ts'
import { listClips, type Facets } from '../contract.ts'
import { filterNames } from '../filter-table.ts'
import { browsePath, type Browse } from '../filters.ts'
import { gridClip } from '../grid-clip.ts'
import { furtherRelaxations, relaxations, type Relaxation } from './relaxations.ts'
import { firstPage, queryOf } from './searches.ts'

type LoaderArgs = Parameters<typeof pageCall>[0]

/** Looser searches that are tried for an empty result, and those of them that are shown. */
const most_tried = 12
const most_shown = 4
/** Pictures beside each of them. */
const glimpses = 4

const noFacets = Object.fromEntries(filterNames.map(name => [name, []])) as unknown as Facets

/** Throws a redirect to the last page where there are fewer. */
export const loadBrowse = async (args: LoaderArgs, browse: Browse) => {
  const first = firstPage(browse.page)
  const pages = Array.from({ length: browse.page - first + 1 }, (_, i) => first + i)
  const [counted, ...results] = await Promise.all([
    // Facets come with the first page: when that is not shown, one clip of it is enough.
    pageCall(args, listClips, { query: first === 1 ? queryOf(browse, 1) : queryOf(browse, 1, 1) }),
    ...pages.filter(page => page > 1).map(page => pageCall(args, listClips, { query: queryOf(browse, page) })),
  ])
  const found = first === 1 ? [counted, ...results] : results
  const { pagination } = found[0]?.meta ?? counted.meta
  if (pagination.total > 0 && browse.page > pagination.total_pages)
    throw redirect(browsePath({ ...browse, page: pagination.total_pages }))
  const { facets = noFacets, facets_are_estimates = false } = counted.meta
  return {
    browse,
    clips: found.flatMap(page => page.data.map(gridClip)),
    poster: found[0]?.data[0]?.movie.public_paths.poster,
    total: pagination.total,
    is_estimate: pagination.total_is_estimate ?? false,
    last_page: pagination.total_pages,
    facets,
    facets_are_estimates,
    nothing: pagination.total === 0 ? await waysOut(args, browse, facets) : undefined,
  }
}

export type Found = Awaited<ReturnType<typeof loadBrowse>>

/** Those that find something, each with its true count and a few of its clips, the closest first. */
const tried = async (args: LoaderArgs, some: readonly Relaxation[]) => {
  const all = await Promise.all(
    some.slice(0, most_tried).map(async one => {
      const { data, meta } = await pageCall(args, listClips, { query: queryOf(one.browse, 1, glimpses) })
      const { total, total_is_estimate = false } = meta.pagination
      return { ...one, count: total, is_estimate: total_is_estimate, clips: data.map(gridClip) }
    }),
  )
  const found = all.filter(({ count }) => count > 0).toSorted((a, b) => a.given_up - b.given_up || b.count - a.count)
  // Of two that find the same, the one that gives up less.
  const sight = ({ count, clips }: (typeof found)[number]) => [count, ...clips.map(clip => clip.id)].join()
  return found.filter((one, i) => found.findIndex(other => sight(other) === sight(one)) === i).slice(0, most_shown)
}

const waysOut = async (args: LoaderArgs, browse: Browse, facets: Facets) => {
  const [categories, near] = await Promise.all([
    pageCall(args, listCategories, {}),
    tried(args, relaxations(browse, facets)),
  ])
  return {
    categories: categories.data.toSorted((a, b) => b.clip_count - a.clip_count),
    looser: near.length > 0 ? near : await tried(args, furtherRelaxations(browse, facets)),
  }
}

export type WaysOut = Awaited<ReturnType<typeof waysOut>>
