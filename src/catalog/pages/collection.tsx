/** The page of a collection: title, running order, clips and other curated collections. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FullRows } from '#ui/full-rows.tsx'
import { Duration } from '#ui/timecode.tsx'

import { ClipRows } from '../clip-rows.tsx'
import { getCollection, listFeaturedCurated } from '../collections-contract.ts'
import { formatClipCount } from '../counts.ts'
import { type GridClip, toGridClip } from '../grid-clip.ts'
import { ListingContext } from '../listing.ts'
import { readPageParam, requireCanonicalPath, requireExistingPage, requireId } from '../page-urls.ts'
import { Pager } from '../pager.tsx'
import { CollectionTile } from '../parts/collection-tile.tsx'
import { clipPath, collectionPath, filmmakerPath, shootPath } from '../paths.ts'
import { createClipList, toSharedImage } from '../structured-data.ts'
import { TILE_RATIO } from '../tile.tsx'
import { TitleCard } from '../title-card.tsx'
import type { Route } from './+types/collection'

import section from '../section.module.css'
import styles from './collection.module.css'

/** The running order of a collection: number, title, filmmaker and length of each clip, and the total length. */
type RunningOrderProps = {
  clips: readonly GridClip[]
  /** The number of the first clip. */
  first: number
}

const RunningOrder = ({ clips, first }: RunningOrderProps) => (
  <section className={styles.order} aria-labelledby="running-order">
    <h2 id="running-order">Running order</h2>
    <ol start={first} className={styles.list}>
      {clips.map((clip, i) => (
        <li key={clip.id}>
          <span className={styles.number} aria-hidden="true">
            {String(first + i).padStart(2, '0')}
          </span>
          <span className={styles.title}>
            <Link to={clipPath(clip)}>{clip.name}</Link>
            <span>{clip.collection.data.filmmaker.data.name}</span>
          </span>
          <Duration seconds={clip.duration_in_seconds} className={styles.length} />
        </li>
      ))}
    </ol>
    <p className={styles.total}>
      <span>Total</span>
      <Duration seconds={clips.reduce((sum, clip) => sum + clip.duration_in_seconds, 0)} className={styles.length} />
    </p>
  </section>
)

const PER_PAGE = 60
const OTHER_COLLECTIONS_SHOWN = 3

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(readPageParam(args.url)), per_page: String(PER_PAGE) }
  const [{ data, meta }, featured] = await Promise.all([
    callForPage(args, getCollection, { params: { id: requireId(args.params.id) }, query }),
    callForPage(args, listFeaturedCurated, {}),
  ])
  requireCanonicalPath(collectionPath(data), args.url)
  requireExistingPage(meta.pagination, args.url)
  const { clips, ...collection } = data
  return {
    collection,
    clips: clips.map(toGridClip),
    pagination: meta.pagination,
    others: featured.data.filter(({ id }) => id !== data.id).slice(0, OTHER_COLLECTIONS_SHOWN),
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { collection } = loaderData
  const path = collectionPath(collection)
  return pageMeta(page, {
    title: collection.name,
    description: collection.description,
    // A shoot's own page has the same clips.
    ...(collection.kind === 'shoot' ? { path: shootPath(collection) } : { path, params: ['page'] }),
    image: toSharedImage(collection.cover),
    breadcrumbs: [
      { name: 'Collections', path: '/collections' },
      { name: collection.name, path },
    ],
    structuredData: absolute =>
      createClipList(loaderData.clips, absolute, (loaderData.pagination.page - 1) * loaderData.pagination.per_page + 1),
  })
}

export default function CollectionPage({ loaderData }: Route.ComponentProps) {
  const { collection, clips, pagination, others } = loaderData
  const { name, kind, filmmaker, description, clip_count } = collection
  const path = collectionPath(collection)
  const first = (pagination.page - 1) * pagination.per_page + 1
  return (
    <div className={styles.page}>
      <TitleCard collection={collection} kind={kind === 'curated' ? 'Chosen by our editors' : 'A shoot'}>
        {description && <p>{description}</p>}
        <p className={styles.facts}>
          {filmmaker && <Link to={filmmakerPath(filmmaker.data)}>{filmmaker.data.name}</Link>}
          <span>{formatClipCount(clip_count)}</span>
          {kind === 'shoot' && <ButtonLink to={shootPath(collection)}>See it scene by scene</ButtonLink>}
        </p>
      </TitleCard>
      <div className={styles.program}>
        <RunningOrder clips={clips} first={first} />
        <div className={styles.footage}>
          <ListingContext value={{ clips, first, total: clip_count }}>
            <ClipRows clips={clips} label={`Clips of ${name}`} top large />
          </ListingContext>
        </div>
      </div>
      <Pager
        page={pagination.page}
        last_page={pagination.total_pages}
        to={page => (page === 1 ? path : `${path}?page=${page}`)}
      />
      {others.length > 0 && (
        <section aria-labelledby="others" className={styles.others}>
          <header className={section.head}>
            <h2 id="others">Also chosen by our editors</h2>
            <Link to="/collections">All collections</Link>
          </header>
          <div className={section.bleed}>
            <FullRows label="Also chosen by our editors" ratios={others.map(() => TILE_RATIO)}>
              {others.map(other => (
                <CollectionTile key={other.id} collection={other} />
              ))}
            </FullRows>
          </div>
        </section>
      )}
    </div>
  )
}
