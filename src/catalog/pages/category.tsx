/** A category or subcategory: what it is divided into, ways to narrow it, and its best liked clips. */
import { Link } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FullRows } from '#ui/full-rows.tsx'

import { ClipRows } from '../clip-rows.tsx'
import { getCategory, type Category } from '../collections-contract.ts'
import { listClips, type Facets } from '../contract.ts'
import { filterTable } from '../filter-table.ts'
import { browsePath, emptyBrowse } from '../filters.ts'
import { gridClip } from '../grid-clip.ts'
import { clipCount, countOf, numberOf } from '../parts/counts.ts'
import { PictureHead } from '../parts/picture-head.tsx'
import { categoryPath } from '../paths.ts'
import { Tile, tile_ratio } from '../tile.tsx'
import type { Route } from './+types/category'

import styles from './category.module.css'

const popular_shown = 48
/** What a subject is narrowed by here; the browse page has every filter. */
const ways = ['look', 'motion', 'time', 'filmmaker'] as const
const most_values = 6

const waysIn = (facets: Facets | undefined) =>
  ways.flatMap(name => {
    const values = facets?.[name].filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count) ?? []
    return values.length > 1 ? [{ name, values: values.slice(0, most_values) }] : []
  })

export const loader = async (args: Route.LoaderArgs) => {
  const { slug } = args.params
  const [category, popular] = await Promise.all([
    pageCall(args, getCategory, { params: { slug } }),
    pageCall(args, listClips, { query: { category: slug, sort: 'popular', per_page: String(popular_shown) } }),
  ])
  const { facets } = popular.meta
  return {
    category: category.data,
    clips: popular.data.map(gridClip),
    ways: waysIn(facets),
    filmmaker_count: facets?.filmmaker.filter(({ count }) => count > 0).length ?? 0,
  }
}

const trailOf = ({ slug, name, parent }: Category) => [
  { name: 'All categories', path: '/category' },
  ...(parent ? [{ name: parent.name, path: categoryPath(parent) }] : []),
  { name, path: categoryPath({ slug }) },
]

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { category } = loaderData
  return pageMeta(page, {
    title: `${category.name} stock footage`,
    description: category.description || `${clipCount(category.clip_count)} of ${category.name}.`,
    path: categoryPath(category),
    image: category.cover?.poster,
    trail: trailOf(category),
  })
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, clips, ways, filmmaker_count } = loaderData
  const { slug, name, description, clip_count, cover, subcategories } = category
  const all = browsePath({ ...emptyBrowse, include: { category: [slug] } })
  return (
    <div className={styles.page}>
      <PictureHead cover={cover} name={name} trail={trailOf(category).slice(0, -1)}>
        {description && <p>{description}</p>}
        <p className={styles.facts}>
          <span>
            {clipCount(clip_count)}
            {filmmaker_count > 1 && ` by ${countOf(filmmaker_count, 'filmmaker')}`}
          </span>
          <ButtonLink to={all}>Search in {name}</ButtonLink>
        </p>
      </PictureHead>
      {subcategories.length > 1 && (
        <FullRows label="Subcategories" ratios={subcategories.map(() => tile_ratio)}>
          {subcategories.map(sub => (
            <Tile key={sub.slug} to={categoryPath(sub)} name={sub.name} cover={sub.cover} heading="h2" eager>
              <span>{clipCount(sub.clip_count)}</span>
            </Tile>
          ))}
        </FullRows>
      )}
      {ways.length > 0 && (
        <nav className={styles.ways} aria-label={`Narrow ${name}`}>
          {ways.map(({ name: filter, values }) => (
            <div key={filter}>
              <h2>{filterTable[filter].label}</h2>
              <ul className={styles.values}>
                {values.map(({ value, label, count }) => (
                  <li key={value}>
                    <Link to={browsePath({ ...emptyBrowse, include: { category: [slug], [filter]: [value] } })}>
                      {label}
                    </Link>{' '}
                    <span>{numberOf(count)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
      <section aria-labelledby="popular">
        <header className={styles.head}>
          <h2 id="popular">Liked most</h2>
          {clip_count > clips.length && <Link to={all}>All {clipCount(clip_count)}</Link>}
        </header>
        <ClipRows clips={clips} label={`Popular clips of ${name}`} />
        {clip_count > clips.length && (
          <p className={styles.all}>
            <ButtonLink to={all} size="lg">
              All {clipCount(clip_count)}
            </ButtonLink>
          </p>
        )}
      </section>
    </div>
  )
}
