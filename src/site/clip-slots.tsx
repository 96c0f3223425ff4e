/** What later features put on clip cards and on the clip page. */
import { lazy } from 'react'

import { AddToBoard, AddToBoardButton } from '#boards/add-to-board.tsx'
import { CardActions } from '#cart/card-actions.tsx'
import { ClipPurchase } from '#cart/clip-purchase.tsx'
import type { ClipSlots } from '#catalog/clip-slots.tsx'
import { ClipDownload } from '#editfest/clip-download.tsx'

const AddAll = lazy(() => import('#cart/add-all.tsx').then(part => ({ default: part.AddAll })))

export const clipSlots: ClipSlots = {
  AddAll,
  CardActions: ({ clip }) => (
    <>
      <AddToBoard clip={clip} />
      <CardActions clip={clip} />
    </>
  ),
  Purchase: ({ clip }) => (
    <>
      <ClipPurchase clip={clip} />
      <AddToBoardButton clip={clip} />
      <ClipDownload clip={clip} />
    </>
  ),
}
