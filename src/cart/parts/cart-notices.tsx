import { Banner } from '#ui/banner.tsx'

import type { Cart, CartNotice } from '../contract.ts'
import { useAcceptPrice, useRemoveItems } from '../use-item-changes.ts'

import css from './cart-notices.module.css'

/** A closed use stays noted until the license is changed or the clip is removed. */
const isDismissible = ({ kind }: CartNotice) => kind !== 'merged' && kind !== 'closed'

/** The cart's notices of changes that the user did not make; each stays until it is dismissed. */
export const CartNotices = ({ cart }: { cart: Cart }) => {
  const remove = useRemoveItems()
  const acceptPrice = useAcceptPrice()
  const dismiss = ({ kind, cart_item_id }: CartNotice) =>
    kind === 'price' || kind === 'rate' || kind === 'upgrade' ? acceptPrice(cart_item_id) : remove([cart_item_id])
  if (cart.notices.length === 0) return null
  return (
    <div className={css.notices}>
      {cart.notices.map(notice => (
        <Banner
          key={`${notice.kind}-${notice.cart_item_id}`}
          {...(cart.state === 'open' && isDismissible(notice) && { onDismiss: () => dismiss(notice) })}
        >
          {notice.text}
        </Banner>
      ))}
    </div>
  )
}
