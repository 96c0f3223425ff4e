/** A known number of clips in full rows: edge to edge, uncropped, none left over at the end. */
import { FullRows } from '#ui/full-rows.tsx'

import { ClipCard } from './clip-card.tsx'
import type { GridClip } from './grid-clip.ts'
import { useGrowing } from './parts/growing.ts'

/** About what fits the first screen. */
const eager_clips = 4

type ClipRowsProps = {
  clips: readonly GridClip[]
  label: string
  /** At the top of its page: the first pictures do not wait. */
  top?: boolean
  /** Fewer, larger pictures. */
  large?: boolean
  /** Why clips are shown, by id. */
  notes?: ReadonlyMap<number, string>
}

export const ClipRows = ({ clips, label, top = false, large, notes }: ClipRowsProps) => {
  const { room, onClick } = useGrowing()
  const ratios = clips.map(({ width, height }) => width / height)
  return (
    <FullRows ref={room} label={label} ratios={ratios} large={large} onClick={onClick}>
      {clips.map((clip, i) => (
        <ClipCard key={clip.id} clip={clip} eager={top && i < eager_clips} note={notes?.get(clip.id)} />
      ))}
    </FullRows>
  )
}
