import { tell } from '#platform/data-layer.ts'

import type { CheckoutReply } from './contract.ts'

type Told = Pick<CheckoutReply, 'ga_data' | 'order_id' | 'user_first_purchase'> & Partial<Pick<CheckoutReply, 'kind'>>

/** Tells what was bought, once the shop says so. Paying an invoice buys nothing more: its order was told when it was placed. */
export const tellOfPurchase = ({ ga_data, order_id, user_first_purchase, kind }: Told): void => {
  if (!ga_data || kind === 'invoice') return
  tell('purchase', { order_id, ...ga_data, is_first: user_first_purchase })
}
