/** What a payment was for, so that the buyer can be sent back to where they paid. */
import type { CartKind } from '#cart/carts.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { getQuoteNumber } from '#quotes/quotes.server.ts'

import type { PaymentSubject } from './contract.ts'

/** `cart_id` and `kind`: the attempt’s cart; null for an existing order. */
type PaymentSubjectInput = { cart_id: number | null; kind: string | null }

export const loadPaymentSubject = async (
  db: Db,
  { cart_id, ...cart }: PaymentSubjectInput,
): Promise<PaymentSubject> => {
  if (cart_id === null) return { kind: 'invoice', quote_number: null }
  const kind = cart.kind as CartKind
  // A custom cart is identified by its link alone, which is not stored here.
  return { kind, quote_number: kind === 'quote' ? await getQuoteNumber(db, cart_id) : null }
}
