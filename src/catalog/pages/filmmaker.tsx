/** A filmmaker: a reel of their best shots, who they are, what they shot last, and every shoot as a filmography. */
import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'

import { ClipRows } from '../clip-rows.tsx'
import { getFilmmaker } from '../collections-contract.ts'
import { listClips, type Facets } from '../contract.ts'
import { browsePath, emptyBrowse } from '../filters.ts'
import { gridClip } from '../grid-clip.ts'
import { idIn, insistOn, insistOnPage, pageIn } from '../page-address.ts'
import { clipCount, countOf } from '../parts/counts.ts'
import { Filmography } from '../parts/filmography.tsx'
import { filmmakerPath } from '../paths.ts'
import { reelShots } from '../reel-shots.ts'
import { Reel } from '../reel.tsx'
import type { Route } from './+types/filmmaker'

import styles from './filmmaker.module.css'

const newest_shown = 16
/** The reel takes the best of so many. */
const reel_candidates = 24
const shoots_per_page = 24
const most_named = 3

/** What most of somebody's clips have in common, most frequent first. */
const usual = (values: Facets['look'] | undefined) =>
  (values ?? [])
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most_named)
    .map(({ value, label }) => ({ value, label }))

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(pageIn(args.url)), per_page: String(shoots_per_page) }
  const { data, meta } = await pageCall(args, getFilmmaker, { params: { id: idIn(args.params.id) }, query })
  insistOn(filmmakerPath(data), args.url)
  insistOnPage(meta.pagination, args.url)
  const [popular, newest] = await Promise.all([
    pageCall(args, listClips, {
      query: { filmmaker: data.slug, sort: 'popular', per_page: String(reel_candidates) },
    }),
    pageCall(args, listClips, { query: { filmmaker: data.slug, sort: 'newest', per_page: String(newest_shown) } }),
  ])
  const { facets } = popular.meta
  return {
    filmmaker: data,
    pagination: meta.pagination,
    shots: reelShots(popular.data),
    clips: newest.data.map(gridClip),
    subjects: usual(facets?.subcategory),
    looks: usual(facets?.look),
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { filmmaker } = loaderData
  const path = filmmakerPath(filmmaker)
  return pageMeta(page, {
    title: `${filmmaker.name}: stock footage`,
    description: filmmaker.bio,
    path,
    params: ['page'],
    image: filmmaker.cover?.poster,
    trail: [
      { name: 'Our filmmakers', path: '/filmmakers' },
      { name: filmmaker.name, path },
    ],
  })
}

export default function FilmmakerPage({ loaderData }: Route.ComponentProps) {
  const { filmmaker, pagination, shots, clips, subjects, looks } = loaderData
  const { slug, name, location, bio, clip_count, shoots } = filmmaker
  const all = browsePath({ ...emptyBrowse, include: { filmmaker: [slug] }, sort: 'newest' })
  const path = filmmakerPath(filmmaker)
  return (
    <div className={styles.page}>
      <Reel shots={shots} className={styles.reel}>
        <h1 className={styles.name}>{name}</h1>
      </Reel>
      <div className={styles.portrait}>
        {bio && <p className={styles.bio}>{bio}</p>}
        <dl className={styles.facts}>
          {location && (
            <div>
              <dt>Based in</dt>
              <dd>{location}</dd>
            </div>
          )}
          <div>
            <dt>On {brand.name}</dt>
            <dd>
              {countOf(pagination.total, 'shoot')}, <Link to={all}>{clipCount(clip_count)}</Link>
            </dd>
          </div>
          {subjects.length > 0 && (
            <div>
              <dt>Shoots mostly</dt>
              <dd>{subjects.map(({ label }) => label).join(', ')}</dd>
            </div>
          )}
          {looks.length > 0 && (
            <div>
              <dt>Camera</dt>
              <dd>{looks.map(({ label }) => label).join(', ')}</dd>
            </div>
          )}
        </dl>
      </div>
      <section aria-labelledby="newest">
        <header className={styles.head}>
          <h2 id="newest">Newest footage</h2>
          {clip_count > clips.length && <Link to={all}>All {clipCount(clip_count)}</Link>}
        </header>
        <ClipRows clips={clips} label={`Newest clips by ${name}`} />
        {clip_count > clips.length && (
          <p className={styles.all}>
            <ButtonLink to={all} size="lg">
              All {clipCount(clip_count)} by {name}
            </ButtonLink>
          </p>
        )}
      </section>
      <section aria-labelledby="shoots" className={styles.shoots}>
        <h2 id="shoots">Filmography</h2>
        <Filmography
          shoots={shoots}
          pagination={pagination}
          to={page => (page === 1 ? path : `${path}?page=${page}`)}
        />
      </section>
    </div>
  )
}
