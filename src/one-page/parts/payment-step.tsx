/** How it is paid, what is added to the order, and the one button that places it. */
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import type { Cart, ContactDetails } from '#cart/contract.ts'
import { LicenseTermsNote } from '#cart/license-terms-note.tsx'
import { useTotalRise } from '#cart/total-rise.tsx'
import type { Owner } from '#payments/bank-account.ts'
import { BankNotConfirmed } from '#payments/bank-not-confirmed.tsx'
import { reviewText } from '#payments/card-texts.ts'
import type { MethodOption } from '#payments/method-options.ts'
import { listMethods } from '#payments/methods-contract.ts'
import type { WayToPay } from '#payments/way-to-pay.ts'
import { useCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { ein_text } from '../texts.ts'
import { useBuy } from '../use-buy.ts'
import { Cover } from './cover.tsx'
import { extra_key } from './extra-row.tsx'
import { Extras } from './extras.tsx'
import { firstOf, PayChoice, payOptions } from './pay-choice.tsx'
import { Sums } from './sums.tsx'

import css from './checkout-panel.module.css'

const united_states = 41

export type PaymentType = 'card' | 'paypal'

type PaymentStepProps = {
  cart: Cart
  details: ContactDetails
  /** Somebody else prepared it: it takes no discount code. */
  is_custom: boolean
  is_rehearsal: boolean
  was_declined: boolean
  /** The sums are being asked for. */
  isChanging: boolean
  /** Only a card has a fee. */
  onPayAs: (type: PaymentType) => void
  /** Whether the cart stays as it is on the screen. */
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
  onPayAs,
  hold,
  refresh,
}: PaymentStepProps) => {
  const methods = useCall(listMethods, {})
  const options = payOptions(methods.data?.data ?? [], details.country_id === united_states)
  const [chosenId, setChosenId] = useState<number>()
  const [isReady, setReady] = useState(false)
  const way = useRef<WayToPay>(null)
  const place = useRef<HTMLElement>(null)
  const chosen = options.find(({ id }) => id === chosenId) ?? firstOf(options)
  const link = is_custom ? cart.hash : null
  const buying = useBuy({ cart, link, way, chosen, hold, onStale: refresh })
  const rise = useTotalRise(cart)
  const { buy, has_left, isPending, forgetError } = buying
  const error = buying.error?.message ?? (was_declined && !buying.has_begun ? reviewText : undefined)
  // What is bought would be the cart without it.
  const isSaving = useIsMutating({ mutationKey: extra_key }) > 0
  const isFree = cart.total.unformatted === 0

  const payAs = useEffectEvent(onPayAs)
  const type = chosen?.type === 'card' ? 'card' : 'paypal'
  useEffect(() => {
    if (!methods.isLoading) payAs(type)
  }, [type, methods.isLoading])

  return (
    <>
      <section ref={place} className={css.section} aria-labelledby="payment">
        <header className={css.head}>
          <h2 id="payment">{isFree ? 'Nothing to pay' : 'Payment'}</h2>
        </header>
        {isFree ? (
          <>
            <p className={css.lead}>
              Your discount covers everything, so no card is needed. The licenses are the same.
            </p>
            <ConfirmEmailFirst />
          </>
        ) : methods.isLoading ? (
          <div className={css.wait} />
        ) : (
          <PayChoice
            way={way}
            options={options}
            chosen={chosen}
            onChoose={(option: MethodOption) => {
              setChosenId(option.id)
              setReady(false)
            }}
            amount_cents={cart.total.unformatted}
            owner={ownerOf(cart, details)}
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
          missingEin={error === ein_text ? ein_text : undefined}
          refresh={async () => {
            await refresh()
            forgetError()
          }}
        />
      </section>
      <section className={css.section} aria-label="Summary">
        <Sums cart={cart} busy={isChanging} />
        {error && <Banner kind={has_left ? 'info' : 'danger'}>{error}</Banner>}
        <ConfirmEmailFirst after={error ?? null} />
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
        <LicenseTermsNote />
      </section>
      <BankNotConfirmed error={buying.error} is_new={chosen?.kept === null} place={place} />
      {methods.isLoading && <Cover>Loading Checkout</Cover>}
      {isPending && <Cover>Processing Payment</Cover>}
    </>
  )
}

/** Whose bank account it would be. */
const ownerOf = ({ billing_information }: Cart, details: ContactDetails): Owner => ({
  company: billing_information?.company ?? '',
  first_name: details.first_name,
  last_name: details.last_name,
  address: details.address,
  address2: details.address2,
  city: details.city,
  postal_code: details.postal_code,
  state: details.country_id === united_states ? (billing_information?.country_region?.code ?? '') : '',
})
