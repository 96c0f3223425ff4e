/** A clip in a grid: the picture, and one line about it. Sixty of them make a page, so each is as little as it can be: its link is the grid's to follow. */
import { use } from 'react'

import { JustifiedCell } from '#ui/justified-grid.tsx'
import { Duration } from '#ui/timecode.tsx'

import { ClipSlotsContext } from './clip-slots.tsx'
import { ClipThumb } from './clip-thumb.tsx'
import type { GridClip } from './grid-clip.ts'
import { clipPreview } from './hover-loop.ts'
import { clipPath } from './paths.ts'

import styles from './clip-card.module.css'

const landscape_sizes = '(width < 570px) 100vw, (width < 1024px) 50vw, (width < 1700px) 34vw, 26vw'
const portrait_sizes = '(width < 570px) 50vw, (width < 1024px) 25vw, 14vw'

type ClipCardProps = {
  clip: GridClip
  eager?: boolean
  first?: boolean
  /** Why it is shown, in a line that is always there. */
  note?: string | undefined
}

export const ClipCard = ({ clip, eager = false, first = false, note }: ClipCardProps) => {
  const { CardActions } = use(ClipSlotsContext)
  const { thumbs } = clip.movie.public_paths
  const ratio = Math.round((clip.width / clip.height) * 10_000) / 10_000
  return (
    <JustifiedCell ratio={ratio}>
      <article className={styles.card} {...clipPreview(clip)}>
        <a href={clipPath(clip)} className={styles.link}>
          <span className={styles.frame} data-frame>
            <ClipThumb
              thumbs={thumbs}
              sizes={ratio < 1 ? portrait_sizes : landscape_sizes}
              eager={eager}
              first={first}
            />
          </span>
          <span className={styles.line}>
            <span className={styles.name} data-name>
              {clip.name}
            </span>
            <span className={styles.by}>{clip.collection.data.filmmaker.data.name}</span>
            <Duration seconds={clip.duration_in_seconds} className={styles.length} />
          </span>
        </a>
        <div className={styles.actions}>{CardActions && <CardActions clip={clip} />}</div>
        {/* For a pointer or a finger; the keyboard has a key for it, and sixty stops fewer. */}
        <button
          type="button"
          className={styles.quick}
          tabIndex={-1}
          data-quick
          aria-label={`Quick preview of ${clip.name}`}
          title="Quick preview"
        />
      </article>
      {note ? <p className={styles.note}>{note}</p> : null}
    </JustifiedCell>
  )
}
