import { lazy, Suspense, useState } from 'react'

import { Button } from '#ui/button.tsx'

import { useClearCart } from './use-item-changes.ts'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })))

/** `children`: the button's label. */
export const ClearCart = ({ children = 'Clear cart' }: { children?: string }) => {
  const clear = useClearCart()
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        {children}
      </Button>
      <Suspense>
        {wasOpened && (
          <ConfirmDialog
            open={isOpen}
            title="Clear your cart?"
            confirm="Clear cart"
            danger
            onCancel={() => setOpen(false)}
            onConfirm={() => {
              setOpen(false)
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
