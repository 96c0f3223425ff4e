/** The actions of a quote: accept it by paying, decline it, print it. */
import { useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { callKey } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { getQuote, type QuoteDetail } from '../contract.ts'

import css from './quote-actions.module.css'

const DeclineDialog = lazy(() => import('./decline-dialog.tsx').then(module => ({ default: module.DeclineDialog })))

export const QuoteActions = ({ quote }: { quote: QuoteDetail }) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isDeclining, setDeclining] = useState(false)
  const { number, state, cart } = quote
  const isOpen = state === 'open'
  return (
    <div className={css.actions}>
      {isOpen && !cart.can_purchase && <Banner>{PURCHASING_REFUSAL}</Banner>}
      {isOpen && cart.can_purchase && (
        <>
          {cart.billing_information && (
            <ButtonLink to={`/checkout/${number}`} reloadDocument kind="primary" size="xl" wide>
              Accept and pay
            </ButtonLink>
          )}
          <Button size="lg" wide onClick={() => setDeclining(true)}>
            Decline
          </Button>
        </>
      )}
      <Button kind="quiet" size="lg" wide onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {isDeclining && (
        <Suspense>
          <DeclineDialog
            number={number}
            onClose={() => setDeclining(false)}
            onDone={() => {
              setDeclining(false)
              toast('Quote declined')
              void client.invalidateQueries({ queryKey: callKey(getQuote, { params: { number } }) })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
