/** A clip in a grid: its picture and one line of text. A page has sixty, so cards are minimal: the grid handles their link clicks. */
import { use } from 'react'

import { useStartingPrice } from '#licensing/starting-prices-context.tsx'
import { JustifiedCell } from '#ui/justified-grid.tsx'
import { Duration } from '#ui/timecode.tsx'

import { ClipSlotsContext } from './clip-slots.tsx'
import { ClipThumb } from './clip-thumb.tsx'
import type { GridClip } from './grid-clip.ts'
import { clipPreviewProps } from './hover-loop.ts'
import { clipPath } from './paths.ts'
import { useSelection } from './selection.tsx'
import type { Density } from './view-settings.ts'

import styles from './clip-card.module.css'

const landscapeSizes: Record<Density, string> = {
  small: '(width < 570px) 50vw, (width < 1024px) 34vw, 20vw',
  medium: '(width < 570px) 100vw, (width < 1024px) 50vw, (width < 1700px) 34vw, 26vw',
  large: '(width < 1024px) 100vw, 46vw',
}
const PORTRAIT_SIZES = '(width < 570px) 50vw, (width < 1024px) 25vw, 14vw'

type ClipCardProps = {
  clip: GridClip
  eager?: boolean
  first?: boolean
  density?: Density
  /** Why the clip is shown, as a permanent line. */
  note?: string | undefined
}

export const ClipCard = ({ clip, eager = false, first = false, density = 'medium', note }: ClipCardProps) => {
  const { CardActions, CardMark } = use(ClipSlotsContext)
  const selection = useSelection()
  const price = useStartingPrice(clip)
  const isSelected = selection?.has(clip.id) ?? false
  const { thumbs } = clip.movie.public_paths
  const ratio = Math.round((clip.width / clip.height) * 10_000) / 10_000
  return (
    <JustifiedCell ratio={ratio}>
      <article className={styles.card} data-selected={isSelected || undefined} {...clipPreviewProps(clip)}>
        <a href={clip.path ?? clipPath(clip)} className={styles.link}>
          <span className={styles.frame} data-frame>
            <ClipThumb
              thumbs={thumbs}
              sizes={ratio < 1 ? PORTRAIT_SIZES : landscapeSizes[density]}
              eager={eager}
              first={first}
            />
            {CardMark && <CardMark clip={clip} />}
          </span>
          <span className={styles.line}>
            <span className={styles.name} data-name>
              {clip.name}
            </span>
            <span className={styles.by}>{clip.collection.data.filmmaker.data.name}</span>
            {price && <span className={styles.price}>from {price}</span>}
            <Duration seconds={clip.duration_in_seconds} className={styles.length} />
          </span>
        </a>
        <div className={styles.actions}>{CardActions && <CardActions clip={clip} />}</div>
        {/* For pointer and touch; the keyboard has a shortcut, which saves sixty tab stops. */}
        <button
          type="button"
          className={styles.quick}
          tabIndex={-1}
          data-quick
          aria-label={`Quick preview of ${clip.name}`}
          title="Quick preview"
        />
        {selection && (
          <button
            type="button"
            className={styles.select}
            tabIndex={-1}
            data-select
            aria-pressed={isSelected}
            aria-label={`Select ${clip.name}`}
            title="Select (X); with Shift, a range"
            onClick={event => (event.shiftKey ? selection.extendTo(clip) : selection.toggle(clip))}
          />
        )}
      </article>
      {note ? <p className={styles.note}>{note}</p> : null}
    </JustifiedCell>
  )
}
