/** The page of a shoot as a contact sheet: a header with details, then the clips by scene. */

import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'

import { getShoot } from '../collections-contract.ts'
import { formatClipCount, formatCount } from '../counts.ts'
import { browsePath, emptyBrowseQuery } from '../filters.ts'
import { readPageParam, requireCanonicalPath, requireExistingPage, requireId } from '../page-urls.ts'
import { Pager } from '../pager.tsx'
import { ContactStrip } from '../parts/contact-strip.tsx'
import { toSheetGridClip } from '../parts/sheet-clip.ts'
import { ShootSlate } from '../parts/shoot-slate.tsx'
import { collectionPath, filmmakerPath, scenePath, shootPath } from '../paths.ts'
import { createClipList, toSharedImage } from '../structured-data.ts'
import type { Route } from './+types/shoot'

import styles from './shoot.module.css'

/** The header of a scene: its number, its name and its number of clips. */
type SlateProps = { number?: number; clip_count: number; children: ReactNode }

const Slate = ({ number, clip_count, children }: SlateProps) => (
  <header className={styles.slate}>
    {number !== undefined && (
      <span className={styles.number} aria-hidden="true">
        {String(number).padStart(2, '0')}
      </span>
    )}
    {children}
    <span className={styles.count}>{formatClipCount(clip_count)}</span>
  </header>
)

const SCENES_PER_PAGE = 24

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(readPageParam(args.url)), per_page: String(SCENES_PER_PAGE) }
  const { data, meta } = await callForPage(args, getShoot, { params: { id: requireId(args.params.id) }, query })
  requireCanonicalPath(shootPath(data), args.url)
  requireExistingPage(meta.pagination, args.url)
  const { scenes, unsorted, ...shoot } = data
  return {
    shoot,
    scenes: scenes.map(scene => ({ ...scene, clips: scene.clips.map(toSheetGridClip) })),
    unsorted: { ...unsorted, clips: unsorted.clips.map(toSheetGridClip) },
    pagination: meta.pagination,
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { shoot } = loaderData
  const path = shootPath(shoot)
  return pageMeta(page, {
    title: `${shoot.name}, scene by scene`,
    description: shoot.description,
    path,
    params: ['page'],
    image: toSharedImage(shoot.cover),
    breadcrumbs: [
      ...(shoot.filmmaker
        ? [{ name: shoot.filmmaker.data.name, path: filmmakerPath(shoot.filmmaker.data) }]
        : [{ name: 'Collections', path: '/collections' }]),
      { name: shoot.name, path },
    ],
    structuredData: absolute =>
      createClipList(
        [...loaderData.scenes, loaderData.unsorted].flatMap(({ clips }) => clips),
        absolute,
      ),
  })
}

export default function ShootPage({ loaderData }: Route.ComponentProps) {
  const { shoot, scenes, unsorted, pagination } = loaderData
  const path = shootPath(shoot)
  const allClipsPath = browsePath({ ...emptyBrowseQuery, include: { collection: [shoot.slug] } })
  return (
    <div className={styles.page}>
      <ShootSlate shoot={shoot} name={shoot.name} about={shoot.description}>
        {pagination.total > 0 && (
          <div>
            <dt>Scenes</dt>
            <dd>{pagination.total}</dd>
          </div>
        )}
        <div>
          <dt>Clips</dt>
          <dd>
            <Link to={collectionPath(shoot)}>{shoot.clip_count}</Link>
          </dd>
        </div>
      </ShootSlate>
      {scenes.map((scene, i) => (
        <section key={scene.id} aria-labelledby={`scene-${scene.id}`}>
          <Slate number={scene.number} clip_count={scene.clip_count}>
            <h2 id={`scene-${scene.id}`}>
              <Link to={scenePath(shoot, scene)}>{scene.name}</Link>
            </h2>
          </Slate>
          {scene.clips.map((clip, j) => (
            <ContactStrip key={clip.id} clip={clip} mark={`${scene.number}.${j + 1}`} eager={i === 0 && j < 2} />
          ))}
          {scene.clip_count > scene.clips.length && (
            <p className={styles.more}>
              <Link to={scenePath(shoot, scene)}>
                All {formatClipCount(scene.clip_count)} of {scene.name}
              </Link>
            </p>
          )}
        </section>
      ))}
      {unsorted.clips.length > 0 && (
        <section aria-labelledby="unsorted">
          <Slate clip_count={unsorted.clip_count}>
            <h2 id="unsorted">{scenes.length > 0 ? 'Other clips' : 'All clips'}</h2>
          </Slate>
          {unsorted.clips.map((clip, j) => (
            <ContactStrip key={clip.id} clip={clip} mark={`0.${j + 1}`} eager={scenes.length === 0 && j < 2} />
          ))}
          {unsorted.clip_count > unsorted.clips.length && (
            <p className={styles.more}>
              <Link to={allClipsPath}>All {formatCount(shoot.clip_count, 'clip')} of this shoot</Link>
            </p>
          )}
        </section>
      )}
      <Pager
        page={pagination.page}
        last_page={pagination.total_pages}
        to={page => (page === 1 ? path : `${path}?page=${page}`)}
      />
    </div>
  )
}
