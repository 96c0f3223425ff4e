import { useEffect } from 'react'
import { redirect } from 'react-router'

import { CartError } from '#cart/cart-error.tsx'
import { getCart } from '#cart/contract.ts'
import { factsOfCart } from '#cart/tell-of-cart.ts'
import { listMethods } from '#payments/methods-contract.ts'
import { needPaymentDocument } from '#payments/payment-document.ts'
import { pageContext } from '#platform/context.ts'
import { getFlags } from '#platform/contract.ts'
import { tell } from '#platform/data-layer.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'

import { getAccount, getPending } from '../contract.ts'
import { Purchase } from '../parts/purchase.tsx'
import { confirmingPlace } from '../place-after.ts'
import type { Route } from './+types/checkout'

export const loader = async (args: Route.LoaderArgs) => {
  const { data: flags } = await pageCall(args, getFlags, {})
  // The older cart pays in its own place.
  if (!flags['cart-redesign']) throw redirect(`/cart/checkout${args.url.search}`)
  const { data: pending } = await pageCall(args, getPending, { query: {} })
  if (pending) throw redirect(confirmingPlace(pending.order_id))
  const cart = await pageCall(args, getCart, {})
  // The cart says both: that it is empty, and that a role cannot buy.
  if (cart.data.licenses.length === 0 || !cart.data.can_purchase) throw redirect('/cart')
  if (!cart.data.billing_information) throw redirect('/cart/billing')
  const [methods, account] = await Promise.all([pageCall(args, listMethods, {}), pageCall(args, getAccount, {})])
  return {
    cart,
    methods: methods.data,
    account: account.data,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
    was_declined: args.url.searchParams.has('declined'),
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  needPaymentDocument(args)
  return args.serverLoader()
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Checkout', noindex: true })

export { CartError as ErrorBoundary }

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const { cart, ...shown } = loaderData
  const { data = cart } = useCall(getCart, {}, { initial: cart })
  useEffect(() => tell('begin_checkout', factsOfCart(cart.data)), [cart])
  return <Purchase cart={data.data} {...shown} />
}
