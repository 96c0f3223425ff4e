/** A saved payment method: its card may need 3D Secure, all others are charged directly. */
import { useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react'

import type { PaymentMethod } from '../methods-contract.ts'
import type { PaymentFormProps } from '../payment-form.ts'

import css from './saved-method.module.css'

type SavedMethodFormProps = Pick<PaymentFormProps, 'formRef' | 'amount_cents' | 'onReady'> & { method: PaymentMethod }

const METHOD_TEXTS: Record<PaymentMethod['type'], string> = {
  card: 'Stored by our payment provider. Your bank may ask you to confirm the payment.',
  paypal: 'You approved this account before, so PayPal does not ask again.',
  ach: 'A debit takes three to five banking days. Downloads open when it has arrived.',
}

export const SavedMethodForm = ({ formRef, amount_cents, onReady, method }: SavedMethodFormProps) => {
  const { id, type } = method
  const reportReady = useEffectEvent(onReady)
  useLayoutEffect(() => reportReady(true), [id])
  useImperativeHandle(formRef, () => ({
    prepare: async () => {
      const details = { payment_type: type, payment_method_id: id, remember_payment_method: false }
      if (type === 'ach') return { ...details, nonce: null }
      const { createSavedMethodNonce: nonceOfKept } = await import('./saved-method-nonce.ts')
      return { ...details, nonce: await nonceOfKept(method, amount_cents) }
    },
  }))
  return <p className={css.text}>{METHOD_TEXTS[type]}</p>
}
