/** The page of a filmmaker: a reel of the best shots, a profile, the newest clips and all shoots. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'

import { ClipRows } from '../clip-rows.tsx'
import { getFilmmaker } from '../collections-contract.ts'
import { listClips, type Facets } from '../contract.ts'
import { formatClipCount, formatCount } from '../counts.ts'
import { browsePath, emptyBrowseQuery } from '../filters.ts'
import { toGridClip } from '../grid-clip.ts'
import { requireId, requireCanonicalPath, requireExistingPage, readPageParam } from '../page-urls.ts'
import { Filmography } from '../parts/filmography.tsx'
import { filmmakerPath } from '../paths.ts'
import { selectReelShots } from '../reel-shots.ts'
import { Reel } from '../reel.tsx'
import { createClipList, toSharedImage } from '../structured-data.ts'
import type { Route } from './+types/filmmaker'

import styles from './filmmaker.module.css'

const NEWEST_SHOWN = 16
/** The reel takes the best of this many popular clips. */
const REEL_CANDIDATES = 24
const SHOOTS_PER_PAGE = 24
const MAX_FREQUENT_VALUES = 3

/** Returns the most frequent values of a filter, most frequent first. */
const listMostFrequent = (values: Facets['look'] | undefined) =>
  (values ?? [])
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_FREQUENT_VALUES)
    .map(({ value, label }) => ({ value, label }))

/** "https://www.example.com/films/" → "example.com/films". */
const shortAddress = (link: string) => link.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(readPageParam(args.url)), per_page: String(SHOOTS_PER_PAGE) }
  const { data, meta } = await callForPage(args, getFilmmaker, { params: { id: requireId(args.params.id) }, query })
  requireCanonicalPath(filmmakerPath(data), args.url)
  requireExistingPage(meta.pagination, args.url)
  const [popular, newest] = await Promise.all([
    callForPage(args, listClips, {
      query: { filmmaker: data.slug, sort: 'popular', per_page: String(REEL_CANDIDATES) },
    }),
    callForPage(args, listClips, { query: { filmmaker: data.slug, sort: 'newest', per_page: String(NEWEST_SHOWN) } }),
  ])
  const { facets } = popular.meta
  return {
    filmmaker: data,
    pagination: meta.pagination,
    shots: selectReelShots(popular.data),
    clips: newest.data.map(toGridClip),
    subjects: listMostFrequent(facets?.subcategory),
    looks: listMostFrequent(facets?.look),
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
    image: toSharedImage(filmmaker.cover),
    breadcrumbs: [
      { name: 'Our filmmakers', path: '/filmmakers' },
      { name: filmmaker.name, path },
    ],
    structuredData: absolute => createClipList(loaderData.clips, absolute),
  })
}

export default function FilmmakerPage({ loaderData }: Route.ComponentProps) {
  const company = useCompany()
  const { filmmaker, pagination, shots, clips, subjects, looks } = loaderData
  const { slug, name, location, bio, avatar_url, links, clip_count, shoots } = filmmaker
  const allClipsPath = browsePath({ ...emptyBrowseQuery, include: { filmmaker: [slug] }, sort: 'newest' })
  const path = filmmakerPath(filmmaker)
  return (
    <div className={styles.page}>
      <Reel shots={shots} className={styles.reel}>
        <h1 className={styles.name}>{name}</h1>
      </Reel>
      <div className={styles.portrait}>
        <div className={styles.profile}>
          {avatar_url && <Avatar name={name} url={avatar_url} kind="person" size="lg" />}
          {bio && <p className={styles.bio}>{bio}</p>}
        </div>
        <dl className={styles.facts}>
          {location && (
            <div>
              <dt>Based in</dt>
              <dd>{location}</dd>
            </div>
          )}
          <div>
            <dt>On {company.name}</dt>
            <dd>
              {formatCount(pagination.total, 'shoot')}, <Link to={allClipsPath}>{formatClipCount(clip_count)}</Link>
            </dd>
          </div>
          {links.length > 0 && (
            <div>
              <dt>Elsewhere</dt>
              <dd className={styles.links}>
                {links.map(link => (
                  <a key={link} href={link} rel="noopener nofollow">
                    {shortAddress(link)}
                  </a>
                ))}
              </dd>
            </div>
          )}
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
          {clip_count > clips.length && <Link to={allClipsPath}>All {formatClipCount(clip_count)}</Link>}
        </header>
        <ClipRows clips={clips} label={`Newest clips by ${name}`} />
        {clip_count > clips.length && (
          <p className={styles.all}>
            <ButtonLink to={allClipsPath} size="lg">
              All {formatClipCount(clip_count)} by {name}
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
