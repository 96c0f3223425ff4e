/** An existing order that is paid later, by its number. */

import type { Selectable } from 'kysely'

import type { OrderState } from '#orders/states.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
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
  const order = await selectOrder(db, number)
    .where('workspace_id', '=', workspace_id)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  return toExistingOrder(order)
}

/** Returns the order of any workspace, for a link that proves that its holder got the invoice. Throws 404. */
export const findOrderByNumber = async (db: Db, number: string) =>
  toExistingOrder(await selectOrder(db, number).executeTakeFirst())

const selectOrder = (db: Db | Trx, number: string) =>
  db.selectFrom('orders').where('universal_invoice_number', '=', number).selectAll()

const toExistingOrder = (order: Selectable<Tables['orders']> | undefined) => {
  if (!order) throw refuse.missing('order')
  return {
    ...order,
    state: order.state as OrderState,
    /** Of what the buyer sees: the lines of an order never change. */
    fingerprint: sha256(`order ${order.id} of ${order.total_cents}`).slice(0, 32),
  }
}
