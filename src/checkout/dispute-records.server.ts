/** Stored dispute data of an order: the gateway’s last report, and the cases that a staff member has ended. */
import { isOpenRecord, type DisputeRecord, type DisputeState, type Disputes } from '#payments/disputes.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

/** `last_state`: what the gateway last reported. A newer event may not have arrived. Without a report it is `none`. */
export const loadDisputeRecords = async (
  db: Db | Trx,
  order_id: number,
): Promise<{ last_state: DisputeState; ended_cases: string[]; records: DisputeRecord[] }> => {
  const row = await db
    .selectFrom('order_disputes')
    .where('order_id', '=', order_id)
    .select(['said', 'ended_cases', 'cases'])
    .executeTakeFirst()
  return {
    last_state: (row?.said ?? 'none') as DisputeState,
    ended_cases: row?.ended_cases ?? [],
    records: (row?.cases ?? []) as DisputeRecord[],
  }
}

/** Saves the gateway’s report, and records an event for each new open case. */
export const saveDisputeRecords = async (trx: Trx, order_id: number, { state, records }: Disputes): Promise<void> => {
  const knownIds = new Set((await loadDisputeRecords(trx, order_id)).records.map(({ id }) => id))
  const values = { said: state, cases: JSON.stringify(records) }
  await trx
    .insertInto('order_disputes')
    .values({ order_id, ...values })
    .onConflict(conflict => conflict.column('order_id').doUpdateSet(values))
    .execute()
  for (const dispute of records)
    if (isOpenRecord(dispute) && !knownIds.has(dispute.id))
      await recordEvent(trx, 'order.disputed', { order_id, case_id: dispute.id })
}

/** Saves the cases that the gateway knew when a staff member ended the dispute. */
export const saveEndedCases = (trx: Trx, order_id: number, ended_cases: string[]) =>
  trx.updateTable('order_disputes').set({ ended_cases }).where('order_id', '=', order_id).execute()
