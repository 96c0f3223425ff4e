/** The player where it is one part of a page among others: the server draws it whole, the browser loads its code after the page's own. */
import { lazy, Suspense, type CSSProperties } from 'react'

import { cx } from '../cx.ts'
import type { PlayerProps } from './player.tsx'

import controls from './controls.module.css'
import styles from './player.module.css'
import bar from './scrub-bar.module.css'

const load = () => import('./player.tsx').then(part => ({ default: part.Player }))
const Loaded = lazy(load)

/** Begins to load the player's code, for who knows that it will be wanted. */
export const preloadPlayer = (): void => void load()

export const LazyPlayer = (props: PlayerProps) => (
  <Suspense fallback={<Place {...props} />}>
    <Loaded {...props} />
  </Suspense>
)

/**
 * As large as the player will be, with the picture that it will begin with. It uses all of the player's styles, so that they
 * come with the page: the player that the server drew stands there before its code does.
 */
const Place = ({ poster, ratio, className }: PlayerProps) => (
  <div
    className={cx(styles.player, className)}
    data-theme="dark"
    data-player
    aria-busy="true"
    style={{ '--ratio': ratio } as CSSProperties}
  >
    <div className={styles.picture}>{poster ? <img src={poster} alt="" /> : null}</div>
    <div className={styles.desk}>
      <div className={bar.bar} />
      <div className={controls.controls}>
        <div className={controls.group}>
          <span className={controls.control} />
        </div>
        <div className={controls.group}>
          <span className={controls.control} />
        </div>
      </div>
    </div>
  </div>
)
