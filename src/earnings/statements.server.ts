/** Statements: a month is closed for each filmmaker, and what they have earned is paid out. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { formatCents } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'

import { post } from './ledger.server.ts'
import type { Account, Entry } from './ledger.ts'
import { monthAfter, monthOf, monthStart } from './months.ts'
import { payoutOf, readStatementNumber, statementNumber, type StatementFacts, type StatementLine } from './statement.ts'

/**
 * Writes the statement of a month for each filmmaker who earned, gave back or carried something over, and pays out. Months
 * that were left out come with it. Answers how many were written; closing again writes none. Throws 409 for a month that is
 * not over.
 */
export const closeMonth = async (db: Db, month: string, now: Date): Promise<number> => {
  if (monthStart(monthAfter(month)) > now) throw refuse(409, 'This month is not over yet.')
  let written = 0
  for (const filmmaker_id of await everybody(db))
    if ((await db.transaction().execute(trx => closeFor(trx, filmmaker_id, month, now))) !== undefined) written += 1
  return written
}

/** Whoever has an entry in the ledger, in the one order in which they are locked. */
const everybody = async (db: Db | Trx): Promise<number[]> => {
  const rows = await db
    .selectFrom('ledger_entries')
    .where('filmmaker_id', 'is not', null)
    .select('filmmaker_id')
    .distinct()
    .orderBy('filmmaker_id')
    .execute()
  return rows.flatMap(({ filmmaker_id }) => filmmaker_id ?? [])
}

/** What closing a month would write, by name; nothing is locked and nothing changes. */
export const previewMonth = async (db: Db | Trx, month: string) => {
  const names = new Map(
    (await db.selectFrom('filmmakers').select(['id', 'name']).execute()).map(one => [one.id, one.name]),
  )
  const drafts = []
  for (const filmmaker_id of await everybody(db)) {
    const draft = await draftFor(db, filmmaker_id, month)
    if (draft) drafts.push({ ...draft.sums, has_payee: draft.has_payee, filmmaker: names.get(filmmaker_id) ?? '' })
  }
  return drafts.toSorted((a, b) => b.paid_cents - a.paid_cents || a.filmmaker.localeCompare(b.filmmaker))
}

/**
 * Closes the last month, all of it or nothing, if it would pay out what was seen. Answers how many statements were written:
 * none when it is closed already. Throws 409 when it would pay out something else by now.
 */
export const closeAsSeen = async (
  trx: Trx,
  { month, seen_cents, now }: { month: string; seen_cents: number; now: Date },
): Promise<number> => {
  if (month !== monthAfter(monthOf(now), -1)) throw refuse(409, 'This is not the month before this one any more.')
  // Who comes second finds it closed.
  await sql`select pg_advisory_xact_lock(64, 0)`.execute(trx)
  const drafts = await previewMonth(trx, month)
  if (drafts.length === 0) return 0
  const paid_cents = drafts.reduce((sum, draft) => sum + draft.paid_cents, 0)
  if (paid_cents !== seen_cents) throw notAsSeen(paid_cents, seen_cents)
  const closed = []
  for (const filmmaker_id of await everybody(trx)) closed.push(await closeFor(trx, filmmaker_id, month, now))
  const written = closed.filter(cents => cents !== undefined)
  // Meanwhile somebody may have said where to pay, or a sale may have come: what counts is what is written.
  const closed_cents = written.reduce((sum, cents) => sum + cents, 0)
  if (closed_cents !== seen_cents) throw notAsSeen(closed_cents, seen_cents)
  return written.length
}

const notAsSeen = (cents: number, seen_cents: number) =>
  refuse(
    409,
    `Closing the month would pay out ${formatCents(cents)} now, not ${formatCents(seen_cents)}. Nothing has been closed; please look again.`,
  )

/** The month before this one. */
export const closeLastMonth = (db: Db, now: Date): Promise<number> => closeMonth(db, monthAfter(monthOf(now), -1), now)

/** Answers what it pays out, in cents; undefined when there was nothing to say. */
const closeFor = async (trx: Trx, filmmaker_id: number, month: string, now: Date): Promise<number | undefined> => {
  // Two who close the same month wait for each other.
  await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
  const draft = await draftFor(trx, filmmaker_id, month)
  if (!draft) return undefined
  const { sums, open } = draft
  const { paid_cents } = sums
  const posting_id =
    paid_cents > 0 ? await post(trx, { kind: 'payout', at: now }, payout(filmmaker_id, paid_cents)) : null
  const { id: statement_id } = await trx
    .insertInto('payout_statements')
    .values({ ...sums, filmmaker_id, month, posting_id, made_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taken = [...open.map(({ id }) => id), ...(posting_id === null ? [] : [posting_id])]
  await trx
    .insertInto('payout_statement_postings')
    .values(taken.map(id => ({ filmmaker_id, posting_id: id, statement_id })))
    .execute()
  return paid_cents
}

/** What the statement of a month would say; undefined when it is written, or would say nothing. */
const draftFor = async (trx: Db | Trx, filmmaker_id: number, month: string) => {
  const last = await trx
    .selectFrom('payout_statements')
    .where('filmmaker_id', '=', filmmaker_id)
    .orderBy('month', 'desc')
    .limit(1)
    .select(['month', 'closing_cents'])
    .executeTakeFirst()
  if (last && last.month >= month) return undefined
  const opening_cents = last?.closing_cents ?? 0
  const open = await openPostings(trx, filmmaker_id, monthStart(monthAfter(month)))
  const earned_cents = open.reduce((sum, { earned }) => sum + earned, 0)
  const given_back_cents = open.reduce((sum, { given_back }) => sum + given_back, 0)
  const balance = opening_cents + earned_cents - given_back_cents
  const has_payee = await hasPayee(trx, filmmaker_id)
  const paid_cents = payoutOf(balance, has_payee)
  if (open.length === 0 && paid_cents === 0) return undefined
  const sums = { opening_cents, earned_cents, given_back_cents, paid_cents, closing_cents: balance - paid_cents }
  return { sums, open, has_payee }
}

const payout = (filmmaker_id: number, cents: number): Entry[] => {
  const of = (account: Account, filmmaker: number | null, amount: number): Entry => ({
    account,
    filmmaker_id: filmmaker,
    order_item_id: null,
    clip_id: null,
    cents: amount,
  })
  return [of('filmmaker', filmmaker_id, cents), of('payouts', null, -cents)]
}

const hasPayee = async (trx: Db | Trx, filmmaker_id: number) =>
  (await trx
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select('filmmaker_id')
    .executeTakeFirst()) !== undefined

/** What no statement has taken in, from before a moment. Late ones come with the next month, so that none is ever left out. */
const openPostings = async (trx: Db | Trx, filmmaker_id: number, before: Date) => {
  const { rows } = await sql<{ id: number; earned: number; given_back: number }>`
    select p.id, coalesce(sum(-e.cents) filter (where e.cents < 0), 0)::float8 as earned,
      coalesce(sum(e.cents) filter (where e.cents > 0), 0)::float8 as given_back
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.filmmaker_id = ${filmmaker_id} and p.at < ${before}
      and not exists (select from payout_statement_postings s
        where s.filmmaker_id = e.filmmaker_id and s.posting_id = p.id)
    group by p.id order by p.id`.execute(trx)
  return rows
}

/** A filmmaker's, the latest first. */
export const statementsOf = (db: Db, filmmaker_id: number) =>
  db
    .selectFrom('payout_statements as s')
    .leftJoin('payouts_sent as p', 'p.statement_id', 's.id')
    .leftJoin('payout_destinations as d', 'd.statement_id', 's.id')
    .where('s.filmmaker_id', '=', filmmaker_id)
    .orderBy('s.month', 'desc')
    .selectAll('s')
    .select(['p.sent_on', 'p.reference', 'd.paypal_email as sent_to'])
    .execute()

/** Everything that a statement says. Throws 404 for one that is not there, or of another filmmaker. */
export const statementFacts = async (db: Db, filmmaker_id: number, number: string): Promise<StatementFacts> => {
  const read = readStatementNumber(number)
  if (read?.filmmaker_id !== filmmaker_id) throw refuse.missing('statement')
  const row = await db
    .selectFrom('payout_statements as s')
    .innerJoin('filmmakers as f', 'f.id', 's.filmmaker_id')
    .where('s.filmmaker_id', '=', filmmaker_id)
    .where('s.month', '=', read.month)
    .select(['s.id', 's.month', 's.made_at', 's.opening_cents', 's.earned_cents', 's.given_back_cents'])
    .select(['s.paid_cents', 's.closing_cents', 'f.name as filmmaker'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('statement')
  const { id, made_at, ...facts } = row
  return {
    ...facts,
    number: statementNumber(row.month, filmmaker_id),
    made_at: made_at.toISOString(),
    lines: await linesOf(db, id, filmmaker_id),
  }
}

const linesOf = async (db: Db, statement_id: number, filmmaker_id: number): Promise<StatementLine[]> => {
  const { rows } = await sql<Omit<StatementLine, 'at'> & { at: Date }>`
    select p.at, e.clip_id, i.sold_as->>'name' as clip, (-e.cents)::float8 as share_cents,
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
