import { lazy, Suspense, useState, type ReactNode } from 'react'

import { useNotMine } from '#accounts/own-hand.tsx'
import { Button } from '#ui/button.tsx'

import type { RequestKind } from './request-dialog.tsx'

const RequestDialog = lazy(() => import('./request-dialog.tsx').then(part => ({ default: part.RequestDialog })))

/** Opens the form of a request; its code comes with it. */
export const RequestButton = ({ kind, children }: { kind: RequestKind; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const not_mine = useNotMine()
  // Anybody of ours may ask support for a client; the others commit the client.
  const why = kind === 'support' ? undefined : not_mine
  return (
    <>
      <Button size="lg" disabled={why !== undefined} title={why} onClick={() => setOpen(true)}>
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
