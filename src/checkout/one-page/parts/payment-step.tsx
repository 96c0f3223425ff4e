/** The payment method, additions to the order, and the button that places it. */
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import type { Cart, ContactDetails } from '#cart/contract.ts'
import { LicenseTermsNote } from '#cart/license-terms-note.tsx'
import { useTotalRise } from '#cart/total-rise.tsx'
import { useTermsVersion } from '#cart/use-terms-version.ts'
import type { BankOwner } from '#payments/bank-account.ts'
import { BankNotConfirmed } from '#payments/bank-not-confirmed.tsx'
import { InvalidCardError, REVIEW_TEXT } from '#payments/card-texts.ts'
import type { MethodOption } from '#payments/method-options.ts'
import { listMethods } from '#payments/methods-contract.ts'
import type { PaymentFormHandle } from '#payments/payment-form.ts'
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { EIN_TEXT } from '../texts.ts'
import { useOnePagePurchase } from '../use-one-page-purchase.ts'
import { Cover } from './cover.tsx'
import { EXTRA_MUTATION_KEY } from './extra-row.tsx'
import { Extras } from './extras.tsx'
import { firstUsableOption, PaymentMethodPicker, listPaymentOptions } from './payment-method-picker.tsx'
import { Sums } from './sums.tsx'

import css from './checkout-panel.module.css'

const UNITED_STATES_ID = 41

export type CartPaymentType = 'card' | 'paypal'

type PaymentStepProps = {
  cart: Cart
  details: ContactDetails
  /** Prepared by sales: it accepts no discount code. */
  is_custom: boolean
  is_rehearsal: boolean
  was_declined: boolean
  /** The totals are loading. */
  isChanging: boolean
  /** Only cards have a fee. */
  onPaymentTypeChange: (type: CartPaymentType) => void
  /** Freezes the cart on the screen. */
  hold: (isHeld: boolean) => void
  refresh: () => Promise<unknown>
}

export const PaymentStep = ({
  cart,
  details,
  is_custom,
  is_rehearsal,
  was_declined,
  isChanging,
  onPaymentTypeChange,
  hold,
  refresh,
}: PaymentStepProps) => {
  const methods = useCall(listMethods, {})
  const options = listPaymentOptions(methods.data?.data ?? [], details.country_id === UNITED_STATES_ID)
  const [selectedId, setSelectedId] = useState<number>()
  const [isReady, setReady] = useState(false)
  const formRef = useRef<PaymentFormHandle>(null)
  const container = useRef<HTMLElement>(null)
  const selected = options.find(({ id }) => id === selectedId) ?? firstUsableOption(options)
  const link = is_custom ? cart.hash : null
  const terms_version = useTermsVersion()
  const purchase = useOnePagePurchase({ cart, terms_version, link, formRef, selected, hold, onStale: refresh })
  const rise = useTotalRise(cart)
  const { buy, has_left, isPending, forgetError } = purchase
  // Missing and invalid fields say so themselves: nothing was tried that could have failed.
  const isMarked = purchase.error instanceof InvalidCardError && purchase.error.fields.length > 0
  const error =
    (isMarked ? undefined : purchase.error?.message) ?? (was_declined && !purchase.has_begun ? REVIEW_TEXT : undefined)
  // Buying now would miss the value that is being saved.
  const isSaving = useIsMutating({ mutationKey: EXTRA_MUTATION_KEY }) > 0
  const isFree = cart.total.unformatted === 0

  const changePaymentType = useEffectEvent(onPaymentTypeChange)
  const type = selected?.type === 'card' ? 'card' : 'paypal'
  useEffect(() => {
    if (!methods.isLoading) changePaymentType(type)
  }, [type, methods.isLoading])

  return (
    <>
      <section ref={container} className={css.section} aria-labelledby="payment">
        <header className={css.head}>
          <h2 id="payment">{isFree ? 'Nothing to pay' : 'Payment'}</h2>
        </header>
        {isFree ? (
          <>
            <p className={css.lead}>
              Your discount covers everything, so no card is needed. The licenses are the same.
            </p>
            <ConfirmEmailNotice />
          </>
        ) : methods.isLoading ? (
          <div className={css.wait} />
        ) : (
          <PaymentMethodPicker
            formRef={formRef}
            options={options}
            selected={selected}
            onChoose={(option: MethodOption) => {
              setSelectedId(option.id)
              setReady(false)
            }}
            amount_cents={cart.total.unformatted}
            owner={toBankOwner(cart, details)}
            is_rehearsal={is_rehearsal}
            onReady={setReady}
            onSubmit={() => rise === null && buy()}
            onEdit={forgetError}
          />
        )}
      </section>
      <section className={css.section} aria-label="Numbers and codes">
        <Extras
          cart={cart}
          details={details}
          is_custom={is_custom}
          missingEin={error === EIN_TEXT ? EIN_TEXT : undefined}
          refresh={async () => {
            await refresh()
            forgetError()
          }}
        />
      </section>
      <section className={css.section} aria-label="Summary">
        <Sums cart={cart} busy={isChanging} />
        {error && <Banner kind={has_left ? 'info' : 'danger'}>{error}</Banner>}
        <ConfirmEmailNotice after={error ?? null} />
        {rise}
        <Button
          kind="primary"
          size="xl"
          wide
          disabled={rise !== null || isSaving || (!isFree && (!isReady || isChanging))}
          busy={isPending && 'Processing Payment'}
          onClick={buy}
        >
          Complete Purchase
        </Button>
        <LicenseTermsNote version={terms_version} />
      </section>
      <BankNotConfirmed error={purchase.error} is_new={selected?.saved === null} container={container} />
      {methods.isLoading && <Cover>Loading Checkout</Cover>}
      {isPending && <Cover>Processing Payment</Cover>}
    </>
  )
}

/** The owner of a new bank account. */
const toBankOwner = ({ billing_information }: Cart, details: ContactDetails): BankOwner => ({
  company: billing_information?.company ?? '',
  first_name: details.first_name,
  last_name: details.last_name,
  address: details.address,
  address2: details.address2,
  city: details.city,
  postal_code: details.postal_code,
  state: details.country_id === UNITED_STATES_ID ? (billing_information?.country_region?.code ?? '') : '',
})
