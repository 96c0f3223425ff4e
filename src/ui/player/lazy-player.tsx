/**
 * The player as a part of a page: rendered completely on the server, and loaded in the browser after the page's own
 * code.
 */
import { lazy, Suspense, type CSSProperties } from 'react'

import { cx } from '../cx.ts'
import type { PlayerProps } from './player.tsx'

import controls from './controls.module.css'
import strip from './filmstrip.module.css'
import styles from './player.module.css'
import bar from './scrub-bar.module.css'

const loadPlayer = () => import('./player.tsx').then(module => ({ default: module.Player }))
const LoadedPlayer = lazy(loadPlayer)

/** Starts to load the player's code before it is needed. */
export const preloadPlayer = (): void => void loadPlayer()

export const LazyPlayer = (props: PlayerProps) => (
  <Suspense fallback={<PlayerPlaceholder {...props} />}>
    <LoadedPlayer {...props} />
  </Suspense>
)

/**
 * A placeholder with the player's size and poster. It uses all of the player's styles, so that they load with the
 * page: the server-rendered player is shown before its code loads.
 */
const PlayerPlaceholder = ({ poster, ratio, filmstrip, className }: PlayerProps) => (
  <div
    className={cx(styles.player, className)}
    data-theme="dark"
    data-player
    aria-busy="true"
    style={{ '--ratio': ratio } as CSSProperties}
  >
    <div className={styles.picture}>{poster ? <img src={poster} alt="" /> : null}</div>
    <div className={styles.controls}>
      <div className={bar.bar} />
      <div className={controls.controls}>
        <div className={controls.group}>
          <span className={controls.control} />
        </div>
        <div className={controls.group}>
          <span className={controls.control} />
        </div>
      </div>
      {filmstrip ? <div className={strip.strip} /> : null}
    </div>
  </div>
)
