import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { redirect } from 'react-router'

import { ClearCart } from '#cart/clear-cart.tsx'
import { getCart } from '#cart/contract.ts'
import { requirePaymentDocument } from '#payments/payment-document.ts'
import { getFlags } from '#platform/contract.ts'
import { pageContext } from '#platform/http/context.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { callKey, useCall } from '#platform/http/query.ts'

import { getPendingOrder } from '../../contract.ts'
import { confirmingPath } from '../../payment-redirect.ts'
import { CartCheckout } from '../parts/cart-checkout.tsx'
import { OwnLicenseActions } from '../parts/own-license-actions.tsx'
import type { Route } from './+types/own-checkout'

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: flags }, cart] = await Promise.all([callForPage(args, getFlags, {}), callForPage(args, getCart, {})])
  // The redesigned cart has its own checkout, and the cart page handles an empty cart.
  if (flags['cart-redesign'] || cart.data.licenses.length === 0) throw redirect('/cart')
  if (cart.data.state === 'paying') {
    const { data: pending } = await callForPage(args, getPendingOrder, { query: {} })
    if (pending) throw redirect(confirmingPath(pending.order_id))
  }
  return {
    cart,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
    was_declined: args.url.searchParams.has('declined'),
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  requirePaymentDocument(args)
  return args.serverLoader()
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Your Cart', noindex: true })

/** The checkout page of the older cart, for guests too. */
export default function OwnCheckout({ loaderData }: Route.ComponentProps) {
  const client = useQueryClient()
  const [isHeld, setHeld] = useState(false)
  const { data = loaderData.cart, isFetching } = useCall(getCart, {}, { initial: loaderData.cart, enabled: !isHeld })
  return (
    <CartCheckout
      cart={data.data}
      is_custom={false}
      is_rehearsal={loaderData.is_rehearsal}
      was_declined={loaderData.was_declined}
      isLoading={false}
      isFetching={isFetching}
      onPaymentTypeChange={ignorePaymentType}
      hold={setHeld}
      refresh={() => client.invalidateQueries({ queryKey: callKey(getCart, {}) })}
      action={<ClearCart>Clear Cart</ClearCart>}
      actionsOf={group => <OwnLicenseActions group={group} />}
    />
  )
}

/** The price of the user’s own cart does not depend on the payment method. */
const ignorePaymentType = () => {}
