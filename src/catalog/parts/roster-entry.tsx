/** A filmmaker in the list of filmmakers: the name and a strip of frames that play on hover. */
import type { CSSProperties } from 'react'
import { Link } from 'react-router'

import { ClipThumb } from '../clip-thumb.tsx'
import type { FilmmakerCard } from '../collections-contract.ts'
import { formatClipCount } from '../counts.ts'
import { hoverLoopProps } from '../hover-loop.ts'
import { filmmakerPath } from '../paths.ts'

import styles from './roster-entry.module.css'

const SIZES = '(width < 834px) 50vw, 22vw'

export const RosterEntry = ({ filmmaker, eager }: { filmmaker: FilmmakerCard; eager: boolean }) => {
  const { name, location, clip_count, frames } = filmmaker
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <h2>
          <Link to={filmmakerPath(filmmaker)}>{name}</Link>
        </h2>
        <p>
          {location && <span>{location}</span>}
          <span>{formatClipCount(clip_count)}</span>
        </p>
      </div>
      <div className={styles.strip}>
        {frames.map(({ poster, thumbs, width, height, loop }) => (
          <Link
            key={poster}
            to={filmmakerPath(filmmaker)}
            tabIndex={-1}
            aria-hidden="true"
            className={styles.frame}
            style={{ '--ratio': width / height } as CSSProperties}
            {...hoverLoopProps(loop ?? undefined)}
          >
            <ClipThumb thumbs={thumbs} sizes={SIZES} eager={eager} />
          </Link>
        ))}
      </div>
    </li>
  )
}
