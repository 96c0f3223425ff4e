/** What a workspace owes: orders that it bought on account and has not paid. */
import type { Db, Trx } from '#platform/database.server.ts'

/** What is due first comes first. */
export const owedBy = (db: Db | Trx, workspace_id: number) =>
  db
    .selectFrom('orders')
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', ['invoiced', 'overdue'])
    .select(['universal_invoice_number', 'due_at', 'total_cents'])
    .orderBy('due_at')
    .execute()
