import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'

import { addUpgrade } from '../upgrades-contract.ts'
import { useCartChange } from '../use-cart-changes.ts'

type AddUpgradeInput = { license_id: number; choice: ChoiceWithFormat }

/** Adds a wider license to the cart that replaces an existing one. */
export const useAddUpgrade = () =>
  useCartChange(async ({ license_id, choice }: AddUpgradeInput) => {
    const reply = await call(addUpgrade, { body: { ...choice, license_id } })
    const item = reply.data.cart_items.data.find(cartItem => cartItem.upgrade?.license_id === license_id)
    const { format_id, distribution_ids } = choice
    trackEvent('add_to_cart', { clip_ids: item ? [item.clip_id] : [], format_id, distribution_ids })
    return reply
  })
