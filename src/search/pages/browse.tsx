/** The search and browse page: `/clips?q=…`. */

import { parseBrowseQuery } from '#catalog/filters.ts'
import { pageMeta } from '#platform/http/page.ts'

import { formatResultTitle } from '../parts/browse-query.ts'
import { BrowseView } from '../parts/browse-view.tsx'
import { loadBrowse } from '../parts/load-browse.ts'
import { getSearchHead } from '../search-head.ts'
import { CorrectedNotice } from '../text/corrected-notice.tsx'
import type { Route } from './+types/browse'

export const loader = (args: Route.LoaderArgs) =>
  loadBrowse(args, parseBrowseQuery(args.url.searchParams), { isPlainLanguage: true })

export { revalidateSearch as shouldRevalidate } from '../parts/revalidate-search.ts'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { browse, total, total_is_estimate, poster } = loaderData
  return pageMeta(page, {
    title: browse.q === '' ? 'Stock footage' : `${browse.q} stock footage`,
    description: `${formatResultTitle(browse, total, total_is_estimate)}: preview frame by frame, license in a minute, download.`,
    image: poster,
    ...getSearchHead(browse, total),
  })
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  const { browse, typed } = loaderData
  return <BrowseView results={loaderData} notice={typed && <CorrectedNotice corrected={browse.q} typed={typed} />} />
}
