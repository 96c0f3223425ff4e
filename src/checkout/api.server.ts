import type { FastifyInstance, FastifyRequest } from 'fastify'

import { findCart, openCart, saveEin } from '#cart/carts.server.ts'
import { getCart } from '#cart/contract.ts'
import { cartOf } from '#cart/show.server.ts'
import { needGateway, openGateway } from '#payments/gateway.server.ts'
import { isMember, type Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { knownDevice } from '#platform/device.server.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import { attemptByKey } from './attempts.server.ts'
import { pay, paymentOf } from './checkout.server.ts'
import * as contract from './contract.ts'
import { placeFreeOrder } from './free-order.server.ts'
import { invoiceOf } from './invoice.server.ts'
import { payByLink } from './legacy-contract.ts'
import { byNumber, customCart, ownCart } from './payable.server.ts'
import { pendingOrder } from './pending.server.ts'
import { reconciliationsOf } from './reconcile.server.ts'
import { accountOf, buyOnAccount, no_account_text } from './self-invoice.server.ts'
import { webhooksDoor } from './webhooks.server.ts'

export const checkoutApi = (app: FastifyInstance, deps: Deps) => {
  const gateway = openGateway(deps.config)
  webhooksDoor(app, deps, gateway)

  serve(app, contract.checkout, async ({ actor, body, request }) => ({
    data: await pay(deps, needGateway(gateway), actor, {
      operation_key: operationKeyOf(request),
      body,
      address: request.ip,
    }),
  }))
  serve(app, contract.checkoutInvoice, async ({ actor, params, body, request }) => ({
    data: await pay(deps, needGateway(gateway), actor, {
      operation_key: operationKeyOf(request),
      body,
      address: request.ip,
      payable: byNumber(params.invoiceNumber),
    }),
  }))
  serve(app, payByLink, async ({ actor, body: { cart_hash, saved_payment_method_id, ein, ...body }, request }) => {
    const operation_key = operationKeyOf(request)
    // A request that is sent again finds its cart ordered: it must not begin another.
    const is_new = !(await attemptByKey(deps.db, actor.workspace_id, operation_key))
    if (ein !== undefined && is_new)
      await deps.db.transaction().execute(async trx => saveEin(trx, await openCart(trx, actor, deps.clock.now()), ein))
    const own = await findCart(deps.db, actor)
    return {
      data: await pay(deps, needGateway(gateway), actor, {
        operation_key,
        body: { ...body, payment_method_id: saved_payment_method_id },
        address: request.ip,
        // By the same name whatever became of the cart, so that it is known as the same request.
        payable: { ...(own?.hash === cart_hash ? ownCart : customCart(cart_hash)), name: `link ${cart_hash}` },
      }),
    }
  })
  // Here, because the cart knows nothing of invoices.
  serve(app, getCart, async ({ actor, query: { invoice_number } }) => {
    if (invoice_number === undefined) return { data: await cartOf(deps.db, actor, deps) }
    if (!isMember(actor)) throw refuse(401, 'Please log in first.')
    const invoice = await invoiceOf(deps.db, actor, invoice_number, deps.clock.now())
    const { kind: _, order_id: __, order_state: ___, expires_at: ____, note: _____, ...cart } = invoice
    return { data: cart }
  })
  serve(app, contract.getInvoice, async ({ actor, params }) => ({
    data: await invoiceOf(deps.db, actor, params.invoice, deps.clock.now()),
  }))
  const sellsOnAccount = (actor: Actor, request: FastifyRequest) =>
    deps.flags.isOn('cart-redesign-self-invoicing', { ...actor, device_id: knownDevice(request) })
  serve(app, contract.getAccount, async ({ actor, request }) => {
    const account = await accountOf(deps, actor)
    return { data: (await sellsOnAccount(actor, request)) ? account : null }
  })
  serve(app, contract.selfInvoice, async ({ actor, body, request }) => {
    if (!(await sellsOnAccount(actor, request))) throw refuse(403, no_account_text)
    return { data: await buyOnAccount(deps, actor, body) }
  })
  serve(app, contract.placeManually, async ({ actor, body }) => ({ data: await placeFreeOrder(deps, actor, body) }))
  serve(app, contract.getAttempt, async ({ actor, params }) => ({
    data: await paymentOf(deps.db, actor, params.order_id),
  }))
  serve(app, contract.listReconciliations, async () => ({ data: await reconciliationsOf(deps.db) }))
  serve(app, contract.getPending, async ({ actor, query: { cart_hash } }) => {
    const order_id = await pendingOrder(deps.db, actor, cart_hash)
    return { data: order_id === undefined ? null : { order_id } }
  })
}

/** Without a key, a request that was lost on its way could not be repeated safely. */
const operationKeyOf = ({ headers }: FastifyRequest): string => {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key))
    throw refuse(400, 'A payment needs an Idempotency-Key of 8 to 200 characters.')
  return key
}
