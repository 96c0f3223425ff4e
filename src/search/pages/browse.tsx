/** The search and browse page: `/clips?q=…`. */
import { lazy, Suspense } from 'react'

import { formatBrowseQuery, parseBrowseQuery, type BrowseQuery } from '#catalog/filters.ts'
import { createClipList } from '#catalog/structured-data.ts'
import { pageMeta } from '#platform/http/page.ts'

import { formatResultTitle, getFirstPage, PER_PAGE } from '../parts/browse-query.ts'
import { BrowseView } from '../parts/browse-view.tsx'
import { getShownResults, loadBrowse, type BrowseResults } from '../parts/load-browse.ts'
import { getSearchHead } from '../search-head.ts'
import type { Route } from './+types/browse'

import styles from '../parts/browse-view.module.css'

const EmptyShop = lazy(() => import('#catalog/empty-shop.tsx').then(module => ({ default: module.EmptyShop })))

export const loader = (args: Route.LoaderArgs) => loadBrowse(args, parseBrowseQuery(args.url.searchParams))

/** A request that fails keeps the results on screen. */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs): Promise<BrowseResults> => {
  try {
    return await serverLoader()
  } catch (error) {
    const results = getShownResults()
    // Redirects are responses, too.
    if (!results || (error instanceof Response && error.status < 500)) throw error
    return { ...results, failed: true }
  }
}

export const handle = { results: true }

export { revalidateSearch as shouldRevalidate } from '../parts/revalidate-search.ts'

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { browse, poster } = loaderData
  return pageMeta(page, {
    title: browse.q === '' ? 'Stock footage' : `${browse.q} stock footage`,
    description: `${formatResultTitle(loaderData)}: preview frame by frame, license in a minute, download.`,
    image: poster,
    ...getSearchHead(browse, loaderData),
    structuredData: absolute =>
      createClipList(loaderData.clips, absolute, (getFirstPage(browse.page) - 1) * PER_PAGE + 1),
  })
}

/** Whether a search without any condition found nothing: filters over nothing would look broken. */
const isShopEmpty = ({ browse, total }: { browse: BrowseQuery; total: number }) =>
  total === 0 && formatBrowseQuery({ ...browse, sort: 'relevance', page: 1 }).size === 0

export default function BrowsePage({ loaderData }: Route.ComponentProps) {
  if (!isShopEmpty(loaderData)) return <BrowseView results={loaderData} />
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Stock footage</h1>
      </header>
      <Suspense>
        <EmptyShop />
      </Suspense>
    </div>
  )
}
