/** What is kept of an order's disputes: what the gateway said last, and the cases that one of us has ended. */
import { isOpenRecord, type DisputeRecord, type DisputeState, type Disputes } from '#payments/disputes.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'

/** `said`: only what was last heard; news may be on its way, or lost. Nothing heard is `none`. */
export const knownDisputes = async (
  db: Db | Trx,
  order_id: number,
): Promise<{ said: DisputeState; ended_cases: string[]; records: DisputeRecord[] }> => {
  const known = await db
    .selectFrom('order_disputes')
    .where('order_id', '=', order_id)
    .select(['said', 'ended_cases', 'cases'])
    .executeTakeFirst()
  return {
    said: (known?.said ?? 'none') as DisputeState,
    ended_cases: known?.ended_cases ?? [],
    records: (known?.cases ?? []) as DisputeRecord[],
  }
}

/** Keeps what the gateway said, and tells of each case that is open and was not known. */
export const keepSaid = async (trx: Trx, order_id: number, { state, records }: Disputes): Promise<void> => {
  const known = new Set((await knownDisputes(trx, order_id)).records.map(({ id }) => id))
  const said = { said: state, cases: JSON.stringify(records) }
  await trx
    .insertInto('order_disputes')
    .values({ order_id, ...said })
    .onConflict(conflict => conflict.column('order_id').doUpdateSet(said))
    .execute()
  for (const one of records)
    if (isOpenRecord(one) && !known.has(one.id)) await record(trx, 'order.disputed', { order_id, case_id: one.id })
}

/** Those that the gateway knew when one of us ended the dispute. */
export const keepEnded = (trx: Trx, order_id: number, ended_cases: string[]) =>
  trx.updateTable('order_disputes').set({ ended_cases }).where('order_id', '=', order_id).execute()
