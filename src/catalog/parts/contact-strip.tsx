/** A clip as on a contact sheet: its poster, which moves when it is touched, frames of it in their order, and its marks. */
import { use, type CSSProperties } from 'react'
import { Link } from 'react-router'

import { Duration } from '#ui/timecode.tsx'

import { ClipSlotsContext } from '../clip-slots.tsx'
import { ClipThumb } from '../clip-thumb.tsx'
import { clipPreview } from '../hover-loop.ts'
import { clipPath } from '../paths.ts'
import type { SheetGridClip } from './sheet-clip.ts'
import { sheetFrames } from './sheet-frames.ts'

import styles from './contact-strip.module.css'

const sizes = '(width < 834px) 60vw, 36vw'

type ContactStripProps = {
  clip: SheetGridClip
  /** "2.1": scene and place in it. */
  mark: string
  eager?: boolean
}

export const ContactStrip = ({ clip, mark, eager = false }: ContactStripProps) => {
  const { CardActions } = use(ClipSlotsContext)
  const { thumbs } = clip.movie.public_paths
  const { narrow, wide, frames } = sheetFrames(clip.width / clip.height, clip.sheet)
  const style = {
    '--ratio': clip.width / clip.height,
    '--narrow': narrow,
    '--wide': wide,
    '--sheet': `url("${clip.sprite}")`,
    '--columns': clip.sheet.columns,
    '--rows': clip.sheet.rows,
  } as CSSProperties
  return (
    <article className={styles.strip} style={style} {...clipPreview(clip)}>
      <Link to={clipPath(clip)} className={styles.link}>
        <span className={styles.film}>
          <span className={styles.poster} data-frame>
            <ClipThumb thumbs={thumbs} sizes={sizes} eager={eager} />
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
