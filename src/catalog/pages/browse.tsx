/** Search and browse: `/clips?q=…`. */
import { pageMeta } from '#platform/page.ts'

import { readBrowse } from '../filters.ts'
import { BrowseView } from '../parts/browse-view.tsx'
import type { Found } from '../parts/load-browse.ts'
import { resultTitle } from '../parts/searches.ts'
import { searchHead } from '../search-head.ts'
import { CorrectedNotice } from '../words/corrected-notice.tsx'
import { loadTyped, type Typed } from '../words/load-typed.ts'
import type { Route } from './+types/browse'

/** What was typed is read and put right. */
export const loader = (args: Route.LoaderArgs): Promise<Found & { typed?: Typed }> =>
  loadTyped(args, readBrowse(args.url.searchParams))

export { revalidateSearch as shouldRevalidate } from '../parts/revalidate-search.ts'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { browse, total, is_estimate, poster } = loaderData
  return pageMeta(page, {
    title: browse.q === '' ? 'Stock footage' : `${browse.q} stock footage`,
    description: `${resultTitle(browse, total, is_estimate)}: preview frame by frame, license in a minute, download.`,
    image: poster,
    ...searchHead(browse, total),
  })
}

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  const { browse, typed } = loaderData
  return <BrowseView found={loaderData} notice={typed && <CorrectedNotice meant={browse.q} typed={typed} />} />
}
