import type { ReplyOf } from '#platform/http/endpoint.ts'
import type { getLegacyCart } from '#quotes/contract.ts'

import { useCustomCart } from '../use-custom-cart.ts'
import { CartCheckout } from './cart-checkout.tsx'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type CustomCartProps = {
  cart_hash: string
  initial: ReplyOf<typeof getLegacyCart>
  is_rehearsal: boolean
  was_declined: boolean
}

/** A cart prepared by the sales team, which anyone with the link can pay. */
export const CustomCart = ({ cart_hash, initial, is_rehearsal, was_declined }: CustomCartProps) => {
  const { cart, isLoading, isFetching, changePaymentType, hold, refresh } = useCustomCart(cart_hash, initial)
  return (
    <CartCheckout
      cart={cart}
      is_custom
      is_rehearsal={is_rehearsal}
      was_declined={was_declined}
      isLoading={isLoading}
      isFetching={isFetching}
      onPaymentTypeChange={changePaymentType}
      hold={hold}
      refresh={refresh}
      about={
        <>
          <p>
            Prepared for you by our sales team
            {cart.expires_at && `, at these prices until ${dateFormat.format(new Date(cart.expires_at))}`}.
          </p>
          {cart.note && <p>“{cart.note}”</p>}
        </>
      }
    />
  )
}
