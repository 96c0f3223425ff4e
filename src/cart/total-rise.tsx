/** A notice on payment pages that the total rose by itself. Payment is blocked until the buyer has confirmed it. */
import { useState } from 'react'

import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import type { Cart } from './contract.ts'

/** The fields that the buyer changes on the payment page, where a new total is expected. */
const buyerInputs = ({ discount_code, vat_number, billing_information, contact_details, processing_fee }: Cart) =>
  JSON.stringify([discount_code, vat_number, billing_information, contact_details, processing_fee])

const hasRisen = (seen: Cart, cart: Cart) =>
  cart.total.unformatted > seen.total.unformatted &&
  (cart.sub_total.unformatted > seen.sub_total.unformatted || buyerInputs(seen) === buyerInputs(cart))

/** Returns the notice with its confirm button; null while the buyer has seen the current total. */
export const useTotalRise = (cart: Cart) => {
  const [seen, setSeen] = useState(cart)
  if (!hasRisen(seen, cart)) {
    if (seen.fingerprint !== cart.fingerprint) setSeen(cart)
    return null
  }
  return (
    <Banner
      kind="danger"
      title={`The total is now ${cart.total.formatted}. It was ${seen.total.formatted}.`}
      action={
        <Button size="sm" onClick={() => setSeen(cart)}>
          OK
        </Button>
      }
    >
      {cart.notices.map(({ kind, cart_item_id, text }) => (
        <p key={`${kind}-${cart_item_id}`}>{text}</p>
      ))}
    </Banner>
  )
}
