/** A card that is typed in now. */
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useState } from 'react'

import { useCall } from '#platform/query.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { getAbilities } from '#workspaces/contract.ts'

import { CardForm } from '../card-form.tsx'
import { useCardForm } from '../use-card-form.ts'
import type { WayProps } from '../way-to-pay.ts'

type NewCardProps = WayProps & {
  onBrand: (brand: string | undefined) => void
  /** It is kept in any case. */
  isKept?: boolean | undefined
}

export const NewCard = ({ way, amount_cents, onReady, onSubmit, onEdit, onBrand, isKept }: NewCardProps) => {
  const card = useCardForm({ onSubmit, onEdit })
  const [isRemembered, setRemembered] = useState(false)
  const canKeep = useCall(getAbilities, {}).data?.data.can_change_billing_settings ?? false
  const { status, brand } = card
  const tell = useEffectEvent(() => {
    onReady(status === 'ready')
    onBrand(brand)
  })
  useLayoutEffect(() => tell(), [status, brand])
  useImperativeHandle(way, () => ({
    prepare: async () => {
      const { nonce, device_data } = await card.tokenize(amount_cents)
      return {
        nonce,
        payment_type: 'card',
        payment_method_id: null,
        remember_payment_method: isRemembered && canKeep,
        ...(device_data && { device_data }),
      }
    },
  }))
  return (
    <>
      <CardForm card={card} />
      {!isKept && canKeep && (
        <Checkbox checked={isRemembered} onChange={event => setRemembered(event.target.checked)}>
          Remember this payment method
        </Checkbox>
      )}
    </>
  )
}
