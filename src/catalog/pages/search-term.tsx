/** Results for one term at an address of its own, with what can be said of it and where one could look next. */
import { data, Link, redirect } from 'react-router'

import { pageMeta } from '#platform/page.ts'

import { readBrowse } from '../filters.ts'
import { BrowseView } from '../parts/browse-view.tsx'
import { loadBrowse } from '../parts/load-browse.ts'
import { wordsIn } from '../parts/searches.ts'
import { relatedTerms, termFacts } from '../parts/term-facts.ts'
import { searchTermPath, termSlug } from '../paths.ts'
import { searchHead } from '../search-head.ts'
import type { Route } from './+types/search-term'

import styles from './search-term.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { url, params } = args
  const term = wordsIn(params.searchTerm).toLowerCase()
  if (term === '') throw data(null, { status: 404 })
  if (termSlug(term) !== params.searchTerm) throw redirect(searchTermPath(term) + url.search, 301)
  const search = new URLSearchParams(url.search)
  search.set('q', term)
  const found = await loadBrowse(args, readBrowse(search))
  return { term, found, facts: termFacts(found), related: relatedTerms(term, found.facets) }
}

export { revalidateSearch as shouldRevalidate } from '../parts/revalidate-search.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { term, found, facts } = loaderData
  const title = `${capital(term)} stock footage`
  return pageMeta(page, {
    title,
    description: facts || undefined,
    image: found.poster,
    params: ['page'],
    noindex: searchHead(found.browse, found.total).noindex,
    trail: [
      { name: 'Popular searches', path: '/stock-footage' },
      { name: title, path: page.location.pathname },
    ],
  })
}

export default function SearchTerm({ loaderData }: Route.ComponentProps) {
  const { term, found, facts, related } = loaderData
  return (
    <BrowseView
      found={found}
      head={
        <div className={styles.head}>
          <h1>{capital(term)} stock footage</h1>
          {facts && <p>{facts}</p>}
          {related.length > 0 && (
            <nav className={styles.related} aria-label="Related searches">
              {related.map(word => (
                <Link key={word} to={searchTermPath(word)}>
                  {word}
                </Link>
              ))}
            </nav>
          )}
        </div>
      }
    />
  )
}
