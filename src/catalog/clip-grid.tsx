/** Clips edge to edge, uncropped, in rows of equal height: as many as come. A known number stands in `clip-rows.tsx`. */
import { JustifiedGrid } from '#ui/justified-grid.tsx'

import { ClipCard } from './clip-card.tsx'
import type { GridClip } from './grid-clip.ts'
import { useGrowing } from './parts/growing.ts'

import styles from './clip-grid.module.css'

/** About what fits the first screen. */
const eager_clips = 8
/** What a phone shows of it. */
const first_clips = 2

type ClipGridProps = {
  clips: readonly GridClip[]
  label?: string
  /** Why clips are shown, by id. */
  notes?: ReadonlyMap<number, string>
}

export const ClipGrid = ({ clips, label = 'Clips', notes }: ClipGridProps) => {
  const { room, onClick } = useGrowing()
  return (
    <JustifiedGrid ref={room} label={label} className={styles.grid} onClick={onClick}>
      {clips.map((clip, i) => (
        <ClipCard
          key={clip.id}
          clip={clip}
          eager={i < eager_clips}
          first={i < first_clips}
          note={notes?.get(clip.id)}
        />
      ))}
    </JustifiedGrid>
  )
}
