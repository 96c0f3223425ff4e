import { useEffect } from 'react'
import { redirect } from 'react-router'

import { toCartAnalytics } from '#cart/cart-analytics.ts'
import { CartError } from '#cart/cart-error.tsx'
import { getCart } from '#cart/contract.ts'
import { listMethods } from '#payments/methods-contract.ts'
import { requirePaymentDocument } from '#payments/payment-document.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { getFlags } from '#platform/contract.ts'
import { pageContext } from '#platform/http/context.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'

import { getAccount, getPendingOrder } from '../contract.ts'
import { Purchase } from '../parts/purchase.tsx'
import { confirmingPath } from '../payment-redirect.ts'
import type { Route } from './+types/checkout'

export const loader = async (args: Route.LoaderArgs) => {
  const { data: flags } = await callForPage(args, getFlags, {})
  // The older cart has its own checkout page.
  if (!flags['cart-redesign']) throw redirect(`/cart/checkout${args.url.search}`)
  const { data: pending } = await callForPage(args, getPendingOrder, { query: {} })
  if (pending) throw redirect(confirmingPath(pending.order_id))
  const cart = await callForPage(args, getCart, {})
  // The cart page explains both an empty cart and a role that cannot buy.
  if (cart.data.licenses.length === 0 || !cart.data.can_purchase) throw redirect('/cart')
  if (!cart.data.billing_information) throw redirect('/cart/billing')
  const [methods, account] = await Promise.all([callForPage(args, listMethods, {}), callForPage(args, getAccount, {})])
  return {
    cart,
    methods: methods.data,
    account: account.data,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
    was_declined: args.url.searchParams.has('declined'),
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  requirePaymentDocument(args)
  return args.serverLoader()
}

/** Shows only the logo, so that buyers stay in checkout. */
export const handle = { header: 'bare' }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Checkout', noindex: true })

export { CartError as ErrorBoundary }

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const { cart, ...props } = loaderData
  const { data = cart } = useCall(getCart, {}, { initial: cart })
  useEffect(() => trackEvent('begin_checkout', toCartAnalytics(cart.data)), [cart])
  return <Purchase cart={data.data} {...props} />
}
