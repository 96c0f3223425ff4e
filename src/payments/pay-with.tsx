/** "Pay with": everything that somebody can pay with, and the form of what they chose. */
import { LockKeyhole } from 'lucide-react'
import { lazy, Suspense, useState, type Ref } from 'react'

import { Banner } from '#ui/banner.tsx'
import { SelectField } from '#ui/select.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'

import type { Owner } from './bank-account.ts'
import { CardBrands } from './card-brands.tsx'
import { firstChoice, optionsFor, type MethodOption, type MethodType } from './method-options.ts'
import type { PaymentMethod } from './methods-contract.ts'
import { KeptMethod } from './parts/kept-method.tsx'
import { MethodMark } from './parts/method-mark.tsx'
import { NewCard } from './parts/new-card.tsx'
import type { WayProps, WayToPay } from './way-to-pay.ts'

import css from './pay-with.module.css'

const NewBankAccount = lazy(() =>
  import('./parts/new-bank-account.tsx').then(part => ({ default: part.NewBankAccount })),
)
const NewPayPal = lazy(() => import('./parts/new-paypal.tsx').then(part => ({ default: part.NewPayPal })))

export type Chosen = {
  type: MethodType
  is_new: boolean
  /** It can be paid with as it stands. */
  is_ready: boolean
}

export type PayWithProps = {
  /** Gets what a checkout calls to pay. */
  way: Ref<WayToPay>
  methods: readonly PaymentMethod[]
  amount_cents: number
  /** Who is billed; a new bank account is offered in the United States alone. */
  owner: Owner | undefined
  is_us: boolean
  /** Payments go to the sandbox: its test values are told. */
  is_rehearsal: boolean
  onChosen: (chosen: Chosen) => void
  onSubmit: () => void
  onEdit: () => void
}

const safe: Record<MethodType, string> = {
  card: 'Your card goes straight to our payment provider. We never see its number.',
  paypal: 'You log in at PayPal, never here.',
  ach: 'Your account goes straight to our payment provider. We never see its number.',
}

export const PayWith = ({ methods, onChosen, ...shown }: PayWithProps) => {
  const options = optionsFor(methods, shown.is_us)
  const [id, setId] = useState(() => firstChoice(methods, shown.is_us))
  const [brand, setBrand] = useState<string>()
  // Who is billed may have moved abroad meanwhile, and a method may be gone.
  const chosen = options.find(option => option.id === id) ?? options.find(({ kept }) => !kept)
  if (!chosen) return null
  const { way, amount_cents, owner, onSubmit, onEdit } = shown
  const tell = (is_ready: boolean) => onChosen({ type: chosen.type, is_new: chosen.kept === null, is_ready })
  const choose = (option: MethodOption) => {
    setId(option.id)
    setBrand(undefined)
    onChosen({ type: option.type, is_new: option.kept === null, is_ready: false })
    onEdit()
  }
  return (
    <section className={css.section} aria-labelledby="pay-with">
      <div className={css.head}>
        <h2 id="pay-with">Pay with</h2>
        <CardBrands active={brand} />
      </div>
      <MethodSelect options={options} chosen={chosen} brand={brand} onChoose={choose} />
      {shown.is_rehearsal && chosen.kept === null && <Rehearsal type={chosen.type} />}
      <Suspense fallback={<SkeletonText lines={8} />}>
        <PayForm
          key={chosen.id}
          {...{ chosen, way, amount_cents, owner, onSubmit, onEdit }}
          onReady={tell}
          onBrand={setBrand}
        />
      </Suspense>
      {!chosen.kept && <Safe type={chosen.type} />}
    </section>
  )
}

type MethodSelectProps = {
  options: readonly MethodOption[]
  chosen: MethodOption
  /** Of a card that is being typed in. */
  brand: string | undefined
  disabled?: boolean
  onChoose: (option: MethodOption) => void
}

export const MethodSelect = ({ options, chosen, brand, disabled, onChoose }: MethodSelectProps) => (
  <div className={css.choice}>
    <span className={css.mark}>
      <MethodMark type={chosen.type} brand={chosen.kept?.card_brand ?? brand} />
    </span>
    <SelectField
      label="Payment method"
      labelHidden
      disabled={disabled}
      value={chosen.id}
      onChange={event => {
        const option = options.find(({ id }) => id === Number(event.target.value))
        // Its form is there already, and would not say again that it is ready.
        if (option && option.id !== chosen.id) onChoose(option)
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

type PayFormProps = WayProps & {
  chosen: MethodOption
  owner: Owner | undefined
  onBrand: (brand: string | undefined) => void
  /** It is kept in any case: nobody is asked. */
  isKept?: boolean
}

/** The form of one way to pay, for whoever draws the list of them in another manner. */
export const PayForm = ({ chosen, owner, onBrand, isKept, ...way }: PayFormProps) => {
  if (chosen.kept) return <KeptMethod {...way} method={chosen.kept} />
  if (chosen.type === 'ach') return <NewBankAccount {...way} owner={owner} />
  if (chosen.type === 'paypal') return <NewPayPal {...way} />
  return <NewCard {...way} isKept={isKept} onBrand={onBrand} />
}

/** Who sees what is typed in. */
export const Safe = ({ type }: { type: MethodType }) => (
  <p className={css.safe}>
    <LockKeyhole aria-hidden />
    {safe[type]}
  </p>
)

/** What a demo can be paid with. */
const tests: Record<MethodType, string> = {
  card: 'Use the card 4111 1111 1111 1111, any date to come, any three digits.',
  paypal: 'PayPal’s window offers two people who exist nowhere else.',
  ach: 'Use the routing number 021000021 and the account number 1000000000; 1000000010 is one that cannot be confirmed.',
}

export const Rehearsal = ({ type }: { type: MethodType }) => (
  <Banner title="A rehearsal: no real money moves here">{tests[type]}</Banner>
)
