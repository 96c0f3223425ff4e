/** The ledger: what orders earn for filmmakers, in double entry. Entries are only ever added. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'

import { nextEntries, type Entry, type LedgerOrder } from './ledger.ts'

/** In these the money of the lines that were not given back is with us. In a dispute the bank has not decided yet. */
const earning_states: readonly string[] = ['paid', 'partially_refunded', 'disputed']

/** Brings the ledger to what an order has come to, under the order's lock. Asked again it changes nothing. */
export const postOrder = (db: Db, order_id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    const order = await trx
      .selectFrom('orders')
      .where('id', '=', order_id)
      .select(['id', 'state', 'paid_at', 'processing_fee_cents', 'taken_fee_cents'])
      .forUpdate()
      .executeTakeFirst()
    if (!order?.paid_at) return
    const move = await trx
      .selectFrom('order_moves')
      .where('order_id', '=', order_id)
      .orderBy('id', 'desc')
      .limit(1)
      .select(['id', 'moved_at'])
      .executeTakeFirstOrThrow()
    const entries = nextEntries(
      {
        lines: await linesOf(trx, order_id, earning_states.includes(order.state)),
        fee_cents: order.processing_fee_cents,
        taken_fee_cents: order.taken_fee_cents,
        basis_points: await splitAt(trx, order.paid_at),
      },
      await postedOf(trx, order_id),
    )
    if (entries.length > 0) await post(trx, { kind: 'order', order_id, move_id: move.id, at: move.moved_at }, entries)
    await trx
      .insertInto('ledger_orders')
      .values({ order_id, move_id: move.id })
      .onConflict(conflict => conflict.column('order_id').doUpdateSet({ move_id: move.id }))
      .execute()
  })

type Posting = { kind: 'order'; order_id: number; move_id: number; at: Date } | { kind: 'payout'; at: Date }

/** Answers the posting's id. The database refuses entries that do not add up to nothing. */
export const post = async (trx: Trx, posting: Posting, entries: readonly Entry[]): Promise<number> => {
  const { id } = await trx.insertInto('ledger_postings').values(posting).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('ledger_entries')
    .values(entries.map(entry => ({ ...entry, posting_id: id })))
    .execute()
  return id
}

/** Basis points of the version that holds for what is paid then. */
const splitAt = async (trx: Trx, at: Date): Promise<number> => {
  const { filmmaker_basis_points } = await trx
    .selectFrom('splits')
    .where('starts_at', '<=', at)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .select('filmmaker_basis_points')
    .executeTakeFirstOrThrow()
  return filmmaker_basis_points
}

const linesOf = async (trx: Trx, order_id: number, isPaid: boolean): Promise<LedgerOrder['lines']> => {
  const rows = await trx
    .selectFrom('order_items as i')
    .innerJoin('clips as c', 'c.id', 'i.clip_id')
    .where('i.order_id', '=', order_id)
    .orderBy('i.id')
    .select(['i.id', 'i.clip_id', 'c.filmmaker_id', 'i.price_cents', 'i.discount_cents', 'i.tax_cents', 'i.refunded'])
    .select(['i.taken_cents', 'i.taken_tax_cents'])
    .execute()
  return rows.map(({ id, price_cents, discount_cents, refunded, ...line }) => ({
    ...line,
    order_item_id: id,
    net_cents: price_cents - discount_cents,
    is_earned: isPaid && !refunded,
  }))
}

const postedOf = async (trx: Trx, order_id: number): Promise<Entry[]> => {
  const rows = await trx
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', order_id)
    .orderBy('p.id')
    .select(['e.account', 'e.filmmaker_id', 'e.order_item_id', 'e.clip_id', 'e.cents'])
    .execute()
  return rows as Entry[]
}

const batch = 200

/** Takes in what no news told of: orders of before there was a ledger, and news that was lost. Answers how many. Throws at the end when one could not be taken in. */
export const postMissed = async (db: Db): Promise<number> => {
  let posted = 0
  let last = 0
  const failed: unknown[] = []
  for (let more = true; more;) {
    const { rows } = await sql<{ id: number }>`
      select o.id from orders o left join ledger_orders l on l.order_id = o.id
      where o.paid_at is not null and o.id > ${last}
        and (l.move_id is null or exists (select from order_moves m where m.order_id = o.id and m.id > l.move_id))
      order by o.id limit ${batch}`.execute(db)
    for (const { id } of rows)
      await postOrder(db, id).then(
        () => (posted += 1),
        error => failed.push(error),
      )
    last = rows.at(-1)?.id ?? last
    more = rows.length === batch
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} orders could not be taken into the ledger.`)
  return posted
}
