/** A list of shoots: date, title, number of clips, and a frame that plays on hover. */
import { Link } from 'react-router'

import { ClipThumb } from '../clip-thumb.tsx'
import type { CollectionCard } from '../collections-contract.ts'
import { formatClipCount } from '../counts.ts'
import { hoverLoopProps } from '../hover-loop.ts'
import { Pager } from '../pager.tsx'
import { shootPath } from '../paths.ts'
import { trailerUrlOf } from '../trailer.ts'

import styles from './filmography.module.css'

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

type FilmographyProps = {
  shoots: readonly CollectionCard[]
  pagination: { page: number; total_pages: number }
  to: (page: number) => string
}

export const Filmography = ({ shoots, pagination, to }: FilmographyProps) => (
  <>
    <ol className={styles.works}>
      {shoots.map(shoot => (
        <li key={shoot.id} className={styles.work} {...hoverLoopProps(trailerUrlOf(shoot))}>
          <time dateTime={shoot.created_at} className={styles.when}>
            {month.format(new Date(shoot.created_at))}
          </time>
          <span className={styles.frame}>
            {shoot.cover && <ClipThumb thumbs={shoot.cover.thumbs} sizes="(width < 570px) 40vw, 260px" />}
          </span>
          <div className={styles.words}>
            <h3>
              <Link to={shootPath(shoot)}>{shoot.name}</Link>
            </h3>
            <p>{shoot.description}</p>
          </div>
          <span className={styles.count}>{formatClipCount(shoot.clip_count)}</span>
        </li>
      ))}
    </ol>
    <Pager page={pagination.page} last_page={pagination.total_pages} to={to} />
  </>
)
