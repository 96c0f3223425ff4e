import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'

import { addUpgrade } from '../upgrades-contract.ts'
import { useCartChange } from '../use-cart-changes.ts'

type Upgrading = { license_id: number; choice: ChoiceWithFormat }

/** Puts a wider license in, in the place of one that is held. */
export const useAddUpgrade = () =>
  useCartChange(async ({ license_id, choice }: Upgrading) => {
    const reply = await call(addUpgrade, { body: { ...choice, license_id } })
    const item = reply.data.cart_items.data.find(one => one.upgrade?.license_id === license_id)
    const { format_id, distribution_ids } = choice
    tell('add_to_cart', { clip_ids: item ? [item.clip_id] : [], format_id, distribution_ids })
    return reply
  })
