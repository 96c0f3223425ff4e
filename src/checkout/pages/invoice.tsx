import { useEffect } from 'react'
import { redirect } from 'react-router'

import { toCartAnalytics } from '#cart/cart-analytics.ts'
import { CartError } from '#cart/cart-error.tsx'
import { OrderParam } from '#orders/contract.ts'
import { listMethods } from '#payments/methods-contract.ts'
import { requirePaymentDocument } from '#payments/payment-document.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { pageContext } from '#platform/http/context.ts'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'

import { getInvoice } from '../contract.ts'
import { Purchase } from '../parts/purchase.tsx'
import { confirmingPath } from '../payment-redirect.ts'
import type { Route } from './+types/invoice'

const isOrderNumber = ({ params }: Route.LoaderArgs) => OrderParam.safeParse({ id: params.invoiceNumber }).success

export const loader = async (args: Route.LoaderArgs) => {
  const input = { params: { invoiceNumber: args.params.invoiceNumber } }
  const request = callForPage(args, getInvoice, input).catch((error: unknown) => {
    const status = getThrownStatus(error)
    // A paid order opens its order page, which redirects to the list when the workspace has no such order.
    if (status === 404) throw redirect(`/workspace/orders${isOrderNumber(args) ? `/${args.params.invoiceNumber}` : ''}`)
    // A quote that has ended is explained on its own page.
    if (status === 409 || status === 410) throw redirect(`/workspace/quotes/${input.params.invoiceNumber}`)
    throw error
  })
  const { data: invoice } = await request
  if (invoice.kind === 'quote' && invoice.order_id !== null) throw redirect(confirmingPath(invoice.order_id))
  return {
    invoice,
    methods: (await callForPage(args, listMethods, {})).data,
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

/** Pays an invoice or a quote by its number. */
export default function Invoice({ loaderData }: Route.ComponentProps) {
  const { invoice, ...props } = loaderData
  useEffect(() => trackEvent('begin_checkout', toCartAnalytics(invoice)), [invoice])
  return <Purchase cart={invoice} invoice={invoice} account={null} {...props} />
}
