/** A clip on a contact sheet: the poster (which plays on hover), frames in order, and details. */
import { use, type CSSProperties } from 'react'
import { Link } from 'react-router'

import { Duration } from '#ui/timecode.tsx'

import { ClipSlotsContext } from '../clip-slots.tsx'
import { ClipThumb } from '../clip-thumb.tsx'
import { clipPreviewProps } from '../hover-loop.ts'
import { clipPath } from '../paths.ts'
import type { SheetGridClip } from './sheet-clip.ts'
import { selectSheetFrames } from './sheet-frames.ts'

import styles from './contact-strip.module.css'

const SIZES = '(width < 834px) 60vw, 36vw'

type ContactStripProps = {
  clip: SheetGridClip
  /** "2.1": the scene and the position in it. */
  mark: string
  eager?: boolean
}

export const ContactStrip = ({ clip, mark, eager = false }: ContactStripProps) => {
  const { CardActions } = use(ClipSlotsContext)
  const { thumbs } = clip.movie.public_paths
  const { narrow, wide, frames } = selectSheetFrames(clip.width / clip.height, clip.sheet)
  const style = {
    '--ratio': clip.width / clip.height,
    '--narrow': narrow,
    '--wide': wide,
    '--sheet': `url("${clip.sprite}")`,
    '--columns': clip.sheet.columns,
    '--rows': clip.sheet.rows,
  } as CSSProperties
  return (
    <article className={styles.strip} style={style} {...clipPreviewProps(clip)}>
      <Link to={clipPath(clip)} className={styles.link}>
        <span className={styles.film}>
          <span className={styles.poster} data-frame>
            <ClipThumb thumbs={thumbs} sizes={SIZES} eager={eager} />
          </span>
          {frames.map(({ column, row, in_narrow }) => (
            <span
              key={`${column} ${row}`}
              className={styles.frame}
              data-narrow={in_narrow}
              style={{ '--column': column, '--row': row } as CSSProperties}
            />
          ))}
        </span>
        <span className={styles.marks}>
          <span className={styles.mark}>{mark}</span>
          <span className={styles.name}>{clip.name}</span>
          <Duration seconds={clip.duration_in_seconds} />
          <span className={styles.size}>
            {clip.width} × {clip.height}
          </span>
        </span>
      </Link>
      {CardActions && (
        <div className={styles.actions}>
          <CardActions clip={clip} />
        </div>
      )}
    </article>
  )
}
