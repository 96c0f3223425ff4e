/** The search and browse page: `/clips?q=…`. */

import { parseBrowseQuery } from '#catalog/filters.ts'
import { pageMeta } from '#platform/http/page.ts'

import { formatResultTitle } from '../parts/browse-query.ts'
import { BrowseView } from '../parts/browse-view.tsx'
import { getShownResults, loadBrowse, type BrowseResults } from '../parts/load-browse.ts'
import { getSearchHead } from '../search-head.ts'
import type { Route } from './+types/browse'

export const loader = (args: Route.LoaderArgs) => loadBrowse(args, parseBrowseQuery(args.url.searchParams))

/** A request that fails keeps the results on screen. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs): Promise<BrowseResults> => {
  try {
    return await serverLoader()
  } catch (error) {
    const shown = getShownResults()
    // Redirects are responses, too.
    if (!shown || (error instanceof Response && error.status < 500)) throw error
    return { ...shown, failed: true }
  }
}

export const handle = { results: true }

export { revalidateSearch as shouldRevalidate } from '../parts/revalidate-search.ts'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { browse, total, poster } = loaderData
  return pageMeta(page, {
    title: browse.q === '' ? 'Stock footage' : `${browse.q} stock footage`,
    description: `${formatResultTitle(loaderData)}: preview frame by frame, license in a minute, download.`,
    image: poster,
    ...getSearchHead(browse, total),
  })
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  return <BrowseView results={loaderData} />
}
