/** The last step: how it is paid. */
import { useState } from 'react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import { useTotalRise } from '#cart/total-rise.tsx'
import type { PaymentMethod } from '#payments/methods-contract.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import { accountRefusal } from '../account.ts'
import type { Account } from '../contract.ts'
import { usePlaceFree } from '../use-place-free.ts'
import { CheckoutStep, type ToPay } from './checkout-step.tsx'
import { OnAccount } from './on-account.tsx'
import { PayNow } from './pay-now.tsx'

import css from './purchase.module.css'

type PurchaseProps = ToPay & {
  methods: PaymentMethod[]
  /** The workspace buys on account. */
  account: Account | null
  /** Payments go to the sandbox: its test values are told. */
  is_rehearsal: boolean
  /** The buyer comes back from a payment that failed while it was being confirmed. */
  was_declined: boolean
}

/** A discount can take the whole total off: then nobody is asked how to pay. */
export const Purchase = ({ account, ...shown }: PurchaseProps) => {
  const [isOnAccount, setOnAccount] = useState(account !== null && !shown.was_declined)
  if (shown.cart.total.unformatted === 0) return <FreePurchase cart={shown.cart} />
  if (!account) return <PayNow {...shown} />
  const { net_days, late_invoice, owed, credit_limit } = account
  const credit = { late_invoice, owed_cents: owed.unformatted, limit_cents: credit_limit.unformatted }
  const refusal = accountRefusal(credit, shown.cart.total.unformatted)
  if (refusal)
    return (
      <PayNow {...shown}>
        <Banner className={css.about} title="Not on account at present" action={<PayFirst {...account} />}>
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
    <OnAccount cart={shown.cart} account={account}>
      {choice}
    </OnAccount>
  ) : (
    <PayNow {...shown}>{choice}</PayNow>
  )
}

/** Where what is owed is paid. */
const PayFirst = ({ late_invoice }: Pick<Account, 'late_invoice'>) =>
  late_invoice === null ? (
    <ButtonLink to="/workspace/orders">Open orders</ButtonLink>
  ) : (
    // The payment page has a policy of its own, so it begins as a document of its own.
    <ButtonLink to={`/checkout/${late_invoice}`} reloadDocument>
      Pay {late_invoice}
    </ButtonLink>
  )

const FreePurchase = ({ cart }: Pick<ToPay, 'cart'>) => {
  const order = usePlaceFree(cart)
  const rise = useTotalRise(cart)
  return (
    <CheckoutStep
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
        <ConfirmEmailFirst />
      </section>
    </CheckoutStep>
  )
}
