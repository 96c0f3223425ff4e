/** Stored dispute data of an order: the gateway’s last report, and the disputes that a staff member has closed. */
import { isOpenRecord, type DisputeRecord, type DisputeState, type Disputes } from '#payments/disputes.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

/** `last_state`: what the gateway last reported. A newer event may not have arrived. Without a report it is `none`. */
export const loadDisputeRecords = async (
  db: Db | Trx,
  order_id: number,
): Promise<{ last_state: DisputeState; closed_disputes: string[]; records: DisputeRecord[] }> => {
  const row = await db
    .selectFrom('order_disputes')
    .where('order_id', '=', order_id)
    .select(['state', 'closed_disputes', 'disputes'])
    .executeTakeFirst()
  return {
    last_state: (row?.state ?? 'none') as DisputeState,
    closed_disputes: row?.closed_disputes ?? [],
    records: (row?.disputes ?? []) as DisputeRecord[],
  }
}

/** Saves the gateway’s report, and records an event for each new open dispute. */
export const saveDisputeRecords = async (trx: Trx, order_id: number, { state, records }: Disputes): Promise<void> => {
  const knownIds = new Set((await loadDisputeRecords(trx, order_id)).records.map(({ id }) => id))
  const values = { state, disputes: JSON.stringify(records) }
  await trx
    .insertInto('order_disputes')
    .values({ order_id, ...values })
    .onConflict(conflict => conflict.column('order_id').doUpdateSet(values))
    .execute()
  for (const dispute of records)
    if (isOpenRecord(dispute) && !knownIds.has(dispute.id))
      await recordEvent(trx, 'order.disputed', { order_id, dispute_id: dispute.id })
}

/** Saves the disputes that the gateway knew when a staff member ended the dispute. */
export const saveClosedDisputes = (trx: Trx, order_id: number, closed_disputes: string[]) =>
  trx.updateTable('order_disputes').set({ closed_disputes }).where('order_id', '=', order_id).execute()
