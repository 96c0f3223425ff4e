/** "Preferred rate details": only to be read, or with the button that uses the rate. Load it lazily. */
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import type { ShownRate } from './contract.ts'
import { RateFacts } from './rate-facts.tsx'

type RateDetailsProps = {
  open: boolean
  onClose: () => void
  rate: ShownRate
  onUse?: (() => void) | undefined
  busy?: string | false
}

export const RateDetails = ({ open, onClose, rate, onUse, busy }: RateDetailsProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Preferred rate details"
    description={rate.name}
    footer={
      onUse ? (
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" busy={busy} onClick={onUse}>
            Use this preferred rate
          </Button>
        </>
      ) : (
        <Button kind="primary" size="lg" onClick={onClose}>
          Got it!
        </Button>
      )
    }
  >
    <RateFacts rate={rate} />
  </Dialog>
)
