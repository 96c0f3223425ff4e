/** The "Preferred rate details" dialog, optionally with a button to use the rate. Load it lazily. */
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import type { RateSummary } from './contract.ts'
import { RateTermsList } from './rate-terms-list.tsx'

type RateDetailsProps = {
  open: boolean
  onClose: () => void
  rate: RateSummary
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
    <RateTermsList rate={rate} />
  </Dialog>
)
