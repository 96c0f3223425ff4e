/** Closes months: writes a statement for each filmmaker and pays out what they have earned. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { formatCents } from '#platform/money.ts'
import { loadPrefix } from '#platform/settings/settings.server.ts'

import { insertPosting } from './ledger.server.ts'
import type { Account, LedgerEntry } from './ledger.ts'
import { monthAfter, monthOf, monthStart } from './months.ts'
import { calculatePayout, parseStatementNumber, type StatementData, type StatementLine } from './statement.ts'

/**
 * Writes the statement of a month for each filmmaker with earnings, refunds or a balance, and pays out. Includes earlier
 * months that were missed. Returns how many were written; closing again writes none. Throws 409 for a month that is not
 * over.
 */
export const closeMonth = async (db: Db, month: string, now: Date): Promise<number> => {
  if (monthStart(monthAfter(month)) > now) throw refuse(409, 'This month is not over yet.')
  let count = 0
  for (const filmmaker_id of await listLedgerFilmmakers(db))
    if ((await db.transaction().execute(trx => closeMonthFor(trx, filmmaker_id, month, now))) !== undefined) count += 1
  return count
}

/** Returns all filmmakers with ledger entries, in the order in which they are locked. */
const listLedgerFilmmakers = async (db: Db | Trx): Promise<number[]> => {
  const rows = await db
    .selectFrom('ledger_entries')
    .where('filmmaker_id', 'is not', null)
    .select('filmmaker_id')
    .distinct()
    .orderBy('filmmaker_id')
    .execute()
  return rows.flatMap(({ filmmaker_id }) => filmmaker_id ?? [])
}

/** Returns the statements that closing a month would write, with names. Locks and changes nothing. */
export const previewMonth = async (db: Db | Trx, month: string) => {
  const names = new Map(
    (await db.selectFrom('filmmakers').select(['id', 'name']).execute()).map(filmmaker => [
      filmmaker.id,
      filmmaker.name,
    ]),
  )
  const drafts = []
  for (const filmmaker_id of await listLedgerFilmmakers(db)) {
    const draft = await draftStatement(db, filmmaker_id, month)
    if (draft) drafts.push({ ...draft.sums, has_payee: draft.has_payee, filmmaker: names.get(filmmaker_id) ?? '' })
  }
  return drafts.toSorted((a, b) => b.paid_cents - a.paid_cents || a.filmmaker.localeCompare(b.filmmaker))
}

/**
 * Closes the last month in one transaction, if it pays out exactly what was previewed. Returns how many statements were
 * written; none if it is closed already. Throws 409 if it would pay out a different amount.
 */
export const closePreviewedMonth = async (
  trx: Trx,
  { month, expected_cents, now }: { month: string; expected_cents: number; now: Date },
): Promise<number> => {
  if (month !== monthAfter(monthOf(now), -1)) throw refuse(409, 'This is no longer the previous month.')
  // A second caller waits here, then finds the month closed.
  await sql`select pg_advisory_xact_lock(64, 0)`.execute(trx)
  const drafts = await previewMonth(trx, month)
  if (drafts.length === 0) return 0
  const paid_cents = drafts.reduce((sum, draft) => sum + draft.paid_cents, 0)
  if (paid_cents !== expected_cents) throw previewOutdated(paid_cents, expected_cents)
  const results = []
  for (const filmmaker_id of await listLedgerFilmmakers(trx))
    results.push(await closeMonthFor(trx, filmmaker_id, month, now))
  const paidAmounts = results.filter(cents => cents !== undefined)
  // Payout settings or sales may have changed meanwhile; what was actually written counts.
  const closed_cents = paidAmounts.reduce((sum, cents) => sum + cents, 0)
  if (closed_cents !== expected_cents) throw previewOutdated(closed_cents, expected_cents)
  return paidAmounts.length
}

const previewOutdated = (cents: number, expected_cents: number) =>
  refuse(
    409,
    `Closing the month would pay out ${formatCents(cents)} now, not ${formatCents(expected_cents)}. Nothing has been closed; please review it again.`,
  )

/** Closes the previous month. */
export const closeLastMonth = (db: Db, now: Date): Promise<number> => closeMonth(db, monthAfter(monthOf(now), -1), now)

/** Returns the cents that are paid out; undefined when there is no statement to write. */
const closeMonthFor = async (trx: Trx, filmmaker_id: number, month: string, now: Date): Promise<number | undefined> => {
  // Serializes simultaneous closings.
  await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
  const draft = await draftStatement(trx, filmmaker_id, month)
  if (!draft) return undefined
  const { sums, open } = draft
  const number_prefix = await loadPrefix(trx, 'statement')
  const { paid_cents } = sums
  const posting_id =
    paid_cents > 0
      ? await insertPosting(trx, { kind: 'payout', at: now }, payoutEntries(filmmaker_id, paid_cents))
      : null
  const { id: statement_id } = await trx
    .insertInto('payout_statements')
    .values({ ...sums, filmmaker_id, month, number_prefix, posting_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const includedIds = [...open.map(({ id }) => id), ...(posting_id === null ? [] : [posting_id])]
  await trx
    .insertInto('payout_statement_postings')
    .values(includedIds.map(id => ({ filmmaker_id, posting_id: id, statement_id })))
    .execute()
  return paid_cents
}

/** Returns the statement to write; undefined if it exists already or would be empty. */
const draftStatement = async (trx: Db | Trx, filmmaker_id: number, month: string) => {
  const previous = await trx
    .selectFrom('payout_statements')
    .where('filmmaker_id', '=', filmmaker_id)
    .orderBy('month', 'desc')
    .limit(1)
    .select(['month', 'closing_cents'])
    .executeTakeFirst()
  if (previous && previous.month >= month) return undefined
  const opening_cents = previous?.closing_cents ?? 0
  const open = await openPostings(trx, filmmaker_id, monthStart(monthAfter(month)))
  const earned_cents = open.reduce((sum, { earned }) => sum + earned, 0)
  const refunded_cents = open.reduce((sum, { refunded }) => sum + refunded, 0)
  const balance = opening_cents + earned_cents - refunded_cents
  const has_payee = await hasPayee(trx, filmmaker_id)
  const paid_cents = calculatePayout(balance, has_payee)
  if (open.length === 0 && paid_cents === 0) return undefined
  const sums = { opening_cents, earned_cents, refunded_cents, paid_cents, closing_cents: balance - paid_cents }
  return { sums, open, has_payee }
}

const payoutEntries = (filmmaker_id: number, cents: number): LedgerEntry[] => {
  const toEntry = (account: Account, filmmaker: number | null, amount: number): LedgerEntry => ({
    account,
    filmmaker_id: filmmaker,
    order_item_id: null,
    clip_id: null,
    cents: amount,
  })
  return [toEntry('filmmaker', filmmaker_id, cents), toEntry('payouts', null, -cents)]
}

const hasPayee = async (trx: Db | Trx, filmmaker_id: number) =>
  (await trx
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select('filmmaker_id')
    .executeTakeFirst()) !== undefined

/** Returns postings before a date that are on no statement yet. Late ones are included in the next month, so that none is lost. */
const openPostings = async (trx: Db | Trx, filmmaker_id: number, before: Date) => {
  const { rows } = await sql<{ id: number; earned: number; refunded: number }>`
    select p.id, coalesce(sum(-e.cents) filter (where e.cents < 0), 0)::float8 as earned,
      coalesce(sum(e.cents) filter (where e.cents > 0), 0)::float8 as refunded
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.filmmaker_id = ${filmmaker_id} and p.at < ${before}
      and not exists (select from payout_statement_postings s
        where s.filmmaker_id = e.filmmaker_id and s.posting_id = p.id)
    group by p.id order by p.id`.execute(trx)
  return rows
}

/** Returns a filmmaker's statements, latest first. */
export const listStatements = (db: Db, filmmaker_id: number) =>
  db
    .selectFrom('payout_statements as s')
    .leftJoin('payouts_sent as p', 'p.statement_id', 's.id')
    .leftJoin('payout_destinations as d', 'd.statement_id', 's.id')
    .where('s.filmmaker_id', '=', filmmaker_id)
    .orderBy('s.month', 'desc')
    .selectAll('s')
    .select(['p.sent_on', 'p.reference', 'd.paypal_email as sent_to'])
    .execute()

/** Returns the data of a statement. Throws 404 for an unknown one, or another filmmaker's. */
export const loadStatement = async (db: Db, filmmaker_id: number, number: string): Promise<StatementData> => {
  const statement = parseStatementNumber(number)
  if (statement?.filmmaker_id !== filmmaker_id) throw refuse.missing('statement')
  const row = await db
    .selectFrom('payout_statements as s')
    .innerJoin('filmmakers as f', 'f.id', 's.filmmaker_id')
    .where('s.filmmaker_id', '=', filmmaker_id)
    .where('s.month', '=', statement.month)
    .where('s.number_prefix', '=', statement.number_prefix)
    .select(['s.id', 's.month', 's.created_at', 's.opening_cents', 's.earned_cents', 's.refunded_cents'])
    .select(['s.paid_cents', 's.closing_cents', 'f.name as filmmaker'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('statement')
  const { id, created_at, ...fields } = row
  return {
    ...fields,
    number,
    created_at: created_at.toISOString(),
    lines: await loadLines(db, id, filmmaker_id),
  }
}

const loadLines = async (db: Db, statement_id: number, filmmaker_id: number): Promise<StatementLine[]> => {
  const { rows } = await sql<Omit<StatementLine, 'at'> & { at: Date }>`
    select p.at, e.clip_id, i.clip_snapshot->>'name' as clip, (-e.cents)::float8 as share_cents,
      (select -sum(n.cents) from ledger_entries n where n.posting_id = p.id and n.order_item_id = i.id
        and n.account in ('filmmaker', 'shop'))::float8 as net_cents
    from payout_statement_postings s
    join ledger_postings p on p.id = s.posting_id
    join ledger_entries e on e.posting_id = p.id and e.filmmaker_id = s.filmmaker_id
    join order_items i on i.id = e.order_item_id
    where s.statement_id = ${statement_id} and s.filmmaker_id = ${filmmaker_id}
    order by p.at, p.id, e.order_item_id`.execute(db)
  return rows.map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
}
