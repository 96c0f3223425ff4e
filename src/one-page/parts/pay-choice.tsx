/** How it is paid: what is kept, a new card, PayPal, a bank account; the form of the chosen one opens beneath it. */
import { Suspense, useId, useState, type Ref } from 'react'

import type { Owner } from '#payments/bank-account.ts'
import { CardBrands } from '#payments/card-brands.tsx'
import { optionsFor, type MethodOption } from '#payments/method-options.ts'
import type { PaymentMethod } from '#payments/methods-contract.ts'
import { PayForm, Rehearsal } from '#payments/pay-with.tsx'
import type { WayToPay } from '#payments/way-to-pay.ts'
import { SkeletonText } from '#ui/skeleton.tsx'

import css from './pay-choice.module.css'

/** What is new, in the words of this screen. */
const newWords = { card: 'Use a new card', paypal: 'PayPal', ach: 'Pay with Bank Account (ACH)' } as const

const wordsOf = (option: MethodOption) => (option.kept ? option.label : newWords[option.type])

type PayChoiceProps = {
  /** Gets what is called to pay. */
  way: Ref<WayToPay>
  options: readonly MethodOption[]
  chosen: MethodOption | undefined
  onChoose: (option: MethodOption) => void
  amount_cents: number
  owner: Owner
  /** Payments go to the sandbox: its test values are told. */
  is_rehearsal: boolean
  onReady: (is_ready: boolean) => void
  onSubmit: () => void
  onEdit: () => void
}

export const PayChoice = ({ options, chosen, onChoose, is_rehearsal, ...form }: PayChoiceProps) => {
  const name = useId()
  const [brand, setBrand] = useState<string>()
  return (
    <fieldset className={css.choice}>
      <legend className="visually-hidden">Payment method</legend>
      {options.map(option => {
        const isChosen = option.id === chosen?.id
        return (
          <div key={option.id} className={css.method} data-chosen={isChosen}>
            <label className={css.label}>
              <input
                type="radio"
                name={name}
                className={css.dot}
                checked={isChosen}
                disabled={option.is_expired}
                onChange={() => {
                  setBrand(undefined)
                  onChoose(option)
                  form.onEdit()
                }}
              />
              <span>{wordsOf(option)}</span>
              {option.type === 'card' && !option.kept && <CardBrands active={isChosen ? brand : undefined} />}
            </label>
            {isChosen && (
              <div className={css.form}>
                {is_rehearsal && !option.kept && <Rehearsal type={option.type} />}
                <Suspense fallback={<SkeletonText lines={8} />}>
                  <PayForm key={option.id} chosen={option} {...form} onBrand={setBrand} />
                </Suspense>
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** What is kept comes first, and the first of it that is still good is chosen; else a new card. */
export const firstOf = (options: readonly MethodOption[]): MethodOption | undefined =>
  options.find(({ is_expired }) => !is_expired)

export const payOptions = (methods: readonly PaymentMethod[], is_us: boolean) => optionsFor(methods, is_us)
