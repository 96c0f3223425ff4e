/** The clips of one's own board: the grid as everywhere, and on each card a handle to move it and a way to take it off. */
import { Move, X } from 'lucide-react'
import { createContext, use, useMemo } from 'react'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { ClipSlotsContext, ClipSlotsProvider, type ClipSlots } from '#catalog/clip-slots.tsx'
import { gridClip, type GridClip } from '#catalog/grid-clip.ts'
import { useArrange, type ArrangeHandle } from '#ui/arrange/use-arrange.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import { ArrangingContext } from '../add-to-board.tsx'
import type { Board } from '../contract.ts'
import { useMove, useTakeOff } from '../use-boards.ts'

import styles from './board-grid.module.css'

type Arranging = {
  Others: ClipSlots['CardActions']
  handle: (clip: GridClip) => ArrangeHandle
  takeOff: (clip: GridClip) => void
}
const Arrange = createContext<Arranging | undefined>(undefined)

const ArrangeActions = ({ clip }: { clip: GridClip }) => {
  const arrange = use(Arrange)
  if (!arrange) return null
  const { Others, handle, takeOff } = arrange
  return (
    <>
      {Others && <Others clip={clip} />}
      <IconButton icon={Move} kind="on-picture" className={styles.handle} {...handle(clip)} />
      <IconButton icon={X} kind="on-picture" label={`Take ${clip.name} off the board`} onClick={() => takeOff(clip)} />
    </>
  )
}

export const BoardGrid = ({ board }: { board: Board }) => {
  const slots = use(ClipSlotsContext)
  const move = useMove()
  const takeOff = useTakeOff()
  const clips = useMemo(() => board.clips.map(gridClip), [board.clips])
  const order = useMemo(() => clips.map(({ id }) => id), [clips])
  const { room, handle, aside } = useArrange({
    order,
    move: (clip_id, before) => move.mutate({ board, clip_id, before }),
  })
  const arranging: Arranging = { Others: slots.CardActions, handle, takeOff: clip => takeOff(board, clip) }
  return (
    <Arrange value={arranging}>
      <ArrangingContext value={true}>
        <ClipSlotsProvider value={useMemo(() => ({ ...slots, CardActions: ArrangeActions }), [slots])}>
          <div {...room}>
            <ClipGrid clips={clips} label={`Clips of ${board.name}`} />
          </div>
        </ClipSlotsProvider>
      </ArrangingContext>
      {aside}
    </Arrange>
  )
}
