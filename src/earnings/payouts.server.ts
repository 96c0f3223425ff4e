/** Payouts for staff: lists them, and marks one as sent. */
import { sql } from 'kysely'

import { toDay } from '#platform/day.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { maskEmail } from './mask-email.ts'
import { monthStart } from './months.ts'
import type { PayoutSettings } from './payout-settings.server.ts'
import { parseStatementNumber } from './statement.ts'

/** Returns unsent payouts first, then the latest. */
export const listPayouts = (db: Db, limit: number) =>
  db
    .selectFrom('payout_statements as s')
    .innerJoin('filmmakers as f', 'f.id', 's.filmmaker_id')
    .leftJoin('payouts_sent as p', 'p.statement_id', 's.id')
    .leftJoin('payout_destinations as d', 'd.statement_id', 's.id')
    .leftJoin('payout_settings as t', 't.filmmaker_id', 's.filmmaker_id')
    .where('s.paid_cents', '>', 0)
    .orderBy('p.statement_id', order => order.desc().nullsFirst())
    .orderBy('s.month', 'desc')
    .orderBy('f.name')
    .limit(limit)
    .select([
      's.month',
      's.filmmaker_id',
      's.number_prefix',
      's.paid_cents',
      'f.name as filmmaker',
      't.payee_name',
      't.paypal_email',
    ])
    .select(['p.sent_on', 'p.reference', 'd.payee_name as sent_to_name', 'd.paypal_email as sent_to_email'])
    .execute()

/** Returns what filmmakers earned and was not paid out yet, and the payouts that were not sent yet. */
export const sumOwedToFilmmakers = async (db: Db) => {
  const { rows } = await sql<{ earned_cents: number; payouts: number; payouts_cents: number }>`
    select (select coalesce(sum(-cents), 0) from ledger_entries where filmmaker_id is not null)::float8 as earned_cents,
           count(*)::int as payouts, coalesce(sum(paid_cents), 0)::float8 as payouts_cents
    from payout_statements s
    where paid_cents > 0 and not exists (select from payouts_sent p where p.statement_id = s.id)`.execute(db)
  return rows[0] ?? { earned_cents: 0, payouts: 0, payouts_cents: 0 }
}

export type MarkSentInput = {
  sent_on: string
  reference: string
  /** The payout settings that staff saw; null if there were none. */
  payee: PayoutSettings | null
  staff_user_id: number
  now: Date
}

/**
 * Marks a payout as sent, stores its destination and notifies the filmmaker's users. Returns the filmmaker's id. Throws 404
 * for an unknown payout, 403 for the staff member's own or one whose account they linked, 409 if it was sent already or its
 * payee has changed, 422 for an impossible date.
 */
export const markPayoutSent = async (
  trx: Trx,
  number: string,
  { staff_user_id, now, payee, ...fields }: MarkSentInput,
): Promise<number> => {
  const statementKey = parseStatementNumber(number)
  const statement = await trx
    .selectFrom('payout_statements')
    .where('filmmaker_id', '=', statementKey?.filmmaker_id ?? 0)
    .where('month', '=', statementKey?.month ?? '')
    .where('number_prefix', '=', statementKey?.number_prefix ?? '')
    .where('paid_cents', '>', 0)
    .select(['id', 'filmmaker_id', 'month'])
    .executeTakeFirst()
  if (!statement) throw refuse.missing('payout')
  const people = await trx
    .selectFrom('filmmaker_members')
    .where('filmmaker_id', '=', statement.filmmaker_id)
    .orderBy('user_id')
    .select(['user_id', 'linked_by'])
    .execute()
  if (people.some(({ user_id }) => user_id === staff_user_id))
    throw refuse(403, 'You are linked to this filmmaker. Please ask a colleague.')
  // Separation of duties: the person who set up a payout may not send it.
  const settings = await trx
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', statement.filmmaker_id)
    .select('changed_by')
    .executeTakeFirst()
  if (settings?.changed_by === staff_user_id || people.some(({ linked_by }) => linked_by === staff_user_id))
    throw refuse(403, 'You linked this filmmaker’s account or changed the payout settings. Please ask a colleague.')
  if (fields.sent_on > toDay(now)) throw refuse.fields({ sent_on: ['This day is still to come.'] })
  if (new Date(fields.sent_on) < monthStart(statement.month))
    throw refuse.fields({ sent_on: ['This day is before the month that was paid out.'] })
  const marked = await trx
    .insertInto('payouts_sent')
    .values({ ...fields, statement_id: statement.id, marked_by: staff_user_id, marked_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('statement_id')
    .executeTakeFirst()
  if (!marked) throw refuse(409, 'This payout is marked as sent already.')
  await saveDestination(trx, statement, payee)
  for (const { user_id } of people) await recordEvent(trx, 'payout.sent', { statement_id: statement.id, user_id })
  return statement.filmmaker_id
}

/** Throws 409 when the settings differ from what staff saw. */
const saveDestination = async (
  trx: Trx,
  { id: statement_id, filmmaker_id }: { id: number; filmmaker_id: number },
  seen: PayoutSettings | null,
): Promise<void> => {
  // The same lock as in saving the settings, so that they cannot change until the end.
  await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
  const current = await trx
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select(['payee_name', 'paypal_email', 'changed_by'])
    .forShare()
    .executeTakeFirst()
  if (current?.payee_name !== seen?.payee_name || current?.paypal_email !== seen?.paypal_email)
    throw refuse(
      409,
      `Where this payout goes has changed since you looked: ${
        current ? `now it is ${current.payee_name}, ${maskEmail(current.paypal_email)}` : 'there are no payout details'
      }. Nothing was marked; please look again.`,
    )
  if (!current) return
  const { changed_by, ...destination } = current
  await trx
    .insertInto('payout_destinations')
    .values({ statement_id, set_by: changed_by, ...destination })
    .execute()
}
