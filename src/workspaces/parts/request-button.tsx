import { lazy, Suspense, useState, type ReactNode } from 'react'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { Button } from '#ui/button.tsx'

import type { RequestKind } from './request-dialog.tsx'

const RequestDialog = lazy(() => import('./request-dialog.tsx').then(part => ({ default: part.RequestDialog })))

/** Opens the form of a request, whose code loads on the first click. */
export const RequestButton = ({ kind, children }: { kind: RequestKind; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const masqueradeNotice = useMasqueradeNotice()
  // During a masquerade, staff can request support for the client. The other requests are the client's to make.
  const disabledReason = kind === 'support' ? undefined : masqueradeNotice
  return (
    <>
      <Button size="lg" disabled={disabledReason !== undefined} title={disabledReason} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RequestDialog kind={kind} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
