/** What others look for: the most wanted as moving tiles, then every popular search by its subject. */
import { Link } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { FullRows } from '#ui/full-rows.tsx'

import { clipCount, numberOf } from '../parts/counts.ts'
import { NoFootage } from '../parts/no-footage.tsx'
import { categoryPath, searchTermPath } from '../paths.ts'
import { listPopularSearches, most_popular, type PopularSearch } from '../popular-contract.ts'
import { SearchField } from '../search-field.tsx'
import { Tile, tile_ratio } from '../tile.tsx'
import type { Route } from './+types/popular'

import section from '../parts/section.module.css'
import styles from './popular.module.css'

const tiles_shown = 11
const eager_tiles = 4

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await pageCall(args, listPopularSearches, { query: { limit: String(most_popular) } })
  return { tiles: withPictures(data), subjects: bySubject(data) }
}

/** No picture twice. */
const withPictures = (searches: readonly PopularSearch[]) => {
  const shown = new Set<string>()
  return searches
    .filter(({ cover }) => cover && !shown.has(cover.poster) && shown.add(cover.poster))
    .slice(0, tiles_shown)
}

type Listed = Pick<PopularSearch, 'term' | 'slug' | 'clip_count'>

/** Terms by what most of their clips show, each list from A to Z. */
const bySubject = (searches: readonly PopularSearch[]) => {
  const subjects = new Map<string, { slug: string | undefined; name: string; terms: Listed[] }>()
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
    description: 'What editors and producers look for: stock footage by popular search, with a look at each.',
    image: loaderData?.tiles[0]?.cover?.poster,
    trail: [{ name: 'Popular searches', path: '/stock-footage' }],
  })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export default function Popular({ loaderData }: Route.ComponentProps) {
  const { tiles, subjects } = loaderData
  return (
    <div className={section.page}>
      <header className={styles.head}>
        <h1>Popular searches</h1>
        <SearchField size="lg" />
      </header>
      {tiles.length === 0 && <NoFootage />}
      <div className={section.bleed}>
        <FullRows label="Most wanted" ratios={tiles.map(() => tile_ratio)}>
          {tiles.map(({ term, slug, clip_count, total_is_estimate, cover }, i) => (
            <Tile
              key={slug}
              to={searchTermPath(slug)}
              name={capital(term)}
              cover={cover}
              heading="h2"
              eager={i < eager_tiles}
            >
              <span>{clipCount(clip_count, total_is_estimate)}</span>
            </Tile>
          ))}
        </FullRows>
      </div>
      <div className={styles.subjects}>
        {subjects.map(({ slug, name, terms }) => (
          <section key={name} className={styles.subject}>
            <h2>{slug ? <Link to={categoryPath({ slug })}>{name}</Link> : name}</h2>
            <ul className={styles.terms}>
              {terms.map(one => (
                <li key={one.slug}>
                  <Link to={searchTermPath(one.slug)}>{one.term}</Link> <span>{numberOf(one.clip_count)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
