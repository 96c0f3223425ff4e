import { useRef, useState, type ReactNode } from 'react'

import { useTotalRise } from '#cart/total-rise.tsx'
import { ownerOf } from '#payments/bank-account.ts'
import { BankNotConfirmed } from '#payments/bank-not-confirmed.tsx'
import { reviewText } from '#payments/card-texts.ts'
import { LeftPayPal } from '#payments/left-paypal.ts'
import type { PaymentMethod } from '#payments/methods-contract.ts'
import { PayWith, type Chosen } from '#payments/pay-with.tsx'
import type { WayToPay } from '#payments/way-to-pay.ts'

import { usePurchase } from '../use-purchase.ts'
import { CheckoutStep, type ToPay } from './checkout-step.tsx'

import css from './purchase.module.css'

type PayNowProps = ToPay & {
  methods: PaymentMethod[]
  is_rehearsal: boolean
  was_declined: boolean
  /** Stands above the ways to pay. */
  children?: ReactNode
}

const busy: Record<Chosen['type'], string> = {
  card: 'Processing payment…',
  ach: 'Processing payment…',
  paypal: 'Waiting for PayPal…',
}

/** Pays at once, in whatever way the buyer chooses. */
export const PayNow = ({ cart, invoice, methods, is_rehearsal, was_declined, children }: PayNowProps) => {
  const way = useRef<WayToPay>(null)
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen>({ type: 'card', is_new: true, is_ready: false })
  const purchase = usePurchase(way, { seen: cart.fingerprint, invoice_number: invoice?.invoice_number })
  const hasLeft = purchase.error instanceof LeftPayPal
  const refusal = hasLeft ? undefined : purchase.error?.message
  const rise = useTotalRise(cart)
  const { owner, is_us } = ownerOf(cart.billing_information)
  return (
    <CheckoutStep
      cart={cart}
      invoice={invoice}
      error={refusal ?? (was_declined && purchase.isIdle ? reviewText : undefined)}
      rise={rise}
      note={hasLeft && purchase.error?.message}
      label={chosen.type === 'paypal' && chosen.is_new ? 'Pay with Paypal' : 'Complete purchase'}
      disabled={!chosen.is_ready}
      busy={purchase.isPending && busy[chosen.type]}
      onComplete={purchase.pay}
      {...purchase.whenTouched}
    >
      {children}
      <div ref={place} className={css.card}>
        <PayWith
          way={way}
          methods={methods}
          amount_cents={cart.total.unformatted}
          owner={owner}
          is_us={is_us}
          is_rehearsal={is_rehearsal}
          onChosen={setChosen}
          onSubmit={() => chosen.is_ready && rise === null && purchase.pay()}
          onEdit={purchase.forgetError}
        />
      </div>
      <BankNotConfirmed error={purchase.error} is_new={chosen.is_new} place={place} />
    </CheckoutStep>
  )
}
