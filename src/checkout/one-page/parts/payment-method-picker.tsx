/** The payment methods as a list: saved ones, a new card, PayPal, a bank account. The selected one shows its form. */
import { Suspense, useId, useState, type Ref } from 'react'

import type { BankOwner } from '#payments/bank-account.ts'
import { CardBrands } from '#payments/card-brands.tsx'
import { listMethodOptions, type MethodOption } from '#payments/method-options.ts'
import type { PaymentMethod } from '#payments/methods-contract.ts'
import { PayForm, SandboxBanner } from '#payments/pay-with.tsx'
import type { PaymentFormHandle } from '#payments/payment-form.ts'
import { SkeletonText } from '#ui/skeleton.tsx'

import css from './payment-method-picker.module.css'

/** This screen’s labels of new methods. */
const NEW_METHOD_LABELS = { card: 'Use a new card', paypal: 'PayPal', ach: 'Pay with Bank Account (ACH)' } as const

const optionLabel = (option: MethodOption) => (option.saved ? option.label : NEW_METHOD_LABELS[option.type])

type PaymentMethodPickerProps = {
  /** Gets the handle that the checkout calls to pay. */
  formRef: Ref<PaymentFormHandle>
  options: readonly MethodOption[]
  selected: MethodOption | undefined
  onChoose: (option: MethodOption) => void
  amount_cents: number
  owner: BankOwner
  /** Payments go to the sandbox, so its test values are shown. */
  is_rehearsal: boolean
  onReady: (is_ready: boolean) => void
  onSubmit: () => void
  onEdit: () => void
}

export const PaymentMethodPicker = ({
  options,
  selected,
  onChoose,
  is_rehearsal,
  ...formProps
}: PaymentMethodPickerProps) => {
  const name = useId()
  const [brand, setBrand] = useState<string>()
  return (
    <fieldset className={css.choice}>
      <legend className="visually-hidden">Payment method</legend>
      {options.map(option => {
        const isSelected = option.id === selected?.id
        return (
          <div key={option.id} className={css.method} data-chosen={isSelected}>
            <label className={css.label}>
              <input
                type="radio"
                name={name}
                className={css.dot}
                checked={isSelected}
                disabled={option.is_expired}
                onChange={() => {
                  setBrand(undefined)
                  onChoose(option)
                  formProps.onEdit()
                }}
              />
              <span>{optionLabel(option)}</span>
              {option.type === 'card' && !option.saved && <CardBrands active={isSelected ? brand : undefined} />}
            </label>
            {isSelected && (
              <div className={css.form}>
                {is_rehearsal && !option.saved && <SandboxBanner type={option.type} />}
                <Suspense fallback={<SkeletonText lines={8} />}>
                  <PayForm key={option.id} option={option} {...formProps} onBrand={setBrand} />
                </Suspense>
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** Returns the first method that has not expired; saved methods come first. */
export const firstUsableOption = (options: readonly MethodOption[]): MethodOption | undefined =>
  options.find(({ is_expired }) => !is_expired)

export const listPaymentOptions = (methods: readonly PaymentMethod[], is_us: boolean) =>
  listMethodOptions(methods, is_us)
