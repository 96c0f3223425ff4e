/** What can be done with a clip, beside its player: license, price, cart, boards and comp. */
import { AddToBoardButton } from '#boards/add-to-board.tsx'
import { ClipPurchase } from '#cart/clip-purchase.tsx'
import type { ClipSlots } from '#catalog/clip-slots.tsx'
import { CompButton } from '#catalog/comp-button.tsx'
import { ClipDownload } from '#editfest/clip-download.tsx'

export const ClipActions: NonNullable<ClipSlots['Purchase']> = ({ clip }) => (
  <>
    <ClipPurchase clip={clip}>
      <AddToBoardButton clip={clip} />
      <CompButton clip={clip} />
    </ClipPurchase>
    <ClipDownload clip={clip} />
  </>
)
