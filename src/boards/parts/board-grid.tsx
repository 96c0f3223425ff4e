/** The clips of the user's own board: the usual grid, with a move handle and a remove button on each card. */
import { Move, X } from 'lucide-react'
import { createContext, use, useMemo } from 'react'

import { ClipGrid } from '#catalog/clip-grid.tsx'
import { ClipSlotsContext, ClipSlotsProvider, type ClipSlots } from '#catalog/clip-slots.tsx'
import type { GridClip } from '#catalog/grid-clip.ts'
import { useArrange, type ArrangeHandle } from '#ui/arrange/use-arrange.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import { ArrangingContext } from '../add-to-board.tsx'
import type { Board } from '../contract.ts'
import { useMove, useRemoveClip } from '../use-boards.ts'
import { toBoardClips, toMarkNotes } from './board-marks.ts'

import styles from './board-grid.module.css'

type ArrangeContextValue = {
  OtherActions: ClipSlots['CardActions']
  handle: (clip: GridClip) => ArrangeHandle
  removeClip: (clip: GridClip) => void
}
const ArrangeContext = createContext<ArrangeContextValue | undefined>(undefined)

const ArrangeActions = ({ clip }: { clip: GridClip }) => {
  const arrange = use(ArrangeContext)
  if (!arrange) return null
  const { OtherActions, handle, removeClip } = arrange
  return (
    <>
      {OtherActions && <OtherActions clip={clip} />}
      <IconButton icon={Move} kind="on-picture" className={styles.handle} {...handle(clip)} />
      <IconButton
        icon={X}
        kind="on-picture"
        label={`Take ${clip.name} off the board`}
        onClick={() => removeClip(clip)}
      />
    </>
  )
}

export const BoardGrid = ({ board }: { board: Board }) => {
  const slots = use(ClipSlotsContext)
  const move = useMove()
  const removeClip = useRemoveClip()
  const clips = useMemo(() => toBoardClips(board), [board])
  const order = useMemo(() => clips.map(({ id }) => id), [clips])
  const { containerProps, handle, aside } = useArrange({
    order,
    move: (clip_id, before) => move.mutate({ board, clip_id, before }),
  })
  const arranging: ArrangeContextValue = {
    OtherActions: slots.CardActions,
    handle,
    removeClip: clip => removeClip(board, clip),
  }
  return (
    <ArrangeContext value={arranging}>
      <ArrangingContext value={true}>
        <ClipSlotsProvider value={useMemo(() => ({ ...slots, CardActions: ArrangeActions }), [slots])}>
          <div {...containerProps}>
            <ClipGrid clips={clips} label={`Clips of ${board.name}`} notes={toMarkNotes(board)} />
          </div>
        </ClipSlotsProvider>
      </ArrangingContext>
      {aside}
    </ArrangeContext>
  )
}
