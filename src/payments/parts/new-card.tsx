/** Paying with a new card. */
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useState } from 'react'

import { useCall } from '#platform/http/query.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { getAbilities } from '#workspaces/contract.ts'

import { CardForm } from '../card-form.tsx'
import type { PaymentFormProps } from '../payment-form.ts'
import { useCardForm } from '../use-card-form.ts'

type NewCardProps = PaymentFormProps & {
  onBrand: (brand: string | undefined) => void
  /** The card is saved in any case, so the checkbox is hidden. */
  alwaysSave?: boolean | undefined
}

export const NewCard = ({ formRef, amount_cents, onReady, onSubmit, onEdit, onBrand, alwaysSave }: NewCardProps) => {
  const card = useCardForm({ onSubmit, onEdit })
  const [shouldSave, setShouldSave] = useState(false)
  const canSave = useCall(getAbilities, {}).data?.data.can_change_billing_settings ?? false
  const { status, brand } = card
  const reportState = useEffectEvent(() => {
    onReady(status === 'ready')
    onBrand(brand)
  })
  useLayoutEffect(() => reportState(), [status, brand])
  useImperativeHandle(formRef, () => ({
    prepare: async () => {
      const { nonce, device_data } = await card.tokenize(amount_cents)
      return {
        nonce,
        payment_type: 'card',
        payment_method_id: null,
        remember_payment_method: shouldSave && canSave,
        ...(device_data && { device_data }),
      }
    },
  }))
  return (
    <>
      <CardForm card={card} />
      {!alwaysSave && canSave && (
        <Checkbox checked={shouldSave} onChange={event => setShouldSave(event.target.checked)}>
          Remember this payment method
        </Checkbox>
      )}
    </>
  )
}
