/** Something new to pay with that is kept before anything is bought with it: a card, a PayPal account, a bank account. */
import { Suspense, useRef, useState } from 'react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'

import type { Owner } from '../bank-account.ts'
import { BankNotConfirmed } from '../bank-not-confirmed.tsx'
import { CardBrands } from '../card-brands.tsx'
import { LeftPayPal } from '../left-paypal.ts'
import { optionsFor, type MethodType } from '../method-options.ts'
import { MethodSelect, PayForm, Rehearsal, Safe } from '../pay-with.tsx'
import type { WayToPay } from '../way-to-pay.ts'
import { useAddMethod } from './use-add-method.ts'

import css from './add-method.module.css'

type AddMethodProps = {
  /** Whom the workspace's invoices go to. */
  owner: Owner | undefined
  is_us: boolean
  /** It goes to the sandbox: its test values are told. */
  is_rehearsal: boolean
  onAdded: () => Promise<void>
  onCancel: () => void
}

const save: Record<MethodType, { label: string; busy: string }> = {
  card: { label: 'Save card', busy: 'Checking the card…' },
  paypal: { label: 'Continue with PayPal', busy: 'Waiting for PayPal…' },
  ach: { label: 'Save bank account', busy: 'Checking the account…' },
}

export const AddMethod = ({ owner, is_us, is_rehearsal, onAdded, onCancel }: AddMethodProps) => {
  const options = optionsFor([], is_us)
  const [chosen, setChosen] = useState(options[0])
  const [brand, setBrand] = useState<string>()
  const [isReady, setReady] = useState(false)
  const way = useRef<WayToPay>(null)
  const place = useRef<HTMLElement>(null)
  const adding = useAddMethod(way, onAdded)
  if (!chosen) return null
  const { label, busy } = save[chosen.type]
  return (
    <section ref={place} className={css.add} aria-labelledby="add-method" {...adding.whenTouched}>
      <div className={css.head}>
        <h2 id="add-method">Add a payment method</h2>
        <CardBrands active={brand} />
      </div>
      <MethodSelect
        options={options}
        chosen={chosen}
        brand={brand}
        disabled={adding.isBusy}
        onChoose={option => {
          setChosen(option)
          setBrand(undefined)
          setReady(false)
          adding.edited()
        }}
      />
      {is_rehearsal && <Rehearsal type={chosen.type} />}
      <Suspense fallback={<SkeletonText lines={8} />}>
        <PayForm
          key={chosen.id}
          isKept
          chosen={chosen}
          way={way}
          amount_cents={0}
          owner={owner}
          onReady={setReady}
          onBrand={setBrand}
          onSubmit={() => isReady && adding.save()}
          onEdit={adding.edited}
        />
      </Suspense>
      {adding.error && (
        <Banner kind={adding.error instanceof LeftPayPal ? 'info' : 'danger'}>{adding.error.message}</Banner>
      )}
      <ConfirmEmailFirst after={adding.error?.message ?? null} />
      <div className={css.actions}>
        <Button kind="primary" size="lg" disabled={!isReady} busy={adding.isBusy && busy} onClick={adding.save}>
          {label}
        </Button>
        <Button kind="quiet" size="lg" disabled={adding.isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Safe type={chosen.type} />
      <BankNotConfirmed error={adding.error} is_new place={place} />
    </section>
  )
}
