/**
 * The page where partners see footage before its release. The guards (`src/app/guards.ts`) redirect everyone else to the front
 * page.
 */
import { Clapperboard } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { JustifiedCell, JustifiedGrid } from '#ui/justified-grid.tsx'
import { Duration } from '#ui/timecode.tsx'

import { ClipThumb } from '../clip-thumb.tsx'
import { toGridClip } from '../grid-clip.ts'
import { hoverLoopProps } from '../hover-loop.ts'
import { listUnreleased } from '../unreleased-contract.ts'
import type { Route } from './+types/restricted'

import styles from './restricted.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Before release', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { data } = await callForPage(args, listUnreleased, {})
  return data.map(shoot => ({ ...shoot, clips: shoot.clips.map(toGridClip) }))
}

const SIZES = '(width < 570px) 100vw, (width < 1024px) 50vw, 34vw'

export default function Restricted({ loaderData: shoots }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Before release</h1>
        <p>Footage that is still in review. It cannot be licensed yet. Please keep it confidential.</p>
      </header>
      {shoots.length === 0 && (
        <EmptyState
          icon={Clapperboard}
          title="No unreleased footage"
          action={<ButtonLink to="/clips?sort=newest">See what is new</ButtonLink>}
        >
          All footage has been released.
        </EmptyState>
      )}
      {shoots.map(({ id, name, filmmaker, clips }) => (
        <section key={id} aria-labelledby={`shoot-${id}`}>
          <header className={styles.shoot}>
            <h2 id={`shoot-${id}`}>{name}</h2>
            <p>{filmmaker}</p>
          </header>
          <JustifiedGrid label={name} className={styles.grid}>
            {clips.map(clip => (
              <JustifiedCell key={clip.id} ratio={clip.width / clip.height}>
                <figure
                  className={styles.clip}
                  {...hoverLoopProps(clip.flashing ? undefined : clip.movie.public_paths.hover)}
                >
                  <span className={styles.frame}>
                    <ClipThumb thumbs={clip.movie.public_paths.thumbs} sizes={SIZES} />
                  </span>
                  <figcaption>
                    <span>{clip.name}</span>
                    <Duration seconds={clip.duration_in_seconds} />
                  </figcaption>
                </figure>
              </JustifiedCell>
            ))}
          </JustifiedGrid>
        </section>
      ))}
    </div>
  )
}
