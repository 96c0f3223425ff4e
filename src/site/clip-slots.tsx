/** What later features put on clip cards; `pages/clip-frame.tsx` brings what stands on the clip's own page. */
import { lazy } from 'react'

import { AddToBoard } from '#boards/add-to-board.tsx'
import { CardActions } from '#cart/card-actions.tsx'
import type { ClipSlots } from '#catalog/clip-slots.tsx'

const AddAll = lazy(() => import('#cart/add-all.tsx').then(part => ({ default: part.AddAll })))

export const clipSlots: ClipSlots = {
  AddAll,
  CardActions: ({ clip }) => (
    <>
      <AddToBoard clip={clip} />
      <CardActions clip={clip} />
    </>
  ),
}
