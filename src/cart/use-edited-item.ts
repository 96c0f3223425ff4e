/** The cart item that a clip page edits, from `?cart_item=12`. On narrow screens, the cart links there. */
import { useNavigate, useSearchParams } from 'react-router'

import type { Cart } from './contract.ts'
import { toChoice } from './use-item-changes.ts'

export const useEditedItem = (cart: Cart | undefined, clip_id: number) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const itemId = Number(search.get('cart_item'))
  const group = cart?.licenses.find(({ items }) => items.some(item => item.id === itemId && item.clip_id === clip_id))
  const item = group?.items.find(({ id }) => id === itemId)
  return {
    edited:
      group && item
        ? {
            item_id: item.id,
            choice: toChoice(group, item.format.id),
            rate: group.preferred_rate,
            sentence: group.sentence,
            price_cents: item.price.unformatted,
          }
        : null,
    /** Returns to the cart. */
    leave: () => void navigate('/cart'),
  }
}
