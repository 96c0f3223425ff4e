/** A kept method on its way to being paid with: what stands for it in the browser. */
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { messageOf } from '#platform/message.ts'
import { refuse } from '#platform/refusal.ts'
import { purchasing_refusal } from '#workspaces/policy.ts'

import type { Gateway, Offer } from './gateway.server.ts'
import { canSeeMethods } from './policy.ts'

/** Throws 403 for those who do not buy, 404 for what the workspace does not keep, 503 when the gateway cannot say. */
export const offerMethod = async (
  db: Db,
  gateway: Gateway,
  { workspace_id, workspace_role }: Member,
  id: number,
): Promise<Offer> => {
  if (!canSeeMethods(workspace_role)) throw refuse(403, purchasing_refusal)
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
