/** The page of a category or subcategory: its subcategories, filters to narrow it, and its most popular clips. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FullRows } from '#ui/full-rows.tsx'

import { ClipRows } from '../clip-rows.tsx'
import { ClipThumb } from '../clip-thumb.tsx'
import { getCategory, type Category, type Cover } from '../collections-contract.ts'
import { listClips, type Facets } from '../contract.ts'
import { formatClipCount, formatCount, formatNumber } from '../counts.ts'
import { filterTable } from '../filter-table.ts'
import { browsePath, emptyBrowseQuery } from '../filters.ts'
import { toGridClip } from '../grid-clip.ts'
import { hoverLoopProps } from '../hover-loop.ts'
import { requireCanonicalPath } from '../page-urls.ts'
import { categoryPath } from '../paths.ts'
import { createClipList, toSharedImage } from '../structured-data.ts'
import { Tile, TILE_RATIO } from '../tile.tsx'
import type { Route } from './+types/category'

import styles from './category.module.css'

const POPULAR_SHOWN = 48
/** The filters offered here. The browse page has all of them. */
const narrowingFilters = ['look', 'motion', 'time', 'filmmaker'] as const
const MAX_VALUES = 6

const listNarrowingFilters = (facets: Facets | undefined) =>
  narrowingFilters.flatMap(name => {
    const values = facets?.[name].filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count) ?? []
    return values.length > 1 ? [{ name, values: values.slice(0, MAX_VALUES) }] : []
  })

export const loader = async (args: Route.LoaderArgs) => {
  const { slug } = args.params
  const [category, popular] = await Promise.all([
    callForPage(args, getCategory, { params: { slug } }),
    callForPage(args, listClips, { query: { category: slug, sort: 'popular', per_page: String(POPULAR_SHOWN) } }),
  ])
  requireCanonicalPath(categoryPath(category.data), args.url)
  const { facets } = popular.meta
  return {
    category: category.data,
    clips: popular.data.map(toGridClip),
    ways: listNarrowingFilters(facets),
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
    description: category.description || `${formatClipCount(category.clip_count)} of ${category.name}.`,
    path: categoryPath(category),
    image: toSharedImage(category.cover),
    breadcrumbs: trailOf(category),
    structuredData: absolute => createClipList(loaderData.clips, absolute),
  })
}

type PictureHeadProps = {
  cover: Cover | null
  name: ReactNode
  /** What it is part of, outermost first. */
  trail: readonly { name: string; path: string }[]
  children: ReactNode
}

/** The header of a category: its name on a wide frame of its footage, which plays on hover. */
const PictureHead = ({ cover, name, trail, children }: PictureHeadProps) => (
  <header className={styles.pictureHead} data-theme="dark" {...hoverLoopProps(cover?.loop ?? undefined)}>
    {cover && <ClipThumb thumbs={cover.thumbs} sizes="100vw" eager first className={styles.picture} />}
    <div className={styles.words}>
      <nav className={styles.trail} aria-label="Part of">
        {trail.map(({ name: label, path }) => (
          <Link key={path} to={path}>
            {label}
          </Link>
        ))}
      </nav>
      <h1>{name}</h1>
      {children}
    </div>
  </header>
)

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, clips, ways, filmmaker_count } = loaderData
  const { slug, name, description, clip_count, cover, subcategories } = category
  const allClipsPath = browsePath({ ...emptyBrowseQuery, include: { category: [slug] } })
  return (
    <div className={styles.page}>
      <PictureHead cover={cover} name={name} trail={trailOf(category).slice(0, -1)}>
        {description && <p>{description}</p>}
        <p className={styles.facts}>
          <span>
            {formatClipCount(clip_count)}
            {filmmaker_count > 1 && ` by ${formatCount(filmmaker_count, 'filmmaker')}`}
          </span>
          <ButtonLink to={allClipsPath}>Search in {name}</ButtonLink>
        </p>
      </PictureHead>
      {subcategories.length > 1 && (
        <FullRows label="Subcategories" ratios={subcategories.map(() => TILE_RATIO)}>
          {subcategories.map(sub => (
            <Tile key={sub.slug} to={categoryPath(sub)} name={sub.name} cover={sub.cover} heading="h2" eager>
              <span>{formatClipCount(sub.clip_count)}</span>
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
                    <Link to={browsePath({ ...emptyBrowseQuery, include: { category: [slug], [filter]: [value] } })}>
                      {label}
                    </Link>{' '}
                    <span>{formatNumber(count)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
      <section aria-labelledby="popular">
        <header className={styles.head}>
          <h2 id="popular">Most popular</h2>
          {clip_count > clips.length && <Link to={allClipsPath}>All {formatClipCount(clip_count)}</Link>}
        </header>
        <ClipRows clips={clips} label={`Popular clips of ${name}`} />
        {clip_count > clips.length && (
          <p className={styles.all}>
            <ButtonLink to={allClipsPath} size="lg">
              All {formatClipCount(clip_count)}
            </ButtonLink>
          </p>
        )}
      </section>
    </div>
  )
}
