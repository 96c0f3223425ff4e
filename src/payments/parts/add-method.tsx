/** Saving a new payment method without a purchase: a card, a PayPal account, a bank account. */
import { Suspense, useRef, useState } from 'react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'

import type { BankOwner } from '../bank-account.ts'
import { BankNotConfirmed } from '../bank-not-confirmed.tsx'
import { CardBrands } from '../card-brands.tsx'
import { listMethodOptions, type MethodType } from '../method-options.ts'
import { MethodSelect, PayForm, SandboxBanner, PaymentSecurityNote } from '../pay-with.tsx'
import type { PaymentFormHandle } from '../payment-form.ts'
import { PayPalClosedError } from '../paypal-closed-error.ts'
import { useAddMethod } from './use-add-method.ts'

import css from './add-method.module.css'

type AddMethodProps = {
  /** The workspace’s billing address. */
  owner: BankOwner | undefined
  is_us: boolean
  /** It goes to the sandbox, so its test values are shown. */
  is_rehearsal: boolean
  onAdded: () => Promise<void>
  onCancel: () => void
}

const SAVE_LABELS: Record<MethodType, { label: string; busy: string }> = {
  card: { label: 'Save card', busy: 'Checking the card…' },
  paypal: { label: 'Continue with PayPal', busy: 'Waiting for PayPal…' },
  ach: { label: 'Save bank account', busy: 'Checking the account…' },
}

export const AddMethod = ({ owner, is_us, is_rehearsal, onAdded, onCancel }: AddMethodProps) => {
  const options = listMethodOptions([], is_us)
  const [choice, setChoice] = useState(options[0])
  const [brand, setBrand] = useState<string>()
  const [isReady, setReady] = useState(false)
  const formRef = useRef<PaymentFormHandle>(null)
  const container = useRef<HTMLElement>(null)
  const saving = useAddMethod(formRef, onAdded)
  if (!choice) return null
  const { label, busy } = SAVE_LABELS[choice.type]
  return (
    <section ref={container} className={css.add} aria-labelledby="add-method" {...saving.whenTouched}>
      <div className={css.head}>
        <h2 id="add-method">Add a payment method</h2>
        <CardBrands active={brand} />
      </div>
      <MethodSelect
        options={options}
        selected={choice}
        brand={brand}
        disabled={saving.isBusy}
        onChoose={option => {
          setChoice(option)
          setBrand(undefined)
          setReady(false)
          saving.reset()
        }}
      />
      {is_rehearsal && <SandboxBanner type={choice.type} />}
      <Suspense fallback={<SkeletonText lines={8} />}>
        <PayForm
          key={choice.id}
          alwaysSave
          option={choice}
          formRef={formRef}
          amount_cents={0}
          owner={owner}
          onReady={setReady}
          onBrand={setBrand}
          onSubmit={() => isReady && saving.save()}
          onEdit={saving.reset}
        />
      </Suspense>
      {saving.error && (
        <Banner kind={saving.error instanceof PayPalClosedError ? 'info' : 'danger'}>{saving.error.message}</Banner>
      )}
      <ConfirmEmailNotice after={saving.error?.message ?? null} />
      <div className={css.actions}>
        <Button kind="primary" size="lg" disabled={!isReady} busy={saving.isBusy && busy} onClick={saving.save}>
          {label}
        </Button>
        <Button kind="quiet" size="lg" disabled={saving.isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <PaymentSecurityNote type={choice.type} />
      <BankNotConfirmed error={saving.error} is_new container={container} />
    </section>
  )
}
