/** The journal in the database. Documents, payments and shares that are not in it yet are posted every night and before each export. */
import { sql } from 'kysely'

import { creditedAmounts } from '#orders/credited-amounts.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { toDay } from '#platform/day.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { toBookDay, toEntries, type JournalFact } from './journal.ts'
import { storeTaxReports } from './tax-report.server.ts'

type FactRow = {
  source: string
  kind: JournalFact['kind']
  happened_on: string
  document: string
  text: string
  order_id: number | null
  total_cents: string
  fee_cents: string
  tax_cents: string
  place: string
  through: 'gateway' | 'bank'
}

const BATCH_SIZE = 500

const dayOf = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD')`
/** The place that an order's tax is owed to. Orders from before the tax table know its name only. */
const placeOf = sql`coalesce(o.tax->'sold'->>'place', nullif(o.tax->>'jurisdiction', ''), 'unknown')`
/** Orders without an attempt that succeeded were paid by transfer. */
const throughOf = sql`case when exists (select from payment_attempts a where a.order_id = o.id and a.state = 'succeeded') then 'gateway' else 'bank' end`

const facts = sql`
  select 'invoice ' || o.id as source, 'invoice' as kind, ${dayOf('o.placed_at')} as happened_on,
         o.universal_invoice_number as document, 'Sale' as text, o.id as order_id, o.total_cents,
         o.processing_fee_cents as fee_cents, o.tax_cents, ${placeOf} as place, 'bank' as through
  from orders o where o.placed_at is not null and o.total_cents > 0
  union all
  select 'payment ' || o.id, 'payment', ${dayOf('o.paid_at')}, o.universal_invoice_number, 'Payment', o.id, o.total_cents, 0, 0, '',
         ${throughOf}
  from orders o where o.paid_at is not null and o.placed_at is not null and o.total_cents > 0
  union all
  select 'credit note ' || c.id, 'credit_note', ${dayOf('c.created_at')}, c.number, 'Credit note', o.id, c.total_cents, a.fee_cents,
         a.tax_cents, ${placeOf}, 'bank'
  from credit_notes c join orders o on o.id = c.order_id join (${creditedAmounts}) a on a.id = c.id where c.total_cents > 0
  union all
  select 'refund ' || r.id, 'refund', ${dayOf('r.ended_at')}, coalesce(o.universal_invoice_number, ''), 'Refund', o.id, r.amount_cents,
         0, 0, '', case when r.attempt_id is null then 'bank' else 'gateway' end
  from refunds r join orders o on o.id = r.order_id where r.state = 'done' and r.amount_cents > 0
  union all
  select 'dispute ' || c.id, 'refund', ${dayOf('c.created_at')}, c.number, 'Withdrawn by the buyer’s bank', o.id, c.total_cents, 0, 0,
         '', 'gateway'
  from credit_notes c join orders o on o.id = c.order_id where c.by_dispute and c.total_cents > 0
  union all
  select 'ledger ' || p.id, case p.kind when 'payout' then 'payout' else 'share' end, ${dayOf('p.at')}, '',
         case p.kind when 'payout' then 'Payout to a filmmaker' else 'Filmmakers’ shares' end, p.order_id,
         case p.kind when 'payout' then sum(e.cents) else -sum(e.cents) end, 0, 0, '', 'bank'
  from ledger_postings p join ledger_entries e on e.posting_id = p.id and e.account = 'filmmaker'
  group by p.id having sum(e.cents) <> 0`

const toFact = (row: FactRow): JournalFact => {
  const { kind, through, place } = row
  const [total_cents, fee_cents, tax_cents] = [row.total_cents, row.fee_cents, row.tax_cents].map(Number) as [
    number,
    number,
    number,
  ]
  if (kind === 'invoice' || kind === 'credit_note') return { kind, total_cents, fee_cents, tax_cents, place }
  if (kind === 'payment' || kind === 'refund') return { kind, cents: total_cents, through }
  return { kind, cents: total_cents }
}

/** Orders posting and locking: one at a time. */
const lockJournal = (trx: Trx) => sql`select pg_advisory_xact_lock(93, 0)`.execute(trx)

/** Returns the last locked day, or null. */
export const getLockedUntil = async (db: Db | Trx): Promise<string | null> =>
  (
    await db
      .selectFrom('journal_locks')
      .select(({ fn }) => fn.max('last_day').as('last_day'))
      .executeTakeFirst()
  )?.last_day ?? null

/** Posts everything that is not in the journal yet, and returns how much. Each fact is posted once, however often and at once it is called. */
export const postJournal = async (db: Db): Promise<number> => {
  let posted = 0
  for (;;) {
    const count = await db.transaction().execute(async trx => {
      await lockJournal(trx)
      return postBatch(trx)
    })
    posted += count
    if (count < BATCH_SIZE) return posted
  }
}

const postBatch = async (trx: Trx): Promise<number> => {
  const { rows } = await sql<FactRow>`
    select f.* from (${facts}) f
    where not exists (select from journal_postings p where p.source = f.source)
    order by f.happened_on, f.source limit ${BATCH_SIZE}`.execute(trx)
  if (rows.length === 0) return 0
  const locked_until = await getLockedUntil(trx)
  const postings = await trx
    .insertInto('journal_postings')
    .values(
      rows.map(({ source, happened_on, document, text, order_id }) => ({
        source,
        day: toBookDay(happened_on, locked_until),
        happened_on,
        document,
        text,
        order_id,
      })),
    )
    .returning(['id', 'source'])
    .execute()
  const ids = new Map(postings.map(({ id, source }) => [source, id]))
  const entries = rows.flatMap(row =>
    toEntries(toFact(row)).map(entry => ({ ...entry, posting_id: ids.get(row.source) ?? 0 })),
  )
  await trx.insertInto('journal_entries').values(entries).execute()
  return rows.length
}

/**
 * Locks the journal until a day, after posting everything until then, and stores the tax reports of its quarters. Throws 422
 * for a day that has not ended, or that is locked already, and while a report can still change.
 */
export const lockPeriod = async (
  db: Db,
  last_day: string,
  { staff_user_id, now }: { staff_user_id: number; now: Date },
): Promise<void> => {
  if (last_day >= toDay(now)) throw refuse.fields({ last_day: ['Choose a day that has ended.'] })
  await postJournal(db)
  await db.transaction().execute(async trx => {
    await lockJournal(trx)
    while ((await postBatch(trx)) > 0);
    const locked_until = await getLockedUntil(trx)
    if (locked_until !== null && locked_until >= last_day)
      throw refuse.fields({ last_day: [`The books are locked until ${locked_until} already.`] })
    await storeTaxReports(trx, last_day, now)
    await trx.insertInto('journal_locks').values({ last_day, locked_by: staff_user_id, locked_at: now }).execute()
    await writeAuditEntry(trx, {
      staff_user_id,
      about: 'shop',
      about_key: 1,
      action: 'books_locked',
      reason: `until ${last_day}`,
      now,
    })
  })
}
