/** The actions of a request: approve, decline, withdraw, or restore its clips. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callKey } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { cacheCart, cartErrorText } from '../../use-cart-changes.ts'
import { useRestoreCart } from '../../use-item-changes.ts'
import { approveRequest, getRequest, withdrawRequest, type PurchaseRequest } from '../contract.ts'

import css from './request-actions.module.css'

const DeclineDialog = lazy(() => import('./decline-dialog.tsx').then(module => ({ default: module.DeclineDialog })))

type RequestActionsProps = { request: PurchaseRequest; onRefused: (text: string | undefined) => void }

export const RequestActions = ({ request, onRefused }: RequestActionsProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { restoreCart } = useRestoreCart()
  const [busy, setBusy] = useState<'approve' | 'withdraw' | 'back'>()
  const [isDeclining, setDeclining] = useState(false)
  const params = { id: String(request.id) }
  const refetchRequest = () => client.invalidateQueries({ queryKey: callKey(getRequest, { params }) })

  /** Runs an action that fills the cart, then opens the cart. */
  const runAndOpenCart = async (action: NonNullable<typeof busy>, text: string, run: () => Promise<unknown>) => {
    setBusy(action)
    onRefused(undefined)
    try {
      await run()
      await refetchRequest()
      toast(text, { kind: 'success' })
      await navigate('/cart')
    } catch (error) {
      onRefused(error instanceof Refusal ? cartErrorText(error) : 'Something went wrong. Please try again.')
      await refetchRequest()
    } finally {
      setBusy(undefined)
    }
  }
  const count = request.cart.cart_items.data.length
  const clips = count === 1 ? '1 clip' : `${count} clips`

  if (request.state === 'open' && request.can_decide)
    return (
      <div className={css.actions}>
        <Button
          kind="primary"
          size="xl"
          wide
          disabled={count === 0}
          busy={busy === 'approve' && 'Approving…'}
          onClick={() =>
            void runAndOpenCart('approve', `Approved: ${clips} in your cart`, async () =>
              cacheCart(client, await call(approveRequest, { params, body: { seen: request.cart.fingerprint } })),
            )
          }
        >
          Approve and go to cart
        </Button>
        <Button size="lg" wide onClick={() => setDeclining(true)}>
          Decline
        </Button>
        <p className={css.rule}>
          Approving puts the clips in your cart, beside what is there. A clip that is there already under the same
          license stays once, in the better format. Nothing is bought before you check out.
        </p>
        {isDeclining && (
          <Suspense>
            <DeclineDialog
              request={request}
              onClose={() => setDeclining(false)}
              onDone={() => {
                setDeclining(false)
                toast('Request declined')
                void refetchRequest()
              }}
            />
          </Suspense>
        )}
      </div>
    )
  if (request.state === 'open' && request.is_own)
    return (
      <div className={css.actions}>
        <Button
          size="lg"
          wide
          busy={busy === 'withdraw' && 'Withdrawing…'}
          onClick={() =>
            void runAndOpenCart('withdraw', 'Your clips are back in your cart', async () =>
              cacheCart(client, await call(withdrawRequest, { params })),
            )
          }
        >
          Withdraw request
        </Button>
        <p className={css.rule}>The clips return to your cart.</p>
      </div>
    )
  if (request.state === 'declined' && request.is_own)
    return (
      <Button
        size="lg"
        wide
        disabled={count === 0}
        busy={busy === 'back' && 'Putting them back…'}
        onClick={() => void runAndOpenCart('back', 'Your clips are back in your cart', () => restoreCart(request.cart))}
      >
        Put the clips back in my cart
      </Button>
    )
  return null
}
