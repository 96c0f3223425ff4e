/** Wraps the clip page and fills its slots with components of later features, so that other pages do not load them. */
import { use } from 'react'
import { Outlet } from 'react-router'

import { AddToBoardButton } from '#boards/add-to-board.tsx'
import { ClipPurchase } from '#cart/clip-purchase.tsx'
import { ClipSlotsContext, ClipSlotsProvider, type ClipSlots } from '#catalog/clip-slots.tsx'
import { CompButton } from '#catalog/comp-button.tsx'
import { ClipDownload } from '#editfest/clip-download.tsx'
import { SearchByFrameButton } from '#search/visual/search-by-frame-button.tsx'

const Purchase: ClipSlots['Purchase'] = ({ clip }) => (
  <>
    <ClipPurchase clip={clip}>
      <AddToBoardButton clip={clip} />
      <CompButton clip={clip} />
    </ClipPurchase>
    <ClipDownload clip={clip} />
  </>
)

export default function ClipFrame() {
  const slots = use(ClipSlotsContext)
  return (
    <ClipSlotsProvider value={{ ...slots, Purchase, SearchByFrame: SearchByFrameButton }}>
      <Outlet />
    </ClipSlotsProvider>
  )
}
