/** The page of a search term with its own address: results, a description and related searches. */
import { data, Link, redirect } from 'react-router'

import { parseBrowseQuery } from '#catalog/filters.ts'
import { searchTermPath, termSlug } from '#catalog/paths.ts'
import { createClipList } from '#catalog/structured-data.ts'
import { pageMeta } from '#platform/http/page.ts'

import { getFirstPage, PER_PAGE, slugToTerm } from '../parts/browse-query.ts'
import { BrowseView } from '../parts/browse-view.tsx'
import { loadBrowse } from '../parts/load-browse.ts'
import { listRelatedTerms, formatTermFacts } from '../parts/term-facts.ts'
import { isThinPage } from '../search-head.ts'
import type { Route } from './+types/search-term'

import styles from './search-term.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { url, params } = args
  const term = slugToTerm(params.searchTerm).toLowerCase()
  if (term === '') throw data(null, { status: 404 })
  if (termSlug(term) !== params.searchTerm) throw redirect(searchTermPath(term) + url.search, 301)
  const search = new URLSearchParams(url.search)
  search.set('q', term)
  const results = await loadBrowse(args, parseBrowseQuery(search))
  return { term, results, facts: formatTermFacts(results), related: listRelatedTerms(term, results.facets) }
}

export const handle = { results: true }

export { revalidateSearch as shouldRevalidate } from '../parts/revalidate-search.ts'

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { term, results, facts } = loaderData
  const title = `${capitalize(term)} stock footage`
  return pageMeta(page, {
    title,
    description: facts || undefined,
    image: results.poster,
    params: ['page'],
    noindex: isThinPage(results.browse, results),
    breadcrumbs: [
      { name: 'Popular searches', path: '/stock-footage' },
      { name: title, path: page.location.pathname },
    ],
    structuredData: absolute =>
      createClipList(results.clips, absolute, (getFirstPage(results.browse.page) - 1) * PER_PAGE + 1),
  })
}

export default function SearchTerm({ loaderData }: Route.ComponentProps) {
  const { term, results, facts, related } = loaderData
  return (
    <BrowseView
      results={results}
      head={
        <div className={styles.head}>
          <h1>{capitalize(term)} stock footage</h1>
          {facts && <p>{facts}</p>}
          {related.length > 0 && (
            <nav className={styles.related} aria-label="Related searches">
              {related.map(relatedTerm => (
                <Link key={relatedTerm} to={searchTermPath(relatedTerm)}>
                  {relatedTerm}
                </Link>
              ))}
            </nav>
          )}
        </div>
      }
    />
  )
}
