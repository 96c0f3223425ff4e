/** Clips edge to edge, uncropped, in rows of equal height, for any number of clips. See `clip-rows.tsx` for a fixed number. */
import { JustifiedGrid } from '#ui/justified-grid.tsx'

import { ClipCard } from './clip-card.tsx'
import { CardMarks } from './clip-slots.tsx'
import type { GridClip } from './grid-clip.ts'
import { useGrowTransition } from './parts/grow-transition.ts'
import { useViewSettings } from './view-settings.ts'

import styles from './clip-grid.module.css'

/** About the number that fits the first screen. */
const EAGER_CLIPS = 8
/** The number that a phone shows of them. */
const FIRST_CLIPS = 2

type ClipGridProps = {
  clips: readonly GridClip[]
  label?: string
  /** Notes on clips, by id. */
  notes?: ReadonlyMap<number, string>
}

export const ClipGrid = ({ clips, label = 'Clips', notes }: ClipGridProps) => {
  const { gridRef, onClick } = useGrowTransition(clips)
  const { density } = useViewSettings()
  return (
    <CardMarks clips={clips}>
      <JustifiedGrid ref={gridRef} label={label} className={styles.grid} onClick={onClick}>
        {clips.map((clip, i) => (
          <ClipCard
            key={clip.id}
            clip={clip}
            density={density}
            eager={i < EAGER_CLIPS}
            first={i < FIRST_CLIPS}
            note={notes?.get(clip.id)}
          />
        ))}
      </JustifiedGrid>
    </CardMarks>
  )
}
