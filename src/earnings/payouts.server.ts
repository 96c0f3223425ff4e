/** Payouts as our people send them: which wait, and that one has left. */
import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { monthStart } from './months.ts'
import { readStatementNumber } from './statement.ts'

/** Those that wait first, then the latest. */
export const payoutsOf = (db: Db, most: number) =>
  db
    .selectFrom('payout_statements as s')
    .innerJoin('filmmakers as f', 'f.id', 's.filmmaker_id')
    .leftJoin('payouts_sent as p', 'p.statement_id', 's.id')
    .leftJoin('payout_settings as t', 't.filmmaker_id', 's.filmmaker_id')
    .where('s.paid_cents', '>', 0)
    .orderBy('p.statement_id', order => order.desc().nullsFirst())
    .orderBy('s.month', 'desc')
    .orderBy('f.name')
    .limit(most)
    .select(['s.month', 's.filmmaker_id', 's.paid_cents', 'f.name as filmmaker', 't.payee_name', 't.paypal_email'])
    .select(['p.sent_on', 'p.reference'])
    .execute()

export type Sent = { sent_on: string; reference: string; staff_user_id: number; now: Date }

/**
 * A payout has left: those who look after the filmmaker are mailed. Answers the filmmaker. Throws 404 for no payout, 403 for
 * one's own, 409 for one that has left already, 422 for a day on which it cannot have.
 */
export const markSent = async (trx: Trx, number: string, { staff_user_id, now, ...sent }: Sent): Promise<number> => {
  const read = readStatementNumber(number)
  const statement = await trx
    .selectFrom('payout_statements')
    .where('filmmaker_id', '=', read?.filmmaker_id ?? 0)
    .where('month', '=', read?.month ?? '')
    .where('paid_cents', '>', 0)
    .select(['id', 'filmmaker_id', 'month'])
    .executeTakeFirst()
  if (!statement) throw refuse.missing('payout')
  const people = await trx
    .selectFrom('filmmaker_people')
    .where('filmmaker_id', '=', statement.filmmaker_id)
    .orderBy('user_id')
    .select('user_id')
    .execute()
  if (people.some(({ user_id }) => user_id === staff_user_id))
    throw refuse(403, 'You look after this filmmaker. Please ask a colleague.')
  if (sent.sent_on > now.toISOString().slice(0, 10)) throw refuse.fields({ sent_on: ['This day is still to come.'] })
  if (new Date(sent.sent_on) < monthStart(statement.month))
    throw refuse.fields({ sent_on: ['This day is before the month that was paid out.'] })
  const marked = await trx
    .insertInto('payouts_sent')
    .values({ ...sent, statement_id: statement.id, marked_by: staff_user_id, marked_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('statement_id')
    .executeTakeFirst()
  if (!marked) throw refuse(409, 'This payout is marked as sent already.')
  for (const { user_id } of people) await record(trx, 'payout.sent', { statement_id: statement.id, user_id })
  return statement.filmmaker_id
}
