/** The checkout next to a cart: sign-in, billing contact, payment. */
import { useState } from 'react'

import { useSession } from '#accounts/use-session.ts'
import type { Cart } from '#cart/contract.ts'
import { Banner } from '#ui/banner.tsx'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { isComplete } from '../contact.ts'
import { ContactSkeleton, ContactStep, ContactSummary, RegisterStep } from './contact-step.tsx'
import { Cover } from './cover.tsx'
import { PaymentStep, type CartPaymentType } from './payment-step.tsx'
import { PriceTag } from './price-tag.tsx'

import css from './checkout-panel.module.css'

export type CheckoutPanelProps = {
  cart: Cart
  is_custom: boolean
  is_rehearsal: boolean
  /** The buyer returns from a payment that failed while it was being confirmed. */
  was_declined: boolean
  /** The shown total is for another payment method; the new one is loading. */
  isLoading: boolean
  /** The cart is being refetched. */
  isFetching: boolean
  onPaymentTypeChange: (type: CartPaymentType) => void
  /** Freezes the cart on the screen while it is being paid. */
  hold: (isHeld: boolean) => void
  refresh: () => Promise<unknown>
}

export const CheckoutPanel = (props: CheckoutPanelProps) => {
  const { cart, isLoading, refresh } = props
  const user = useSession()
  return (
    <div className={css.panel}>
      <p className={css.price}>
        <span>Total</span>
        <PriceTag cents={cart.total.unformatted} />
        {cart.processing_fee && cart.processing_fee.unformatted > 0 && (
          <small>
            With a processing fee of {cart.processing_fee.formatted} for paying by card. Other payment methods have no
            fee.
          </small>
        )}
      </p>
      {!user ? (
        <RegisterStep onSignedIn={() => void refresh()} />
      ) : cart.can_purchase ? (
        <CheckoutSteps key={user.id} {...props} />
      ) : (
        <div className={css.section}>
          <Banner>{PURCHASING_REFUSAL}</Banner>
        </div>
      )}
      {isLoading && <Cover>Loading Cart</Cover>}
    </div>
  )
}

const CheckoutSteps = ({
  cart,
  is_custom,
  is_rehearsal,
  was_declined,
  isLoading,
  isFetching,
  onPaymentTypeChange,
  hold,
  refresh,
}: CheckoutPanelProps) => {
  const [isEditing, setEditing] = useState(false)
  // After a login, the cart may already have billing details, so the form waits for the refetch.
  const [hasStarted, setHasStarted] = useState(!isFetching)
  if (!hasStarted && !isFetching) setHasStarted(true)
  const details = cart.contact_details
  if (!hasStarted) return <ContactSkeleton />
  if (isEditing || !isComplete(details))
    return (
      <ContactStep
        details={details}
        onSaved={async () => {
          await refresh()
          setEditing(false)
        }}
      />
    )
  return (
    <>
      <ContactSummary details={details} onEdit={() => setEditing(true)} />
      <PaymentStep
        cart={cart}
        details={details}
        is_custom={is_custom}
        is_rehearsal={is_rehearsal}
        was_declined={was_declined}
        isChanging={isLoading}
        onPaymentTypeChange={onPaymentTypeChange}
        hold={hold}
        refresh={refresh}
      />
    </>
  )
}
