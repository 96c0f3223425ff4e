import { lazy, Suspense } from 'react'
import { redirect } from 'react-router'

import { CartScreen } from '#cart/cart-screen.tsx'
import { getCart } from '#cart/contract.ts'
import { getPending } from '#checkout/contract.ts'
import { confirmingPlace } from '#checkout/place-after.ts'
import { needPaymentDocument } from '#payments/payment-document.ts'
import { pageContext } from '#platform/context.ts'
import type { ReplyOf } from '#platform/endpoint.ts'
import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'
import { isPaymentPage } from '#platform/payment-pages.ts'
import { useCall } from '#platform/query.ts'
import { getLegacyCart } from '#quotes/contract.ts'
import { Banner } from '#ui/banner.tsx'

import { CartSkeleton } from '../parts/cart-skeleton.tsx'
import { first_payment_type } from '../use-custom-cart.ts'
import type { Route } from './+types/cart'

import css from './cart.module.css'

const CustomCart = lazy(() => import('../parts/custom-cart.tsx').then(part => ({ default: part.CustomCart })))

export const loader = async (args: Route.LoaderArgs) => {
  const { searchParams } = args.url
  const cart_hash = searchParams.get('cart_hash')
  if (!cart_hash)
    return { kind: 'own' as const, own: await pageCall(args, getCart, {}), link: searchParams.get('link') }
  const custom = await customCart(args, cart_hash)
  // Whoever comes by the key of their own cart finds it where it always is.
  if (custom.data.kind === 'own') throw redirect('/cart')
  const order_id = custom.data.state === 'paying' ? await payingOrder(args, cart_hash) : undefined
  if (order_id !== undefined) throw redirect(confirmingPlace(order_id, cart_hash))
  return {
    kind: 'custom' as const,
    cart_hash,
    custom,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
    was_declined: searchParams.has('declined'),
  }
}

/** Only whoever pays is told; a guest never does. */
const payingOrder = async (args: Route.LoaderArgs, cart_hash: string) =>
  pageCall(args, getPending, { query: { cart_hash } }).then(
    ({ data }) => data?.order_id,
    (error: unknown) => {
      if (thrownStatus(error) !== 401) throw error
    },
  )

/** A link that is unknown or ended leads to one's own cart, which says so. */
const customCart = async (args: Route.LoaderArgs, cart_hash: string) => {
  try {
    return await pageCall(args, getLegacyCart, { query: { cart_hash, payment_type: first_payment_type } })
  } catch (error) {
    const status = thrownStatus(error)
    if (status === 404 || status === 422) throw redirect('/cart?link=unknown')
    if (status === 410) throw redirect('/cart?link=ended')
    throw error
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  if (isPaymentPage(args.url.pathname + args.url.search)) needPaymentDocument(args)
  return args.serverLoader()
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Your Cart', noindex: true })

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

/** Why somebody sees their own cart who came by the link of another. */
const ended: Readonly<Record<string, string>> = {
  unknown: 'We know no cart by that link. Please check that you have the whole of it.',
  declined:
    'The payment for the cart that you were sent did not go through, and you were not charged. Please open its link once more to pay for it.',
  ended: 'That link has ended: its cart has expired, was withdrawn, or is paid for. Whoever sent it can renew it.',
}

const OwnCart = ({ initial, link }: { initial: ReplyOf<typeof getCart>; link: string | null }) => {
  const { data: reply = initial } = useCall(getCart, {}, { initial })
  const why = link === null ? undefined : ended[link]
  return (
    <>
      {why && (
        <div className={css.why}>
          <Banner>{why}</Banner>
        </div>
      )}
      <CartScreen cart={reply.data} />
    </>
  )
}
