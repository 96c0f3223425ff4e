/** The page of a clip: the player, licensing, details and similar clips. */
import { use, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { getLicenseSchema, getStartingPrices } from '#licensing/contract.ts'
import { startingPriceOf } from '#licensing/starting-price.ts'
import { bounds, fitVideo } from '#media/plan.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Timecode } from '#ui/timecode.tsx'

import { ClipRows } from '../clip-rows.tsx'
import { ClipSlotsContext } from '../clip-slots.tsx'
import { type ClipDetail, getClip, listClips } from '../contract.ts'
import { toGridClip } from '../grid-clip.ts'
import { trackView } from '../impressions/impression-tracking.ts'
import { ListingContext } from '../listing.ts'
import { requireCanonicalPath, requireId } from '../page-urls.ts'
import { ClipNav, listingShortcuts } from '../parts/clip-nav.tsx'
import { ClipPlayer } from '../parts/clip-player.tsx'
import { Palette } from '../parts/palette.tsx'
import { ShotFacts } from '../parts/shot-facts.tsx'
import { listTechFacts } from '../parts/tech-facts.ts'
import { useClipPosition } from '../parts/use-listing.ts'
import { categoryPath, clipPath, filmmakerPath, scenePath, searchTermPath, shootPath } from '../paths.ts'
import { listSimilarClips } from '../similar-contract.ts'
import { toSharedImage } from '../structured-data.ts'
import { getMatchNotes, toVisualMatchGridClip } from '../visual-match-clip.ts'
import type { Route } from './+types/clip'

import styles from './clip.module.css'

/** The measured technical details of a clip as a definition list. */
const TechSheet = ({ clip }: { clip: ClipDetail }) => (
  <dl className={styles.sheet}>
    <div>
      <dt>Length</dt>
      <dd>
        <Timecode seconds={clip.duration_in_seconds} fps={clip.fps} />
      </dd>
    </div>
    {listTechFacts(clip).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** `price_cents` is what a license costs at least; undefined while no format is priced. */
const createVideoObject = (
  clip: ClipDetail,
  price_cents: number | undefined,
  absolute: (path: string) => string,
): object => {
  const { poster, preview } = clip.movie.public_paths
  const { id, slug, name } = clip.collection.data.filmmaker.data
  const url = absolute(clipPath(clip))
  return {
    '@type': 'VideoObject',
    name: clip.name,
    description: clip.description || clip.name,
    thumbnailUrl: [absolute(poster)],
    contentUrl: absolute(preview),
    encodingFormat: 'video/mp4',
    url,
    uploadDate: clip.published_at,
    duration: `PT${clip.duration_in_seconds.toFixed(3).replace(/\.?0+$/, '')}S`,
    width: clip.width,
    height: clip.height,
    keywords: clip.keywords,
    license: absolute('/license-terms'),
    acquireLicensePage: url,
    creditText: name,
    creator: { '@type': 'Organization', name, url: absolute(filmmakerPath({ id, slug })) },
    ...(price_cents !== undefined && {
      offers: {
        '@type': 'Offer',
        price: (price_cents / 100).toFixed(2),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url,
      },
    }),
  }
}

/** More by the same filmmaker: clips from the same shoot first, then the filmmaker's most popular. */
const MAX_MORE_CLIPS = 9
/** At most this many similar clips are of other shoots. No clip is in both lists. */
const MAX_SIMILAR_CLIPS = 12

export const loader = async (args: Route.LoaderArgs) => {
  const params = { id: requireId(args.params.id) }
  const [clip, similar, licenses, { data: starting_prices }] = await Promise.all([
    callForPage(args, getClip, { params }),
    callForPage(args, listSimilarClips, { params }),
    callForPage(args, getLicenseSchema, {}),
    callForPage(args, getStartingPrices, {}),
  ])
  requireCanonicalPath(clipPath(clip.data), args.url)
  const { id: shoot_id, slug: shoot, filmmaker } = clip.data.collection.data
  const otherShoots = await callForPage(args, listClips, {
    query: {
      filmmaker: filmmaker.data.slug,
      'no-collection': shoot,
      sort: 'popular',
      per_page: String(MAX_MORE_CLIPS + MAX_SIMILAR_CLIPS),
    },
  })
  const sameShoot = similar.data.filter(candidate => candidate.collection.data.id === shoot_id)
  const others = similar.data.filter(candidate => candidate.collection.data.id !== shoot_id)
  const otherIds = new Set(others.map(({ id }) => id))
  const more = [...sameShoot, ...otherShoots.data.filter(({ id }) => !otherIds.has(id))]
  return {
    clip: clip.data,
    more: more.slice(0, MAX_MORE_CLIPS).map(toGridClip),
    others: others.map(toVisualMatchGridClip),
    licenses,
    price_cents: startingPriceOf(clip.data, starting_prices),
    poster: toSharedImage(clip.data.movie.public_paths),
    preview_size: fitVideo(clip.data, bounds.preview),
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { clip, price_cents, poster, preview_size } = loaderData
  const { preview } = clip.movie.public_paths
  return pageMeta(page, {
    title: `${clip.name}: stock footage by ${clip.collection.data.filmmaker.data.name}`,
    description: clip.description,
    path: clipPath(clip),
    image: poster,
    // There is no `twitter:player`: no page is a bare player.
    ...(preview && {
      properties: absolute => ({
        'og:type': 'video.other',
        'og:video': absolute(preview),
        'og:video:type': 'video/mp4',
        'og:video:width': preview_size.width,
        'og:video:height': preview_size.height,
        'video:duration': Math.round(clip.duration_in_seconds),
      }),
    }),
    breadcrumbs: [
      { name: clip.category.name, path: categoryPath(clip.category) },
      ...(clip.subcategory ? [{ name: clip.subcategory.name, path: categoryPath(clip.subcategory) }] : []),
      { name: clip.name, path: clipPath(clip) },
    ],
    structuredData: absolute => [createVideoObject(clip, price_cents, absolute)],
  })
}

const productionNotes: Record<ClipDetail['production'], string | undefined> = {
  filmed: undefined,
  'computer-generated': 'Computer-generated: rendered, not filmed.',
}

export default function ClipPage({ loaderData }: Route.ComponentProps) {
  const { clip, more, others, licenses } = loaderData
  const player = useRef<HTMLDivElement>(null)
  const position = useClipPosition(clip.id, useLocation())
  useEffect(() => trackView(clip.id), [clip.id])
  // The price is rendered on the server.
  useCall(getLicenseSchema, {}, { initial: licenses })
  const { Purchase, SearchByFrame } = use(ClipSlotsContext)
  useEffect(() => trackEvent('view_clip', { clip_id: clip.id }), [clip.id])
  const { filmmaker, ...shoot } = clip.collection.data
  return (
    <>
      <ClipNav clip={clip} position={position} swipeArea={player} />
      <div className={styles.stage}>
        <div ref={player} className={styles.player}>
          <ClipPlayer key={clip.id} clip={clip} moreShortcuts={position && listingShortcuts} />
        </div>
        <div className={styles.side}>
          <header className={styles.head}>
            <h1>{clip.name}</h1>
            <p className={styles.by}>
              <Link to={filmmakerPath(filmmaker.data)}>{filmmaker.data.name}</Link>
              <span>
                from <Link to={shootPath(shoot)}>{shoot.name}</Link>
                {clip.scene && (
                  <>
                    , <Link to={scenePath(shoot, clip.scene)}>{clip.scene.name}</Link>
                  </>
                )}
              </span>
            </p>
          </header>
          {clip.flashing && (
            <Banner kind="info" title="Flashing light">
              This clip can disturb people who are sensitive to light. It plays only when you start it.
            </Banner>
          )}
          {Purchase && <Purchase clip={clip} />}
          <div className={styles.notes}>
            <p>Comps are free: watermarked and frame-accurate, so your edit conforms.</p>
            {productionNotes[clip.production] && <p>{productionNotes[clip.production]}</p>}
          </div>
        </div>
        <div className={styles.about}>
          <section aria-labelledby="about">
            <h2 id="about" className="visually-hidden">
              About this clip
            </h2>
            {clip.description && <p className={styles.description}>{clip.description}</p>}
            <ShotFacts clip={clip} />
            {clip.keywords.length > 0 && (
              <>
                <h3>Keywords</h3>
                <ul className={styles.keywords}>
                  {clip.keywords.map(word => (
                    <li key={word}>
                      <Link to={searchTermPath(word)}>{word}</Link>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
          <div className={styles.facts}>
            <section aria-labelledby="tech">
              <h2 id="tech">Tech sheet</h2>
              <TechSheet clip={clip} />
            </section>
            <section aria-labelledby="colors">
              <h2 id="colors">Colors</h2>
              <Palette palette={clip.palette} />
            </section>
          </div>
        </div>
      </div>

      <ListingContext value={null}>
        {more.length > 0 && (
          <section aria-labelledby="more" className={styles.more}>
            <header>
              <h2 id="more">More by {filmmaker.data.name}</h2>
              <Link to={shootPath(shoot)}>{shoot.name}, scene by scene</Link>
            </header>
            <ClipRows clips={more} label={`More by ${filmmaker.data.name}`} />
          </section>
        )}
        {others.length > 0 && (
          <section aria-labelledby="similar" className={styles.more}>
            <header>
              <h2 id="similar">Similar footage</h2>
              {SearchByFrame && <SearchByFrame />}
            </header>
            <ClipRows clips={others} label="Similar footage" notes={getMatchNotes(others)} />
          </section>
        )}
      </ListingContext>
    </>
  )
}
