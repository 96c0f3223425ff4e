import { lazy, Suspense, useState } from 'react'

import { Button } from '#ui/button.tsx'

import { useClearCart } from './use-item-changes.ts'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

/** `children`: what the button says. */
export const ClearCart = ({ children = 'Clear cart' }: { children?: string }) => {
  const clear = useClearCart()
  const [isWanted, setWanted] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        onClick={() => {
          setWanted(true)
          setAsking(true)
        }}
      >
        {children}
      </Button>
      <Suspense>
        {isWanted && (
          <ConfirmDialog
            open={isAsking}
            title="Clear your cart?"
            confirm="Clear cart"
            danger
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              clear()
            }}
          >
            All clips and their licenses will be removed from your cart.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
