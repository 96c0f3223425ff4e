/** Nonces for saved payment methods, used by the browser before a payment. */
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { refuse } from '#platform/http/refusal.ts'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import type { MethodNonce } from './gateway-responses.server.ts'
import type { PaymentGateway } from './gateway.server.ts'
import { canSeeMethods } from './policy.ts'

/**
 * Throws 403 for users who cannot buy, 404 for a method that the workspace does not have, 503 when the gateway fails.
 */
export const createMethodNonce = async (
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
