/** The page with all collections: featured ones, groups, then every other curated collection and every shoot. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { FullRows } from '#ui/full-rows.tsx'

import { ClipThumb } from '../clip-thumb.tsx'
import {
  type CollectionCard as Collection,
  listCollectionGroups,
  listCollections,
  listFeaturedCollections,
  listFeaturedCurated,
} from '../collections-contract.ts'
import { formatClipCount } from '../counts.ts'
import { FeaturedCard } from '../featured-card.tsx'
import { hoverLoopProps } from '../hover-loop.ts'
import { NoFootage } from '../no-footage.tsx'
import { readPageParam, requireExistingPage } from '../page-urls.ts'
import { Pager } from '../pager.tsx'
import { CollectionTile } from '../parts/collection-tile.tsx'
import { collectionPath } from '../paths.ts'
import { toSharedImage } from '../structured-data.ts'
import { TILE_RATIO } from '../tile.tsx'
import { TitleCard } from '../title-card.tsx'
import { trailerUrlOf } from '../trailer.ts'
import type { Route } from './+types/collections'

import section from '../section.module.css'
import styles from './collections.module.css'

/** A card of a shoot or curated collection: its poster, which plays the trailer on hover, and its name. */
const SIZES = '(width < 770px) 100vw, (width < 1140px) 50vw, 34vw'

const CollectionCard = ({ collection }: { collection: Collection }) => {
  const { name, cover, filmmaker, clip_count } = collection
  return (
    <article {...hoverLoopProps(trailerUrlOf(collection))}>
      <Link to={collectionPath(collection)} className={styles.card}>
        <span className={styles.frame}>{cover && <ClipThumb thumbs={cover.thumbs} sizes={SIZES} />}</span>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.facts}>
          {filmmaker && <span>{filmmaker.data.name}</span>}
          <span>{formatClipCount(clip_count)}</span>
        </span>
      </Link>
    </article>
  )
}

const PER_PAGE = 48

export const loader = async (args: Route.LoaderArgs) => {
  const page = readPageParam(args.url)
  const [list, featured, featuredShoots, groups] = await Promise.all([
    callForPage(args, listCollections, { query: { page: String(page), per_page: String(PER_PAGE) } }),
    callForPage(args, listFeaturedCurated, {}),
    callForPage(args, listFeaturedCollections, {}),
    callForPage(args, listCollectionGroups, {}),
  ])
  requireExistingPage(list.meta.pagination, args.url)
  // Collections featured on the first page are not listed again below.
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
    image: toSharedImage(loaderData?.featured[0]?.cover),
    params: ['page'],
    breadcrumbs: [{ name: 'Collections', path: '/collections' }],
  })

export default function Collections({ loaderData }: Route.ComponentProps) {
  const { page, featured, featuredShoots, groups, curated, shoots, last_page } = loaderData
  const [opener, ...others] = featured
  const isEmpty = featured.length + curated.length + shoots.length === 0
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
      {isEmpty && (
        <NoFootage title="No collections yet" add={{ to: '/admin/collections', label: 'Add a collection' }}>
          Shoots and selections by our editors will appear here.
        </NoFootage>
      )}
      {opener && (
        <section className={section.bleed} aria-label="Featured">
          <TitleCard collection={opener} kind="Chosen by our editors" linked top>
            <p>{opener.description}</p>
            <p>{formatClipCount(opener.clip_count)}</p>
          </TitleCard>
          {others.length > 0 && (
            <div className={styles.featured}>
              <FullRows label="Featured" ratios={others.map(() => TILE_RATIO)}>
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
            <FullRows label="Curated collections" ratios={curated.map(() => TILE_RATIO)}>
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
