/** The item of the cart that a clip page was opened for: `?cart_item=12`, from the cart on narrow screens. */
import { useNavigate, useSearchParams } from 'react-router'

import type { Cart } from './contract.ts'
import { choiceOf } from './use-item-changes.ts'

export const useOneItem = (cart: Cart | undefined, clip_id: number) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const wanted = Number(search.get('cart_item'))
  const group = cart?.licenses.find(({ items }) => items.some(one => one.id === wanted && one.clip_id === clip_id))
  const item = group?.items.find(({ id }) => id === wanted)
  return {
    edited:
      group && item
        ? {
            item_id: item.id,
            choice: choiceOf(group, item.format.id),
            rate: group.preferred_rate,
            sentence: group.sentence,
            price_cents: item.price.unformatted,
          }
        : null,
    /** Back to where it was opened from. */
    leave: () => void navigate('/cart'),
  }
}
