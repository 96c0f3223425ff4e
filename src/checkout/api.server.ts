import type { FastifyInstance, FastifyRequest } from 'fastify'

import { findCart, openCart, saveEin } from '#cart/carts.server.ts'
import { Cart, getCart } from '#cart/contract.ts'
import { loadCart } from '#cart/show.server.ts'
import { requireGateway, openGateway } from '#payments/gateway.server.ts'
import { isMember, type Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { readDeviceId } from '#platform/http/device.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { findAttemptByKey } from './attempts.server.ts'
import { submitPayment, loadPayment } from './checkout.server.ts'
import * as contract from './contract.ts'
import { placeFreeOrder } from './free-order.server.ts'
import { loadInvoice } from './invoice.server.ts'
import { payByLink } from './legacy-contract.ts'
import { payableByNumber, customCart, ownCart } from './payable.server.ts'
import { findPendingOrderId } from './pending-order.server.ts'
import { loadAccount, buyOnAccount, NO_ACCOUNT_TEXT } from './self-invoice.server.ts'
import { gatewayWebhooksApi } from './webhooks.server.ts'

export const checkoutApi = (app: FastifyInstance, deps: Deps) => {
  const gateway = openGateway(deps.config)
  gatewayWebhooksApi(app, deps, gateway)

  serve(app, contract.checkout, async ({ actor, body, request, operation_key }) => ({
    data: await submitPayment(deps, requireGateway(gateway), actor, {
      operation_key,
      body,
      address: request.ip,
      country: await deps.locator?.getCountry(request),
    }),
  }))
  serve(app, contract.checkoutInvoice, async ({ actor, params, body, request, operation_key }) => ({
    data: await submitPayment(deps, requireGateway(gateway), actor, {
      operation_key,
      body,
      address: request.ip,
      country: await deps.locator?.getCountry(request),
      payable: await payableByNumber(deps.db, params.invoiceNumber),
    }),
  }))
  serve(app, payByLink, async ({ actor, body: payment, request, operation_key }) => {
    const { cart_hash, saved_payment_method_id, ein, ...body } = payment
    // A retried request finds its cart already ordered and must not start another payment.
    const is_new = !(await findAttemptByKey(deps.db, actor.workspace_id, operation_key))
    if (ein !== undefined && is_new)
      await deps.db.transaction().execute(async trx => saveEin(trx, await openCart(trx, actor, deps.clock.now()), ein))
    const cart = await findCart(deps.db, actor)
    return {
      data: await submitPayment(deps, requireGateway(gateway), actor, {
        operation_key,
        body: { ...body, payment_method_id: saved_payment_method_id },
        address: request.ip,
        country: await deps.locator?.getCountry(request),
        // The name stays the same whatever happened to the cart, so that the request hash matches on a retry.
        payable: { ...(cart?.hash === cart_hash ? ownCart : customCart(cart_hash)), name: `link ${cart_hash}` },
      }),
    }
  })
  // This endpoint is here because the cart feature does not depend on invoices.
  serve(app, getCart, async ({ actor, query: { invoice_number } }) => {
    if (invoice_number === undefined) return { data: await loadCart(deps.db, actor, deps) }
    if (!isMember(actor)) throw refuse(401, 'Please log in first.')
    const invoice = await loadInvoice(deps.db, actor, invoice_number, deps.clock.now())
    return { data: Cart.parse(invoice) }
  })
  serve(app, contract.getInvoice, async ({ actor, params }) => ({
    data: await loadInvoice(deps.db, actor, params.invoiceNumber, deps.clock.now()),
  }))
  const isOnAccountEnabled = (actor: Actor, request: FastifyRequest) =>
    deps.flags.isOn('cart-redesign-self-invoicing', { ...actor, device_id: readDeviceId(request) })
  serve(app, contract.getAccount, async ({ actor, request }) => {
    const account = await loadAccount(deps, actor)
    return { data: (await isOnAccountEnabled(actor, request)) ? account : null }
  })
  serve(app, contract.selfInvoice, async ({ actor, body, request }) => {
    if (!(await isOnAccountEnabled(actor, request))) throw refuse(403, NO_ACCOUNT_TEXT)
    return { data: await buyOnAccount(deps, actor, body, await deps.locator?.getCountry(request)) }
  })
  serve(app, contract.placeManually, async ({ actor, body }) => ({ data: await placeFreeOrder(deps, actor, body) }))
  serve(app, contract.getAttempt, async ({ actor, params }) => ({
    data: await loadPayment(deps.db, actor, params.order_id),
  }))
  serve(app, contract.getPendingOrder, async ({ actor, query: { cart_hash } }) => {
    const order_id = await findPendingOrderId(deps.db, actor, cart_hash)
    return { data: order_id === undefined ? null : { order_id } }
  })
}
