import { trackEvent } from '#platform/analytics/data-layer.ts'

import type { CheckoutReply } from './contract.ts'

type TrackedPurchase = Pick<CheckoutReply, 'ga_data' | 'order_id' | 'user_first_purchase'> &
  Partial<Pick<CheckoutReply, 'kind'>>

/** Sends a purchase to analytics. Paying an invoice is not a new purchase: it was tracked when the order was placed. */
export const trackPurchase = ({ ga_data, order_id, user_first_purchase, kind }: TrackedPurchase): void => {
  if (!ga_data || kind === 'invoice') return
  trackEvent('purchase', { order_id, ...ga_data, is_first: user_first_purchase })
}
