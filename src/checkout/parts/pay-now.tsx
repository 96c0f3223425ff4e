import { useRef, useState, type ReactNode } from 'react'

import { useTotalRise } from '#cart/total-rise.tsx'
import { useTermsVersion } from '#cart/use-terms-version.ts'
import { ownerOf } from '#payments/bank-account.ts'
import { BankNotConfirmed } from '#payments/bank-not-confirmed.tsx'
import { InvalidCardError, REVIEW_TEXT } from '#payments/card-texts.ts'
import type { PaymentMethod } from '#payments/methods-contract.ts'
import { PayWith, type PaymentChoice } from '#payments/pay-with.tsx'
import type { PaymentFormHandle } from '#payments/payment-form.ts'
import { PayPalClosedError } from '#payments/paypal-closed-error.ts'

import { usePurchase } from '../use-purchase.ts'
import { CheckoutStep, type CheckoutTarget } from './checkout-step.tsx'

import css from './purchase.module.css'

type PayNowProps = CheckoutTarget & {
  methods: PaymentMethod[]
  is_rehearsal: boolean
  was_declined: boolean
  /** Shown above the payment methods. */
  children?: ReactNode
}

const BUSY_LABELS: Record<PaymentChoice['type'], string> = {
  card: 'Processing payment…',
  ach: 'Processing payment…',
  paypal: 'Waiting for PayPal…',
}

/** Pays at once, with the payment method that the buyer chooses. */
export const PayNow = ({ cart, invoice, methods, is_rehearsal, was_declined, children }: PayNowProps) => {
  const formRef = useRef<PaymentFormHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState<PaymentChoice>({ type: 'card', is_new: true, is_ready: false })
  const currentTerms = useTermsVersion()
  const terms_version = invoice?.terms_version ?? currentTerms
  const purchase = usePurchase(formRef, {
    seen: cart.fingerprint,
    terms_version,
    invoice_number: invoice?.invoice_number,
  })
  const hasLeftPayPal = purchase.error instanceof PayPalClosedError
  // Missing and invalid fields say so themselves: nothing was tried that could have failed.
  const isMarked = purchase.error instanceof InvalidCardError && purchase.error.fields.length > 0
  const refusal = hasLeftPayPal || isMarked ? undefined : purchase.error?.message
  const rise = useTotalRise(cart)
  const { owner, is_us } = ownerOf(cart.billing_information)
  return (
    <CheckoutStep
      terms_version={terms_version}
      cart={cart}
      invoice={invoice}
      error={refusal ?? (was_declined && purchase.isIdle ? REVIEW_TEXT : undefined)}
      rise={rise}
      note={hasLeftPayPal && purchase.error?.message}
      label={choice.type === 'paypal' && choice.is_new ? 'Pay with Paypal' : `Pay ${cart.total.formatted}`}
      disabled={!choice.is_ready}
      busy={purchase.isPending && BUSY_LABELS[choice.type]}
      onComplete={purchase.pay}
      {...purchase.whenTouched}
    >
      {children}
      <div ref={container} className={css.card}>
        <PayWith
          formRef={formRef}
          methods={methods}
          amount_cents={cart.total.unformatted}
          owner={owner}
          is_us={is_us}
          is_rehearsal={is_rehearsal}
          onChoiceChange={setChoice}
          onSubmit={() => choice.is_ready && rise === null && purchase.pay()}
          onEdit={purchase.forgetError}
        />
      </div>
      <BankNotConfirmed error={purchase.error} is_new={choice.is_new} container={container} />
    </CheckoutStep>
  )
}
