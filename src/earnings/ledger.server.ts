/** The double-entry ledger of what orders earn for filmmakers. Entries are append-only. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'

import { nextEntries, type LedgerEntry, type LedgerOrder } from './ledger.ts'
import { loadShares } from './shares.server.ts'

/** States in which we have the money of the lines that were not refunded. In a dispute, the bank has not decided yet. */
const earningStates: readonly string[] = ['paid', 'partially_refunded', 'disputed']

/** Posts the difference between the ledger and an order's current state, with the order locked. Idempotent. */
export const postOrder = (db: Db, order_id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    const order = await trx
      .selectFrom('orders')
      .where('id', '=', order_id)
      .select(['id', 'state', 'paid_at', 'processing_fee_cents', 'withdrawn_fee_cents'])
      .forUpdate()
      .executeTakeFirst()
    if (!order?.paid_at) return
    const transition = await trx
      .selectFrom('order_transitions')
      .where('order_id', '=', order_id)
      .orderBy('id', 'desc')
      .limit(1)
      .select(['id', 'transitioned_at'])
      .executeTakeFirstOrThrow()
    const entries = nextEntries(
      {
        lines: await loadLines(trx, { order_id, paid_at: order.paid_at, isPaid: earningStates.includes(order.state) }),
        fee_cents: order.processing_fee_cents,
        withdrawn_fee_cents: order.withdrawn_fee_cents,
      },
      await listPostedEntries(trx, order_id),
    )
    if (entries.length > 0)
      await insertPosting(
        trx,
        { kind: 'order', order_id, transition_id: transition.id, at: transition.transitioned_at },
        entries,
      )
    await trx
      .insertInto('ledger_orders')
      .values({ order_id, transition_id: transition.id })
      .onConflict(conflict => conflict.column('order_id').doUpdateSet({ transition_id: transition.id }))
      .execute()
  })

type LedgerPostingInput =
  | { kind: 'order'; order_id: number; transition_id: number; at: Date }
  | { kind: 'payout'; at: Date }

/** Inserts a posting and returns its id. The database rejects entries that do not balance. */
export const insertPosting = async (
  trx: Trx,
  posting: LedgerPostingInput,
  entries: readonly LedgerEntry[],
): Promise<number> => {
  const { id } = await trx.insertInto('ledger_postings').values(posting).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('ledger_entries')
    .values(entries.map(entry => ({ ...entry, posting_id: id })))
    .execute()
  return id
}

const loadLines = async (
  trx: Trx,
  { order_id, paid_at, isPaid }: { order_id: number; paid_at: Date; isPaid: boolean },
): Promise<LedgerOrder['lines']> => {
  const rows = await trx
    .selectFrom('order_items as i')
    .innerJoin('clips as c', 'c.id', 'i.clip_id')
    .where('i.order_id', '=', order_id)
    .orderBy('i.id')
    .select(['i.id', 'i.clip_id', 'c.filmmaker_id', 'i.price_cents', 'i.discount_cents', 'i.tax_cents', 'i.refunded'])
    .select(['i.withdrawn_cents', 'i.withdrawn_tax_cents'])
    .execute()
  const shareOf = await loadShares(trx, [...new Set(rows.map(row => row.filmmaker_id))])
  return rows.map(({ id, price_cents, discount_cents, refunded, ...line }) => ({
    ...line,
    order_item_id: id,
    net_cents: price_cents - discount_cents,
    basis_points: shareOf(line.filmmaker_id, paid_at),
    is_earned: isPaid && !refunded,
  }))
}

const listPostedEntries = async (trx: Trx, order_id: number): Promise<LedgerEntry[]> => {
  const rows = await trx
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', order_id)
    .orderBy('p.id')
    .select(['e.account', 'e.filmmaker_id', 'e.order_item_id', 'e.clip_id', 'e.cents'])
    .execute()
  return rows as LedgerEntry[]
}

const BATCH_SIZE = 200

/** Posts orders whose events were lost, or that are older than the ledger. Returns how many. Throws at the end if any failed. */
export const postMissedOrders = async (db: Db): Promise<number> => {
  let posted = 0
  let lastId = 0
  const failed: unknown[] = []
  for (let hasMore = true; hasMore;) {
    const { rows } = await sql<{ id: number }>`
      select o.id from orders o left join ledger_orders l on l.order_id = o.id
      where o.paid_at is not null and o.id > ${lastId}
        and (l.transition_id is null or exists (select from order_transitions m where m.order_id = o.id and m.id > l.transition_id))
      order by o.id limit ${BATCH_SIZE}`.execute(db)
    for (const { id } of rows)
      await postOrder(db, id).then(
        () => (posted += 1),
        error => failed.push(error),
      )
    lastId = rows.at(-1)?.id ?? lastId
    hasMore = rows.length === BATCH_SIZE
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} orders could not be posted to the ledger.`)
  return posted
}
