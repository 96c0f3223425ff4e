import { lazy, Suspense, useState } from 'react'

import type { ShownRate } from '#rates/contract.ts'
import { Button } from '#ui/button.tsx'

const RateDetails = lazy(() => import('#rates/rate-details.tsx').then(part => ({ default: part.RateDetails })))

/** Shows what the rate of a license group allows. */
export const GroupRate = ({ rate }: { rate: ShownRate }) => {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        size="sm"
        aria-label={`Rate details of ${rate.name}`}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Rate details
      </Button>
      <Suspense>{isWanted && <RateDetails open={isOpen} onClose={() => setOpen(false)} rate={rate} />}</Suspense>
    </>
  )
}
