import type { FastifyInstance } from 'fastify'

import { toSeller } from '#orders/documents/seller.server.ts'
import { isOwed } from '#orders/due.ts'
import { isValidPaymentLink } from '#orders/payment-link.server.ts'
import { openGateway, requireGateway } from '#payments/gateway.server.ts'
import { guest, type Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { findPendingAttemptOfOrder } from '../attempts.server.ts'
import { submitPayment } from '../checkout.server.ts'
import { findOrderByNumber, type ExistingOrder } from '../existing-order.server.ts'
import { linkedInvoice } from '../payable.server.ts'
import * as contract from './contract.ts'

type LinkParams = { number: string; signature: string }

/** The payment counts as one of the order's buyer, but saves no card and reads nothing of the workspace. */
const toPayer = ({ user_id, workspace_id }: ExistingOrder): Member => ({
  ...guest,
  user_id,
  workspace_id,
  workspace_role: 'owner',
  platform_roles: [platformRoles.customer],
  session_id: 0,
})

export const invoiceLinkApi = (app: FastifyInstance, deps: Deps) => {
  const { db, secret, settings } = deps
  const gateway = openGateway(deps.config)

  /** Throws 404 for a link that was not issued. */
  const loadLinkedOrder = async ({ number, signature }: LinkParams): Promise<ExistingOrder> => {
    if (!isValidPaymentLink(secret, number, signature)) throw refuse.missing('invoice')
    return findOrderByNumber(db, number)
  }

  const getState = async ({ id, state }: ExistingOrder): Promise<contract.LinkedInvoice['state']> => {
    if (state === 'cancelled') return 'canceled'
    if (!isOwed(state)) return 'paid'
    return (await findPendingAttemptOfOrder(db, id)) ? 'confirming' : 'open'
  }

  serve(app, contract.getLinkedInvoice, async ({ params, reply }) => {
    const order = await loadLinkedOrder(params)
    const state = await getState(order)
    void reply.header('cache-control', 'private, no-store')
    return {
      data: {
        number: params.number,
        state,
        payment:
          state === 'open'
            ? {
                total: toMoney(order.total_cents),
                due_at: order.due_at?.toISOString() ?? null,
                fingerprint: order.fingerprint,
                bank: toSeller(settings.current()).payment,
              }
            : null,
      },
    }
  })

  serve(app, contract.getLinkedInvoiceToken, async ({ params, request }) => {
    const order = await loadLinkedOrder(params)
    if (!isOwed(order.state)) throw refuse(409, 'This invoice is paid or canceled already.')
    try {
      return { data: { client_token: await requireGateway(gateway).clientToken() } }
    } catch (error) {
      request.log.error({ err: error }, 'the gateway gave no client token')
      throw refuse(503, 'The card form is not available right now. Please try again in a moment.')
    }
  })

  serve(app, contract.payLinkedInvoice, async ({ params, body, request, operation_key }) => {
    const payer = toPayer(await loadLinkedOrder(params))
    const { state } = await submitPayment(deps, requireGateway(gateway), payer, {
      operation_key,
      body: {
        ...body,
        payment_type: 'card',
        payment_method_id: null,
        remember_payment_method: false,
        terms_version: undefined,
      },
      address: request.ip,
      payable: linkedInvoice(params.number),
    })
    return { data: { state: state === 'paid' ? ('paid' as const) : ('confirming' as const) } }
  })
}
