/** The running order of a collection: number, title, filmmaker and length of each clip, and the total length. */
import { Link } from 'react-router'

import { Duration } from '#ui/timecode.tsx'

import type { GridClip } from '../grid-clip.ts'
import { clipPath } from '../paths.ts'

import styles from './running-order.module.css'

type RunningOrderProps = {
  clips: readonly GridClip[]
  /** The number of the first clip. */
  first: number
}

export const RunningOrder = ({ clips, first }: RunningOrderProps) => (
  <section className={styles.order} aria-labelledby="running-order">
    <h2 id="running-order">Running order</h2>
    <ol start={first} className={styles.list}>
      {clips.map((clip, i) => (
        <li key={clip.id}>
          <span className={styles.number} aria-hidden="true">
            {String(first + i).padStart(2, '0')}
          </span>
          <span className={styles.title}>
            <Link to={clipPath(clip)}>{clip.name}</Link>
            <span>{clip.collection.data.filmmaker.data.name}</span>
          </span>
          <Duration seconds={clip.duration_in_seconds} className={styles.length} />
        </li>
      ))}
    </ol>
    <p className={styles.total}>
      <span>Total</span>
      <Duration seconds={clips.reduce((sum, clip) => sum + clip.duration_in_seconds, 0)} className={styles.length} />
    </p>
  </section>
)
