/** An existing order that is paid later, by its number. */

import type { OrderState } from '#orders/states.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { sha256 } from '#platform/ids.server.ts'

export type ExistingOrder = Awaited<ReturnType<typeof loadExistingOrder>>

/** Throws 404 for a number that the workspace does not have. */
export const loadExistingOrder = async (
  db: Db | Trx,
  workspace_id: number,
  number: string,
  { lock = false }: { lock?: boolean } = {},
) => {
  const order = await db
    .selectFrom('orders')
    .where('universal_invoice_number', '=', number)
    .where('workspace_id', '=', workspace_id)
    .selectAll()
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  return {
    ...order,
    state: order.state as OrderState,
    /** Of what the buyer sees: the lines of an order never change. */
    fingerprint: sha256(`order ${order.id} of ${order.total_cents}`).slice(0, 32),
  }
}
