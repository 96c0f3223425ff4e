/** All collections: what the editors feature, their index, then every other set and every shoot. */
import { Link } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { FullRows } from '#ui/full-rows.tsx'

import { CollectionCard } from '../collection-card.tsx'
import {
  listCollectionGroups,
  listCollections,
  listFeaturedCollections,
  listFeaturedCurated,
} from '../collections-contract.ts'
import { FeaturedCard } from '../featured-card.tsx'
import { insistOnPage, pageIn } from '../page-address.ts'
import { CollectionTile } from '../parts/collection-tile.tsx'
import { clipCount } from '../parts/counts.ts'
import { NoFootage } from '../parts/no-footage.tsx'
import { Pager } from '../parts/pager.tsx'
import { collectionPath } from '../paths.ts'
import { tile_ratio } from '../tile.tsx'
import { TitleCard } from '../title-card.tsx'
import type { Route } from './+types/collections'

import section from '../parts/section.module.css'
import styles from './collections.module.css'

const per_page = 48

export const loader = async (args: Route.LoaderArgs) => {
  const page = pageIn(args.url)
  const [list, featured, featuredShoots, groups] = await Promise.all([
    pageCall(args, listCollections, { query: { page: String(page), per_page: String(per_page) } }),
    pageCall(args, listFeaturedCurated, {}),
    pageCall(args, listFeaturedCollections, {}),
    pageCall(args, listCollectionGroups, {}),
  ])
  insistOnPage(list.meta.pagination, args.url)
  // What stands large on the first page is not listed once more.
  const others = list.data.filter(({ kind, featured: isFeatured }) => kind === 'shoot' || !isFeatured)
  return {
    page,
    featured: page === 1 ? featured.data : [],
    featuredShoots: page === 1 ? featuredShoots.data : [],
    groups: page === 1 ? groups.data : [],
    curated: others.filter(({ kind }) => kind === 'curated'),
    shoots: others.filter(({ kind }) => kind === 'shoot'),
    last_page: list.meta.pagination.total_pages,
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Collections',
    description: 'Footage that belongs together: sets chosen by our editors, and whole shoots scene by scene.',
    image: loaderData?.featured[0]?.cover?.poster,
    params: ['page'],
    trail: [{ name: 'Collections', path: '/collections' }],
  })

export default function Collections({ loaderData }: Route.ComponentProps) {
  const { page, featured, featuredShoots, groups, curated, shoots, last_page } = loaderData
  const [opener, ...others] = featured
  const nothing = featured.length + curated.length + shoots.length === 0
  return (
    <div className={section.page}>
      <header className={styles.head}>
        <h1>Collections</h1>
        {groups.length > 0 && (
          <nav className={styles.groups} aria-label="Collections by group">
            {groups.map(({ id, name, collections }) => (
              <div key={id}>
                <h2>{name}</h2>
                <ul className={styles.names}>
                  {collections.data.map(collection => (
                    <li key={collection.id}>
                      <Link to={collectionPath(collection)}>{collection.name}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        )}
      </header>
      {nothing && <NoFootage />}
      {opener && (
        <section className={section.bleed} aria-label="Featured">
          <TitleCard collection={opener} kind="Chosen by our editors" linked top>
            <p>{opener.description}</p>
            <p>{clipCount(opener.clip_count)}</p>
          </TitleCard>
          {others.length > 0 && (
            <div className={styles.featured}>
              <FullRows label="Featured" ratios={others.map(() => tile_ratio)}>
                {others.map(collection => (
                  <CollectionTile key={collection.id} collection={collection} heading="h2" />
                ))}
              </FullRows>
            </div>
          )}
        </section>
      )}
      {curated.length > 0 && (
        <section aria-labelledby="curated">
          <header className={section.head}>
            <h2 id="curated">More from the editors</h2>
          </header>
          <div className={section.bleed}>
            <FullRows label="Curated collections" ratios={curated.map(() => tile_ratio)}>
              {curated.map(collection => (
                <CollectionTile key={collection.id} collection={collection} />
              ))}
            </FullRows>
          </div>
        </section>
      )}
      {featuredShoots.length > 0 && (
        <section aria-labelledby="featured-shoots">
          <header className={section.head}>
            <h2 id="featured-shoots">Shoots we keep going back to</h2>
          </header>
          <div className={styles.strip}>
            {featuredShoots.map(collection => (
              <FeaturedCard key={collection.id} collection={collection} />
            ))}
          </div>
        </section>
      )}
      {shoots.length > 0 && (
        <section aria-labelledby="shoots">
          <header className={section.head}>
            <h2 id="shoots">{page === 1 ? 'Shoots, newest first' : 'Shoots'}</h2>
          </header>
          <div className={styles.shoots}>
            {shoots.map(collection => (
              <CollectionCard key={collection.id} collection={collection} />
            ))}
          </div>
        </section>
      )}
      <Pager
        page={page}
        last_page={last_page}
        to={number => (number === 1 ? '/collections' : `/collections?page=${number}`)}
      />
    </div>
  )
}
