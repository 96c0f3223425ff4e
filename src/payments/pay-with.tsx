/** The payment method selection, and the form of the selected method. */
import { LockKeyhole } from 'lucide-react'
import { lazy, Suspense, useState, type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react'

import { Banner } from '#ui/banner.tsx'
import { SelectField } from '#ui/select.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'

import type { BankOwner } from './bank-account.ts'
import { CardBrands } from './card-brands.tsx'
import { defaultOptionId, listMethodOptions, type MethodOption, type MethodType } from './method-options.ts'
import type { PaymentMethod } from './methods-contract.ts'
import { MethodMark } from './parts/method-mark.tsx'
import { MethodTabs } from './parts/method-tabs.tsx'
import { NewCard } from './parts/new-card.tsx'
import type { PaymentFormProps, PaymentFormHandle } from './payment-form.ts'

import css from './pay-with.module.css'

const NewBankAccount = lazy(() =>
  import('./parts/new-bank-account.tsx').then(module => ({ default: module.NewBankAccount })),
)
const NewPayPal = lazy(() => import('./parts/new-paypal.tsx').then(module => ({ default: module.NewPayPal })))

export type PaymentChoice = {
  type: MethodType
  is_new: boolean
  /** The form is ready to pay. */
  is_ready: boolean
}

export type PayWithProps = {
  /** Gets the handle that a checkout calls to pay. */
  formRef: Ref<PaymentFormHandle>
  methods: readonly PaymentMethod[]
  amount_cents: number
  /** The billing address; new bank accounts are offered in the United States only. */
  owner: BankOwner | undefined
  is_us: boolean
  /** Payments go to the sandbox, so its test values are shown. */
  is_rehearsal: boolean
  onChoiceChange: (choice: PaymentChoice) => void
  onSubmit: () => void
  onEdit: () => void
}

const SAFETY_TEXTS: Record<MethodType, string> = {
  card: 'Your card goes straight to our payment provider. We never see its number.',
  paypal: 'You log in at PayPal, never here.',
  ach: 'Your account goes straight to our payment provider. We never see its number.',
}

export const PayWith = ({ methods, onChoiceChange, ...props }: PayWithProps) => {
  const options = listMethodOptions(methods, props.is_us)
  const [id, setId] = useState(() => defaultOptionId(methods, props.is_us))
  const [brand, setBrand] = useState<string>()
  // The billing country may have changed in the meantime, and a method may have been deleted.
  const choice = options.find(option => option.id === id) ?? options.find(({ saved }) => !saved)
  if (!choice) return null
  const { formRef, amount_cents, owner, onSubmit, onEdit } = props
  const reportReady = (is_ready: boolean) =>
    onChoiceChange({ type: choice.type, is_new: choice.saved === null, is_ready })
  const choose = (option: MethodOption) => {
    setId(option.id)
    setBrand(undefined)
    onChoiceChange({ type: option.type, is_new: option.saved === null, is_ready: false })
    onEdit()
  }
  return (
    <section className={css.section} aria-labelledby="pay-with">
      <div className={css.head}>
        <h2 id="pay-with">Pay with</h2>
        <CardBrands active={brand} />
      </div>
      <MethodTabs options={options} selected={choice} onChoose={choose} />
      {props.is_rehearsal && choice.saved === null && <SandboxBanner type={choice.type} />}
      <Suspense fallback={<SkeletonText lines={8} />}>
        <PayForm
          key={choice.id}
          {...{ option: choice, formRef, amount_cents, owner, onSubmit, onEdit }}
          onReady={reportReady}
          onBrand={setBrand}
        />
      </Suspense>
      {!choice.saved && <PaymentSecurityNote type={choice.type} />}
    </section>
  )
}

type MethodSelectProps = {
  options: readonly MethodOption[]
  selected: MethodOption
  /** Of a card that is being entered. */
  brand: string | undefined
  disabled?: boolean
  onChoose: (option: MethodOption) => void
}

export const MethodSelect = ({ options, selected, brand, disabled, onChoose }: MethodSelectProps) => (
  <div className={css.choice}>
    <span className={css.mark}>
      <MethodMark type={selected.type} brand={selected.saved?.card_brand ?? brand} />
    </span>
    <SelectField
      label="Payment method"
      labelHidden
      disabled={disabled}
      value={selected.id}
      onChange={event => {
        const option = options.find(({ id }) => id === Number(event.target.value))
        // Selecting the same method again must not reset its form.
        if (option && option.id !== selected.id) onChoose(option)
      }}
    >
      {options.map(option => (
        <option key={option.id} value={option.id} disabled={option.is_expired}>
          {option.label}
        </option>
      ))}
    </SelectField>
  </div>
)

type PayFormProps = PaymentFormProps & {
  option: MethodOption
  owner: BankOwner | undefined
  onBrand: (brand: string | undefined) => void
  /** The method is saved in any case. */
  alwaysSave?: boolean
}

type SavedMethodFormProps = Pick<PaymentFormProps, 'formRef' | 'amount_cents' | 'onReady'> & { method: PaymentMethod }

const METHOD_TEXTS: Record<PaymentMethod['type'], string> = {
  card: 'Stored by our payment provider. Your bank may ask you to confirm the payment.',
  paypal: 'You approved this account before, so PayPal does not ask again.',
  ach: 'A debit takes three to five banking days. Downloads open when it has arrived.',
}

/** A saved payment method: its card may need 3D Secure, all others are charged directly. */
const SavedMethodForm = ({ formRef, amount_cents, onReady, method }: SavedMethodFormProps) => {
  const { id, type } = method
  const reportReady = useEffectEvent(onReady)
  useLayoutEffect(() => reportReady(true), [id])
  useImperativeHandle(formRef, () => ({
    prepare: async () => {
      const details = { payment_type: type, payment_method_id: id, remember_payment_method: false }
      if (type === 'ach') return { ...details, nonce: null }
      const { createSavedMethodNonce: nonceOfKept } = await import('./parts/saved-method-nonce.ts')
      return { ...details, nonce: await nonceOfKept(method, amount_cents) }
    },
  }))
  return <p className={css.text}>{METHOD_TEXTS[type]}</p>
}

/** The form of one payment method, for checkouts with their own method list. */
export const PayForm = ({ option, owner, onBrand, alwaysSave, ...formProps }: PayFormProps) => {
  if (option.saved) return <SavedMethodForm {...formProps} method={option.saved} />
  if (option.type === 'ach') return <NewBankAccount {...formProps} owner={owner} />
  if (option.type === 'paypal') return <NewPayPal {...formProps} />
  return <NewCard {...formProps} alwaysSave={alwaysSave} onBrand={onBrand} />
}

/** Says who receives the entered data. */
export const PaymentSecurityNote = ({ type }: { type: MethodType }) => (
  <p className={css.safe}>
    <LockKeyhole aria-hidden />
    {SAFETY_TEXTS[type]}
  </p>
)

/** Test values for the sandbox. */
const TEST_HINTS: Record<MethodType, string> = {
  card: 'Use the card 4111 1111 1111 1111, any future date, any 3 digits.',
  paypal: 'The PayPal window offers two test accounts.',
  ach: 'Use the routing number 021000021 and the account number 1000000000; 1000000010 is an account that cannot be confirmed.',
}

export const SandboxBanner = ({ type }: { type: MethodType }) => (
  <Banner title="Test mode: no real money is charged">{TEST_HINTS[type]}</Banner>
)
