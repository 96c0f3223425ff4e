/** Fills the slots of clip cards with components of later features. `pages/clip-frame.tsx` fills those of the clip page. */
import { lazy, Suspense } from 'react'

import { AddSelectionToBoard, AddToBoard } from '#boards/add-to-board.tsx'
import { ClipMarksProvider, LicensedMark } from '#boards/clip-marks.tsx'
import { CardActions } from '#cart/card-actions.tsx'
import type { ClipSlots } from '#catalog/clip-slots.tsx'

const AddAll = lazy(() => import('#cart/add-all.tsx').then(part => ({ default: part.AddAll })))

const DialogClipActions = lazy(() =>
  import('./parts/clip-actions.tsx').then(part => ({ default: part.DialogClipActions })),
)

export const clipSlots: ClipSlots = {
  AddAll,
  Purchase: props => (
    <Suspense>
      <DialogClipActions {...props} />
    </Suspense>
  ),
  CardMarks: ClipMarksProvider,
  CardMark: LicensedMark,
  SelectionActions: ({ clips }) => (
    <>
      <AddSelectionToBoard clips={clips} />
      <Suspense>
        <AddAll clips={clips} of="your selection" />
      </Suspense>
    </>
  ),
  CardActions: ({ clip }) => (
    <>
      <AddToBoard clip={clip} />
      <CardActions clip={clip} />
    </>
  ),
}
