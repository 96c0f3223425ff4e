/** Something that the workspace keeps: its card is perhaps asked about once more, everything else is charged as it is. */
import { useEffectEvent, useImperativeHandle, useLayoutEffect } from 'react'

import type { PaymentMethod } from '../methods-contract.ts'
import type { WayProps } from '../way-to-pay.ts'

import css from './kept-method.module.css'

type KeptMethodProps = Pick<WayProps, 'way' | 'amount_cents' | 'onReady'> & { method: PaymentMethod }

const texts: Record<PaymentMethod['type'], string> = {
  card: 'Kept by our payment provider. Your bank may ask you to confirm the payment.',
  paypal: 'You agreed to this account before: PayPal does not ask again.',
  ach: 'A debit takes three to five banking days. Downloads open when it has arrived.',
}

export const KeptMethod = ({ way, amount_cents, onReady, method }: KeptMethodProps) => {
  const { id, type } = method
  const tellReady = useEffectEvent(onReady)
  useLayoutEffect(() => tellReady(true), [id])
  useImperativeHandle(way, () => ({
    prepare: async () => {
      const means = { payment_type: type, payment_method_id: id, remember_payment_method: false }
      if (type === 'ach') return { ...means, nonce: null }
      const { nonceOfKept } = await import('./kept-nonce.ts')
      return { ...means, nonce: await nonceOfKept(method, amount_cents) }
    },
  }))
  return <p className={css.text}>{texts[type]}</p>
}
