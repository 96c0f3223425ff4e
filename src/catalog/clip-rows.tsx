/** A fixed number of clips in full rows: edge to edge, uncropped, without an incomplete last row. */
import { FullRows } from '#ui/full-rows.tsx'

import { ClipCard } from './clip-card.tsx'
import { CardMarks } from './clip-slots.tsx'
import type { GridClip } from './grid-clip.ts'
import { useGrowTransition } from './parts/grow-transition.ts'

/** About the number that fits the first screen. */
const EAGER_CLIPS = 4

type ClipRowsProps = {
  clips: readonly GridClip[]
  label: string
  /** At the top of its page: the first pictures load eagerly. */
  top?: boolean
  /** Shows fewer, larger pictures. */
  large?: boolean
  /** Notes on clips, by id. */
  notes?: ReadonlyMap<number, string>
}

export const ClipRows = ({ clips, label, top = false, large, notes }: ClipRowsProps) => {
  const { gridRef: rowsRef, onClick } = useGrowTransition(clips)
  const ratios = clips.map(({ width, height }) => width / height)
  return (
    <CardMarks clips={clips}>
      <FullRows ref={rowsRef} label={label} ratios={ratios} large={large} onClick={onClick}>
        {clips.map((clip, i) => (
          <ClipCard key={clip.id} clip={clip} eager={top && i < EAGER_CLIPS} note={notes?.get(clip.id)} />
        ))}
      </FullRows>
    </CardMarks>
  )
}
