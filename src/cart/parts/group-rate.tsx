import { lazy, Suspense, useState } from 'react'

import type { RateSummary } from '#rates/contract.ts'
import { Button } from '#ui/button.tsx'

const RateDetails = lazy(() => import('#rates/rate-details.tsx').then(module => ({ default: module.RateDetails })))

/** The button that opens the details of a license group's rate. */
export const GroupRate = ({ rate }: { rate: RateSummary }) => {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Rate details of ${rate.name}`}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        Rate details
      </Button>
      <Suspense>{wasOpened && <RateDetails open={isOpen} onClose={() => setOpen(false)} rate={rate} />}</Suspense>
    </>
  )
}
