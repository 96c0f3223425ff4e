import { lazy, Suspense, useState } from 'react'

import { Button } from '#ui/button.tsx'

const RequestDialog = lazy(() => import('./request-dialog.tsx').then(part => ({ default: part.RequestDialog })))

/** Opens the form that asks for a rate; its code comes with it. */
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
