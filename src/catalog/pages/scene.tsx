/** One scene of a shoot: its clips, large, and the way to the scenes before and after. */
import { Link } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'

import { ClipRows } from '../clip-rows.tsx'
import { getScene } from '../collections-contract.ts'
import { gridClip } from '../grid-clip.ts'
import { idIn, insistOn, insistOnPage, pageIn } from '../page-address.ts'
import { clipCount } from '../parts/counts.ts'
import { Pager } from '../parts/pager.tsx'
import { ShootSlate } from '../parts/shoot-slate.tsx'
import { filmmakerPath, scenePath, shootPath } from '../paths.ts'
import type { Route } from './+types/scene'

import styles from './scene.module.css'

const per_page = 60

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(pageIn(args.url)), per_page: String(per_page) }
  const { data, meta } = await pageCall(args, getScene, { params: { id: idIn(args.params.id) }, query })
  insistOn(scenePath(data.shoot, data), args.url)
  insistOnPage(meta.pagination, args.url)
  const { clips, ...scene } = data
  return {
    scene,
    clips: clips.map(gridClip),
    poster: clips[0]?.movie.public_paths.poster,
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
      `${clipCount(scene.clip_count)} of the scene “${scene.name}” from the shoot ${shoot.name}. ${shoot.description}`.trim(),
    path,
    params: ['page'],
    image: poster,
    trail: [
      ...(shoot.filmmaker ? [{ name: shoot.filmmaker.data.name, path: filmmakerPath(shoot.filmmaker.data) }] : []),
      { name: shoot.name, path: shootPath(shoot) },
      { name: scene.name, path },
    ],
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
            <span>Scene before</span>
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
