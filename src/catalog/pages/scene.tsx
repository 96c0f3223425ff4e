/** The page of a scene of a shoot: its clips and links to the scenes before and after. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'

import { ClipRows } from '../clip-rows.tsx'
import { getScene } from '../collections-contract.ts'
import { formatClipCount } from '../counts.ts'
import { toGridClip } from '../grid-clip.ts'
import { requireId, requireCanonicalPath, requireExistingPage, readPageParam } from '../page-urls.ts'
import { Pager } from '../pager.tsx'
import { ShootSlate } from '../parts/shoot-slate.tsx'
import { filmmakerPath, scenePath, shootPath } from '../paths.ts'
import { createClipList, toSharedImage } from '../structured-data.ts'
import type { Route } from './+types/scene'

import styles from './scene.module.css'

const PER_PAGE = 60

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(readPageParam(args.url)), per_page: String(PER_PAGE) }
  const { data, meta } = await callForPage(args, getScene, { params: { id: requireId(args.params.id) }, query })
  requireCanonicalPath(scenePath(data.shoot, data), args.url)
  requireExistingPage(meta.pagination, args.url)
  const { clips, ...scene } = data
  return {
    scene,
    clips: clips.map(toGridClip),
    poster: toSharedImage(clips[0]?.movie.public_paths),
    pagination: meta.pagination,
  }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { scene, poster } = loaderData
  const { shoot } = scene
  const path = scenePath(shoot, scene)
  return pageMeta(page, {
    title: `${scene.name}, ${shoot.name}`,
    description:
      `${formatClipCount(scene.clip_count)} of the scene “${scene.name}” from the shoot ${shoot.name}. ${shoot.description}`.trim(),
    path,
    params: ['page'],
    image: poster,
    breadcrumbs: [
      ...(shoot.filmmaker ? [{ name: shoot.filmmaker.data.name, path: filmmakerPath(shoot.filmmaker.data) }] : []),
      { name: shoot.name, path: shootPath(shoot) },
      { name: scene.name, path },
    ],
    structuredData: absolute =>
      createClipList(loaderData.clips, absolute, (loaderData.pagination.page - 1) * loaderData.pagination.per_page + 1),
  })
}

export default function ScenePage({ loaderData }: Route.ComponentProps) {
  const { scene, clips, pagination } = loaderData
  const { shoot, before, after } = scene
  const path = scenePath(shoot, scene)
  return (
    <div className={styles.page}>
      <ShootSlate
        shoot={shoot}
        name={scene.name}
        above={
          <>
            A scene of <Link to={shootPath(shoot)}>{shoot.name}</Link>
          </>
        }
      >
        <div>
          <dt>Scene</dt>
          <dd>
            {scene.number} of {scene.scene_count}
          </dd>
        </div>
        <div>
          <dt>Clips</dt>
          <dd>{scene.clip_count}</dd>
        </div>
      </ShootSlate>
      <ClipRows clips={clips} label={`Clips of ${scene.name}`} top large />
      <Pager
        page={pagination.page}
        last_page={pagination.total_pages}
        to={page => (page === 1 ? path : `${path}?page=${page}`)}
      />
      <nav className={styles.around} aria-label="Scenes of this shoot">
        {before && (
          <Link to={scenePath(shoot, before)} className={styles.before} rel="prev">
            <span>Previous scene</span>
            <strong>{before.name}</strong>
          </Link>
        )}
        {after && (
          <Link to={scenePath(shoot, after)} className={styles.after} rel="next">
            <span>Next scene</span>
            <strong>{after.name}</strong>
          </Link>
        )}
        {!before && !after && (
          <Link to={shootPath(shoot)} className={styles.after}>
            <span>The whole shoot</span>
            <strong>{shoot.name}</strong>
          </Link>
        )}
      </nav>
    </div>
  )
}
