/** The checkout button of roles that may not buy: sends the cart to those who may. */
import { lazy, Suspense, useState } from 'react'

import { Button } from '#ui/button.tsx'

const RequestDialog = lazy(() => import('./request-dialog.tsx').then(module => ({ default: module.RequestDialog })))

export const RequestPurchase = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" size="xl" wide onClick={() => setOpen(true)}>
        Request purchase
      </Button>
      {isOpen && (
        <Suspense>
          <RequestDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
