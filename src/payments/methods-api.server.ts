import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import { requireHuman } from '#platform/captcha/captcha.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { addMethod, requireAddMethod } from './add-method.server.ts'
import type { MethodNonce } from './gateway-responses.server.ts'
import { requireGateway, openGateway, type PaymentGateway } from './gateway.server.ts'
import * as contract from './methods-contract.ts'
import { canSeeMethods } from './policy.ts'
import { deletePaymentMethod, makeDefaultMethod, listPaymentMethods } from './saved-methods.server.ts'

/**
 * Throws 403 for users who cannot buy, 404 for a method that the workspace does not have, 503 when the gateway fails.
 */
const createMethodNonce = async (
  db: Db,
  gateway: PaymentGateway,
  { workspace_id, workspace_role }: Member,
  id: number,
): Promise<MethodNonce> => {
  if (!canSeeMethods(workspace_role)) throw refuse(403, PURCHASING_REFUSAL)
  const method = await db
    .selectFrom('payment_methods')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .select('gateway_token')
    .executeTakeFirst()
  if (!method) throw refuse.missing('payment method')
  try {
    return await gateway.offer(method.gateway_token)
  } catch (error) {
    console.error(`payments: no nonce for method ${id}: ${messageOf(error)}`)
    throw refuse(503, 'Error creating braintree nonce')
  }
}

export const paymentMethodsApi = (app: FastifyInstance, deps: Deps) => {
  const gateway = openGateway(deps.config)

  for (const endpoint of [contract.listMethods, contract.listMethodsLegacy])
    serve(app, endpoint, async ({ actor }) => ({ data: await listPaymentMethods(deps.db, actor, deps.clock.now()) }))

  for (const endpoint of [contract.addMethod, contract.addMethodLegacy])
    serve(app, endpoint, async ({ actor, body, request }) => {
      // Checked before the captcha token and the card’s nonce are consumed.
      requireAddMethod(actor, body.type)
      const activeGateway = requireGateway(gateway)
      await requireHuman(deps, body['g-recaptcha-response'], 'add_payment_method')
      return { data: await addMethod(deps, activeGateway, actor, { ...body, address: request.ip }) }
    })

  for (const endpoint of [contract.getNonce, contract.getNonceLegacy])
    serve(app, endpoint, async ({ actor, params }) => ({
      data: { nonce: await createMethodNonce(deps.db, requireGateway(gateway), actor, params.id) },
    }))

  serve(app, contract.deleteMethod, async ({ actor, params }) => {
    await deletePaymentMethod(deps, requireGateway(gateway), actor, params.id)
    return { data: null }
  })

  serve(app, contract.makeMethodDefault, async ({ actor, params }) => {
    await makeDefaultMethod(deps, actor, params.id)
    return { data: null }
  })
}
