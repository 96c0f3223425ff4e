import { useEffect } from 'react'
import { redirect } from 'react-router'

import { CartError } from '#cart/cart-error.tsx'
import { factsOfCart } from '#cart/tell-of-cart.ts'
import { OrderParam } from '#orders/contract.ts'
import { listMethods } from '#payments/methods-contract.ts'
import { needPaymentDocument } from '#payments/payment-document.ts'
import { pageContext } from '#platform/context.ts'
import { tell } from '#platform/data-layer.ts'
import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'

import { getInvoice } from '../contract.ts'
import { Purchase } from '../parts/purchase.tsx'
import { confirmingPlace } from '../place-after.ts'
import type { Route } from './+types/invoice'

const isOrderNumber = ({ params }: Route.LoaderArgs) => OrderParam.safeParse({ id: params.invoiceNumber }).success

export const loader = async (args: Route.LoaderArgs) => {
  const input = { params: { invoice: args.params.invoiceNumber } }
  const asked = pageCall(args, getInvoice, input).catch((error: unknown) => {
    const status = thrownStatus(error)
    // A paid order is shown; the order page leads to the list when the workspace has no such order.
    if (status === 404) throw redirect(`/workspace/orders${isOrderNumber(args) ? `/${args.params.invoiceNumber}` : ''}`)
    // A quote that has ended says so on its own page.
    if ((status === 409 || status === 410) && input.params.invoice.startsWith('Q-'))
      throw redirect(`/workspace/quotes/${input.params.invoice}`)
    throw error
  })
  const { data: invoice } = await asked
  if (invoice.kind === 'quote' && invoice.order_id !== null) throw redirect(confirmingPlace(invoice.order_id))
  return {
    invoice,
    methods: (await pageCall(args, listMethods, {})).data,
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

/** Pays for what was invoiced or quoted, by its number. */
export default function Invoice({ loaderData }: Route.ComponentProps) {
  const { invoice, ...shown } = loaderData
  useEffect(() => tell('begin_checkout', factsOfCart(invoice)), [invoice])
  return <Purchase cart={invoice} invoice={invoice} account={null} {...shown} />
}
