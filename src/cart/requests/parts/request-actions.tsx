/** What can be done with a request: approve or decline it, take it back, or ask again. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import { call } from '#platform/call.ts'
import { callKey } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { keepCart, textOf } from '../../use-cart-changes.ts'
import { useBringBack } from '../../use-item-changes.ts'
import { approveRequest, getRequest, withdrawRequest, type PurchaseRequest } from '../contract.ts'

import css from './request-actions.module.css'

const DeclineDialog = lazy(() => import('./decline-dialog.tsx').then(part => ({ default: part.DeclineDialog })))

type RequestActionsProps = { request: PurchaseRequest; onRefused: (text: string | undefined) => void }

export const RequestActions = ({ request, onRefused }: RequestActionsProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const { bringBack } = useBringBack()
  const [busy, setBusy] = useState<'approve' | 'withdraw' | 'back'>()
  const [isDeclining, setDeclining] = useState(false)
  const params = { id: String(request.id) }
  const lookAgain = () => client.invalidateQueries({ queryKey: callKey(getRequest, { params }) })

  /** What fills the cart ends there. */
  const toCart = async (what: NonNullable<typeof busy>, text: string, act: () => Promise<unknown>) => {
    setBusy(what)
    onRefused(undefined)
    try {
      await act()
      await lookAgain()
      toast(text, { kind: 'success' })
      await navigate('/cart')
    } catch (error) {
      onRefused(error instanceof Refusal ? textOf(error) : 'Something went wrong. Please try again.')
      await lookAgain()
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
            void toCart('approve', `Approved: ${clips} in your cart`, async () =>
              keepCart(client, await call(approveRequest, { params, body: { seen: request.cart.fingerprint } })),
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
                void lookAgain()
              }}
            />
          </Suspense>
        )}
      </div>
    )
  if (request.state === 'open' && request.is_mine)
    return (
      <div className={css.actions}>
        <Button
          size="lg"
          wide
          busy={busy === 'withdraw' && 'Taking it back…'}
          onClick={() =>
            void toCart('withdraw', 'Your clips are back in your cart', async () =>
              keepCart(client, await call(withdrawRequest, { params })),
            )
          }
        >
          Withdraw request
        </Button>
        <p className={css.rule}>The clips go back to your cart.</p>
      </div>
    )
  if (request.state === 'declined' && request.is_mine)
    return (
      <Button
        size="lg"
        wide
        disabled={count === 0}
        busy={busy === 'back' && 'Putting them back…'}
        onClick={() => void toCart('back', 'Your clips are back in your cart', () => bringBack(request.cart))}
      >
        Put the clips back in my cart
      </Button>
    )
  return null
}
