/** The checkout beside a cart: who it is, who is billed, how it is paid. */
import { useState } from 'react'

import { useSession } from '#accounts/use-session.ts'
import type { Cart } from '#cart/contract.ts'
import { Banner } from '#ui/banner.tsx'
import { purchasing_refusal } from '#workspaces/policy.ts'

import { isComplete } from '../contact.ts'
import { ContactSkeleton, ContactStep, ContactSummary, RegisterStep } from './contact-step.tsx'
import { Cover } from './cover.tsx'
import { PaymentStep, type PaymentType } from './payment-step.tsx'
import { PriceTag } from './price-tag.tsx'

import css from './checkout-panel.module.css'

export type CheckoutPanelProps = {
  cart: Cart
  is_custom: boolean
  is_rehearsal: boolean
  /** The buyer comes back from a payment that failed while it was being confirmed. */
  was_declined: boolean
  /** What is shown is of another way to pay: its fee is on its way. */
  isLoading: boolean
  /** It is being asked for again. */
  isFetching: boolean
  onPayAs: (type: PaymentType) => void
  /** Whether the cart stays as it is on the screen, whatever became of it: while it is paid. */
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
            With a processing fee of {cart.processing_fee.formatted} for paying by card. Other ways to pay have none.
          </small>
        )}
      </p>
      {!user ? (
        <RegisterStep onCome={() => void refresh()} />
      ) : cart.can_purchase ? (
        <Steps key={user.id} {...props} />
      ) : (
        <div className={css.section}>
          <Banner>{purchasing_refusal}</Banner>
        </div>
      )}
      {isLoading && <Cover>Loading Cart</Cover>}
    </div>
  )
}

const Steps = ({
  cart,
  is_custom,
  is_rehearsal,
  was_declined,
  isLoading,
  isFetching,
  onPayAs,
  hold,
  refresh,
}: CheckoutPanelProps) => {
  const [isEditing, setEditing] = useState(false)
  // Whoever has just logged in may have told before who is billed: the form begins when that is known.
  const [hasBegun, setHasBegun] = useState(!isFetching)
  if (!hasBegun && !isFetching) setHasBegun(true)
  const details = cart.contact_details
  if (!hasBegun) return <ContactSkeleton />
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
        onPayAs={onPayAs}
        hold={hold}
        refresh={refresh}
      />
    </>
  )
}
