/** Orders that a workspace bought on account and has not paid. */
import type { Db, Trx } from '#platform/db/database.server.ts'

/** Returns the unpaid orders, the earliest due date first. */
export const listUnpaidOrders = (db: Db | Trx, workspace_id: number) =>
  db
    .selectFrom('orders')
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', ['invoiced', 'overdue'])
    .select(['universal_invoice_number', 'due_at', 'total_cents'])
    .orderBy('due_at')
    .execute()
