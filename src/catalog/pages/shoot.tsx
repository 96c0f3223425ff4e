/** A shoot as a contact sheet: a slate with its facts, then strip by strip what was filmed, scene by scene. */
import { Link } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'

import { getShoot } from '../collections-contract.ts'
import { browsePath, emptyBrowse } from '../filters.ts'
import { idIn, insistOn, insistOnPage, pageIn } from '../page-address.ts'
import { ContactStrip } from '../parts/contact-strip.tsx'
import { clipCount, countOf } from '../parts/counts.ts'
import { Pager } from '../parts/pager.tsx'
import { sheetGridClip } from '../parts/sheet-clip.ts'
import { ShootSlate } from '../parts/shoot-slate.tsx'
import { Slate } from '../parts/slate.tsx'
import { collectionPath, filmmakerPath, scenePath, shootPath } from '../paths.ts'
import type { Route } from './+types/shoot'

import styles from './shoot.module.css'

const scenes_per_page = 24

export const loader = async (args: Route.LoaderArgs) => {
  const query = { page: String(pageIn(args.url)), per_page: String(scenes_per_page) }
  const { data, meta } = await pageCall(args, getShoot, { params: { id: idIn(args.params.id) }, query })
  insistOn(shootPath(data), args.url)
  insistOnPage(meta.pagination, args.url)
  const { scenes, unsorted, ...shoot } = data
  return {
    shoot,
    scenes: scenes.map(scene => ({ ...scene, clips: scene.clips.map(sheetGridClip) })),
    unsorted: { ...unsorted, clips: unsorted.clips.map(sheetGridClip) },
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
    image: shoot.cover?.poster,
    trail: [
      ...(shoot.filmmaker
        ? [{ name: shoot.filmmaker.data.name, path: filmmakerPath(shoot.filmmaker.data) }]
        : [{ name: 'Collections', path: '/collections' }]),
      { name: shoot.name, path },
    ],
  })
}

export default function ShootPage({ loaderData }: Route.ComponentProps) {
  const { shoot, scenes, unsorted, pagination } = loaderData
  const path = shootPath(shoot)
  const all = browsePath({ ...emptyBrowse, include: { collection: [shoot.slug] } })
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
                All {clipCount(scene.clip_count)} of {scene.name}
              </Link>
            </p>
          )}
        </section>
      ))}
      {unsorted.clips.length > 0 && (
        <section aria-labelledby="unsorted">
          <Slate clip_count={unsorted.clip_count}>
            <h2 id="unsorted">{scenes.length > 0 ? 'Between the scenes' : 'Everything that was filmed'}</h2>
          </Slate>
          {unsorted.clips.map((clip, j) => (
            <ContactStrip key={clip.id} clip={clip} mark={`0.${j + 1}`} eager={scenes.length === 0 && j < 2} />
          ))}
          {unsorted.clip_count > unsorted.clips.length && (
            <p className={styles.more}>
              <Link to={all}>All {countOf(shoot.clip_count, 'clip')} of this shoot</Link>
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
