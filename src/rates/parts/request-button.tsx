import { lazy, Suspense, useState } from 'react'

import { Button } from '#ui/button.tsx'

const RequestDialog = lazy(() => import('./request-dialog.tsx').then(module => ({ default: module.RequestDialog })))

/** The button that loads and opens the request form. */
export const RequestButton = ({ kind }: { kind?: 'primary' }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="lg" {...(kind && { kind })} onClick={() => setOpen(true)}>
        Request a preferred rate
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RequestDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
