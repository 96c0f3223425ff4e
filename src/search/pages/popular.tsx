/** The page with popular searches: the most popular as tiles, then all of them by subject. */
import { Link } from 'react-router'

import { formatClipCount, formatNumber } from '#catalog/counts.ts'
import { NoFootage } from '#catalog/no-footage.tsx'
import { categoryPath, searchTermPath } from '#catalog/paths.ts'
import { toSharedImage } from '#catalog/structured-data.ts'
import { Tile, TILE_RATIO } from '#catalog/tile.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { FullRows } from '#ui/full-rows.tsx'

import { listPopularSearches, MAX_POPULAR_SEARCHES, type PopularSearch } from '../popular-contract.ts'
import { SearchField } from '../search-field.tsx'
import type { Route } from './+types/popular'

import section from '#catalog/section.module.css'
import styles from './popular.module.css'

const TILES_SHOWN = 11
const EAGER_TILES = 4

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, listPopularSearches, { query: { limit: String(MAX_POPULAR_SEARCHES) } })
  return { tiles: listTiles(data), subjects: groupBySubject(data) }
}

/** Returns the searches for the tiles. No picture is shown twice. */
const listTiles = (searches: readonly PopularSearch[]) => {
  const usedPictures = new Set<string>()
  return searches
    .filter(({ cover }) => cover && !usedPictures.has(cover.poster) && usedPictures.add(cover.poster))
    .slice(0, TILES_SHOWN)
}

type ListedSearch = Pick<PopularSearch, 'term' | 'slug' | 'clip_count'>

/** Groups searches by the category of most of their clips; terms are sorted from A to Z. */
const groupBySubject = (searches: readonly PopularSearch[]) => {
  const subjects = new Map<string, { slug: string | undefined; name: string; terms: ListedSearch[] }>()
  for (const { term, slug, clip_count, category } of searches) {
    const key = category?.slug ?? ''
    const subject = subjects.get(key) ?? { slug: category?.slug, name: category?.name ?? 'Everything else', terms: [] }
    subject.terms.push({ term, slug, clip_count })
    subjects.set(key, subject)
  }
  return [...subjects.values()]
    .toSorted((a, b) => b.terms.length - a.terms.length)
    .map(subject => ({ ...subject, terms: subject.terms.toSorted((a, b) => a.term.localeCompare(b.term, 'en')) }))
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Popular searches',
    description: 'What editors and producers look for: stock footage by popular search.',
    image: toSharedImage(loaderData?.tiles[0]?.cover),
    breadcrumbs: [{ name: 'Popular searches', path: '/stock-footage' }],
  })

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export default function Popular({ loaderData }: Route.ComponentProps) {
  const { tiles, subjects } = loaderData
  return (
    <div className={section.page}>
      <header className={styles.head}>
        <h1>Popular searches</h1>
        <SearchField size="lg" />
      </header>
      {tiles.length === 0 && (
        <NoFootage title="No popular searches yet" add={{ to: '/admin/ingest', label: 'Add footage' }}>
          What visitors search for most will appear here.
        </NoFootage>
      )}
      <div className={section.bleed}>
        <FullRows label="Most wanted" ratios={tiles.map(() => TILE_RATIO)}>
          {tiles.map(({ term, slug, clip_count, total_is_estimate, cover }, i) => (
            <Tile
              key={slug}
              to={searchTermPath(slug)}
              name={capitalize(term)}
              cover={cover}
              heading="h2"
              eager={i < EAGER_TILES}
            >
              <span>{formatClipCount(clip_count, total_is_estimate)}</span>
            </Tile>
          ))}
        </FullRows>
      </div>
      <div className={styles.subjects}>
        {subjects.map(({ slug, name, terms }) => (
          <section key={name} className={styles.subject}>
            <h2>{slug ? <Link to={categoryPath({ slug })}>{name}</Link> : name}</h2>
            <ul className={styles.terms}>
              {terms.map(search => (
                <li key={search.slug}>
                  <Link to={searchTermPath(search.slug)}>{search.term}</Link>{' '}
                  <span>{formatNumber(search.clip_count)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
