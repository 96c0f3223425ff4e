/** What a payment was for: whoever paid comes back to where they paid it. */
import type { CartKind } from '#cart/carts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { numberOfQuote } from '#quotes/quotes.server.ts'

import type { PaidFor } from './contract.ts'

/** `cart_id`: an attempt's, and of what kind that cart is; null for an order that stood already. */
type Paid = { cart_id: number | null; kind: string | null }

export const paidFor = async (db: Db, { cart_id, ...cart }: Paid): Promise<PaidFor> => {
  if (cart_id === null) return { kind: 'invoice', quote_number: null }
  const kind = cart.kind as CartKind
  // A custom cart goes by its link alone, which nobody here knows.
  return { kind, quote_number: kind === 'quote' ? await numberOfQuote(db, cart_id) : null }
}
