/** What can be done with a clip, beside its player: license, price, cart, boards and comp. */
import { AddToBoardButton, AddToBoardProvider } from '#boards/add-to-board.tsx'
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

/** In the dialog of a quick preview, where the boards open inside of it. */
export const DialogClipActions: typeof ClipActions = props => (
  <AddToBoardProvider>
    <ClipActions {...props} />
  </AddToBoardProvider>
)
