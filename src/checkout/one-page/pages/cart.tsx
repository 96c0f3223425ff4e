import { lazy, Suspense } from 'react'
import { redirect } from 'react-router'

import { CartScreen } from '#cart/cart-screen.tsx'
import { getCart } from '#cart/contract.ts'
import { requirePaymentDocument } from '#payments/payment-document.ts'
import { pageContext } from '#platform/http/context.ts'
import type { ReplyOf } from '#platform/http/endpoint.ts'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { isPaymentPage } from '#platform/http/payment-pages.ts'
import { useCall } from '#platform/http/query.ts'
import { getLegacyCart } from '#quotes/contract.ts'
import { Banner } from '#ui/banner.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'

import { getPendingOrder } from '../../contract.ts'
import { confirmingPath } from '../../payment-redirect.ts'
import { INITIAL_PAYMENT_TYPE } from '../use-custom-cart.ts'
import type { Route } from './+types/cart'

import checkoutCss from '../parts/cart-checkout.module.css'
import css from './cart.module.css'

const CustomCart = lazy(() => import('../parts/custom-cart.tsx').then(module => ({ default: module.CustomCart })))

export const loader = async (args: Route.LoaderArgs) => {
  const { searchParams } = args.url
  const cart_hash = searchParams.get('cart_hash')
  if (!cart_hash)
    return { kind: 'own' as const, own: await callForPage(args, getCart, {}), link: searchParams.get('link') }
  const custom = await loadCustomCart(args, cart_hash)
  // A user who opens the link of their own cart is redirected to it.
  if (custom.data.kind === 'own') throw redirect('/cart')
  const order_id = custom.data.state === 'paying' ? await loadPendingOrderId(args, cart_hash) : undefined
  if (order_id !== undefined) throw redirect(confirmingPath(order_id, cart_hash))
  return {
    kind: 'custom' as const,
    cart_hash,
    custom,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
    was_declined: searchParams.has('declined'),
  }
}

/** Returns the order only for the user who pays; a guest gets undefined. */
const loadPendingOrderId = async (args: Route.LoaderArgs, cart_hash: string) =>
  callForPage(args, getPendingOrder, { query: { cart_hash } }).then(
    ({ data }) => data?.order_id,
    (error: unknown) => {
      if (getThrownStatus(error) !== 401) throw error
    },
  )

/** An unknown or ended link redirects to the user’s own cart, which explains it. */
const loadCustomCart = async (args: Route.LoaderArgs, cart_hash: string) => {
  try {
    return await callForPage(args, getLegacyCart, { query: { cart_hash, payment_type: INITIAL_PAYMENT_TYPE } })
  } catch (error) {
    const status = getThrownStatus(error)
    if (status === 404 || status === 422) throw redirect('/cart?link=unknown')
    if (status === 410) throw redirect('/cart?link=ended')
    throw error
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  if (isPaymentPage(args.url.pathname + args.url.search)) requirePaymentDocument(args)
  return args.serverLoader()
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Your Cart', noindex: true })

/** The loading state of a cart and its checkout. */
const CartSkeleton = () => (
  <div className={checkoutCss.page} aria-busy>
    <section className={checkoutCss.cart}>
      <h1>Cart</h1>
      <SkeletonText lines={3} width="60%" />
      {[0, 1, 2].map(index => (
        <Skeleton key={index} height={108} />
      ))}
    </section>
    <div className={checkoutCss.loading}>
      <Spinner size={72} />
      <output>Loading Cart</output>
    </div>
  </div>
)

export default function CartPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'own') return <OwnCart initial={loaderData.own} link={loaderData.link} />
  const { cart_hash, custom, is_rehearsal, was_declined } = loaderData
  return (
    <Suspense fallback={<CartSkeleton />}>
      <CustomCart
        key={cart_hash}
        cart_hash={cart_hash}
        initial={custom}
        is_rehearsal={is_rehearsal}
        was_declined={was_declined}
      />
    </Suspense>
  )
}

/** Why a link to another cart shows the user’s own cart. */
const LINK_MESSAGES: Readonly<Record<string, string>> = {
  unknown: 'No cart was found for this link. Please check that the link is complete.',
  declined:
    'The payment for the cart that you were sent did not go through, and you were not charged. Please open its link again to pay for it.',
  ended: 'That link has ended: its cart has expired, was withdrawn, or is paid for. The sender can renew it.',
}

const OwnCart = ({ initial, link }: { initial: ReplyOf<typeof getCart>; link: string | null }) => {
  const { data: reply = initial } = useCall(getCart, {}, { initial })
  const message = link === null ? undefined : LINK_MESSAGES[link]
  return (
    <>
      {message && (
        <div className={css.why}>
          <Banner>{message}</Banner>
        </div>
      )}
      <CartScreen cart={reply.data} />
    </>
  )
}
