import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { redirect } from 'react-router'

import { ClearCart } from '#cart/clear-cart.tsx'
import { getCart } from '#cart/contract.ts'
import { getPending } from '#checkout/contract.ts'
import { confirmingPlace } from '#checkout/place-after.ts'
import { needPaymentDocument } from '#payments/payment-document.ts'
import { pageContext } from '#platform/context.ts'
import { getFlags } from '#platform/contract.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { callKey, useCall } from '#platform/query.ts'

import { OwnLicenseActions } from '../parts/own-license-actions.tsx'
import { Screen } from '../parts/screen.tsx'
import type { Route } from './+types/own-checkout'

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: flags }, cart] = await Promise.all([pageCall(args, getFlags, {}), pageCall(args, getCart, {})])
  // The redesigned cart goes its own way, and an empty one says so where it always is.
  if (flags['cart-redesign'] || cart.data.licenses.length === 0) throw redirect('/cart')
  if (cart.data.state === 'paying') {
    const { data: pending } = await pageCall(args, getPending, { query: {} })
    if (pending) throw redirect(confirmingPlace(pending.order_id))
  }
  return {
    cart,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
    was_declined: args.url.searchParams.has('declined'),
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  needPaymentDocument(args)
  return args.serverLoader()
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Your Cart', noindex: true })

/** The older cart's checkout: one page, for guests too. */
export default function OwnCheckout({ loaderData }: Route.ComponentProps) {
  const client = useQueryClient()
  const [isHeld, setHeld] = useState(false)
  const { data = loaderData.cart, isFetching } = useCall(getCart, {}, { initial: loaderData.cart, enabled: !isHeld })
  return (
    <Screen
      cart={data.data}
      is_custom={false}
      is_rehearsal={loaderData.is_rehearsal}
      was_declined={loaderData.was_declined}
      isLoading={false}
      isFetching={isFetching}
      onPayAs={noFee}
      hold={setHeld}
      refresh={() => client.invalidateQueries({ queryKey: callKey(getCart, {}) })}
      action={<ClearCart>Clear Cart</ClearCart>}
      actionsOf={group => <OwnLicenseActions group={group} />}
    />
  )
}

/** One's own cart costs the same however it is paid. */
const noFee = () => {}
