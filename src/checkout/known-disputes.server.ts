/** What is kept of an order's disputes: what the gateway said last, and the cases that one of us has ended. */
import type { DisputeState } from '#payments/disputes.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'

/** `said`: only what was last heard; news may be on its way, or lost. Nothing heard is `none`. */
export const knownDisputes = async (
  db: Db | Trx,
  order_id: number,
): Promise<{ said: DisputeState; ended_cases: string[] }> => {
  const known = await db
    .selectFrom('order_disputes')
    .where('order_id', '=', order_id)
    .select(['said', 'ended_cases'])
    .executeTakeFirst()
  return { said: (known?.said ?? 'none') as DisputeState, ended_cases: known?.ended_cases ?? [] }
}

export const keepSaid = (trx: Trx, order_id: number, said: DisputeState) =>
  trx
    .insertInto('order_disputes')
    .values({ order_id, said })
    .onConflict(conflict => conflict.column('order_id').doUpdateSet({ said }))
    .execute()

/** Those that the gateway knew when one of us ended the dispute. */
export const keepEnded = (trx: Trx, order_id: number, ended_cases: string[]) =>
  trx.updateTable('order_disputes').set({ ended_cases }).where('order_id', '=', order_id).execute()
