/** The last checkout step: payment. */
import { useState } from 'react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { useTotalRise } from '#cart/total-rise.tsx'
import { useTermsVersion } from '#cart/use-terms-version.ts'
import type { PaymentMethod } from '#payments/methods-contract.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import { accountRefusal } from '../account.ts'
import type { InvoicingAccount } from '../contract.ts'
import { usePlaceFreeOrder } from '../use-place-free-order.ts'
import { CheckoutStep, type CheckoutTarget } from './checkout-step.tsx'
import { OnAccount } from './on-account.tsx'
import { PayNow } from './pay-now.tsx'

import css from './purchase.module.css'

type PurchaseProps = CheckoutTarget & {
  methods: PaymentMethod[]
  /** Set when the workspace buys on account. */
  account: InvoicingAccount | null
  /** Payments go to the sandbox, so its test values are shown. */
  is_rehearsal: boolean
  /** The buyer returns from a payment that failed while it was being confirmed. */
  was_declined: boolean
}

/** A discount can cover the whole total: then no payment is needed. */
export const Purchase = ({ account, ...props }: PurchaseProps) => {
  const [isOnAccount, setOnAccount] = useState(account !== null && !props.was_declined)
  if (props.cart.total.unformatted === 0) return <FreePurchase cart={props.cart} />
  if (!account) return <PayNow {...props} />
  const { net_days, late_invoice, owed, credit_limit } = account
  const credit = { late_invoice, owed_cents: owed.unformatted, limit_cents: credit_limit.unformatted }
  const refusal = accountRefusal(credit, props.cart.total.unformatted)
  if (refusal)
    return (
      <PayNow {...props}>
        <Banner
          className={css.about}
          title="Buying on account is not available"
          action={<PayOverdueLink {...account} />}
        >
          {refusal}
        </Banner>
      </PayNow>
    )
  const choice = (
    <section className={css.card}>
      <RadioCards legend="How would you like to pay?" columns={2}>
        <RadioCard
          name="how"
          title="On account"
          text={`We send an invoice, due in ${net_days} days. Downloads open at once.`}
          checked={isOnAccount}
          onChange={() => setOnAccount(true)}
        />
        <RadioCard
          name="how"
          title="Now"
          text="By card, PayPal or bank account."
          checked={!isOnAccount}
          onChange={() => setOnAccount(false)}
        />
      </RadioCards>
    </section>
  )
  return isOnAccount ? (
    <OnAccount cart={props.cart} account={account}>
      {choice}
    </OnAccount>
  ) : (
    <PayNow {...props}>{choice}</PayNow>
  )
}

/** Links to where the overdue amount is paid. */
const PayOverdueLink = ({ late_invoice }: Pick<InvoicingAccount, 'late_invoice'>) =>
  late_invoice === null ? (
    <ButtonLink to="/workspace/orders">Open orders</ButtonLink>
  ) : (
    // The payment page has its own content security policy, so it needs a full document load.
    <ButtonLink to={`/checkout/${late_invoice}`} reloadDocument>
      Pay {late_invoice}
    </ButtonLink>
  )

const FreePurchase = ({ cart }: Pick<CheckoutTarget, 'cart'>) => {
  const terms_version = useTermsVersion()
  const order = usePlaceFreeOrder(cart, terms_version)
  const rise = useTotalRise(cart)
  return (
    <CheckoutStep
      terms_version={terms_version}
      cart={cart}
      error={order.error?.message}
      rise={rise}
      busy={order.isPending && 'Placing your order…'}
      onComplete={order.place}
    >
      <section className={css.card} aria-labelledby="nothing-to-pay">
        <div className={css.cardHead}>
          <h2 id="nothing-to-pay">Nothing to pay</h2>
        </div>
        <p>Your discount covers everything, so no card is needed. The licenses are the same.</p>
        <ConfirmEmailNotice />
      </section>
    </CheckoutStep>
  )
}
