/** Payouts as our people send them: which wait, and that one has left. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { maskedEmail } from './masked.ts'
import { monthStart } from './months.ts'
import type { PayoutSettings } from './payout-settings.server.ts'
import { readStatementNumber } from './statement.ts'

/** Those that wait first, then the latest. */
export const payoutsOf = (db: Db, most: number) =>
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
    .limit(most)
    .select(['s.month', 's.filmmaker_id', 's.paid_cents', 'f.name as filmmaker', 't.payee_name', 't.paypal_email'])
    .select(['p.sent_on', 'p.reference', 'd.payee_name as sent_to_name', 'd.paypal_email as sent_to_email'])
    .execute()

export type Sent = {
  sent_on: string
  reference: string
  /** Where payouts went as staff saw it; null: nobody said so. */
  payee: PayoutSettings | null
  staff_user_id: number
  now: Date
}

/**
 * A payout has left: where it went is kept, those who look after the filmmaker are mailed. Answers the filmmaker. Throws 404
 * for no payout, 403 for one's own or
 * one whose account they linked, 409 for one that has left already or whose payee is another one by now, 422 for a day on
 * which it cannot have.
 */
export const markSent = async (
  trx: Trx,
  number: string,
  { staff_user_id, now, payee, ...sent }: Sent,
): Promise<number> => {
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
    .select(['user_id', 'linked_by'])
    .execute()
  if (people.some(({ user_id }) => user_id === staff_user_id))
    throw refuse(403, 'You look after this filmmaker. Please ask a colleague.')
  // Nobody both opens the way for a payout and sends it.
  const settings = await trx
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', statement.filmmaker_id)
    .select('changed_by')
    .executeTakeFirst()
  if (settings?.changed_by === staff_user_id || people.some(({ linked_by }) => linked_by === staff_user_id))
    throw refuse(403, 'You linked this filmmaker’s account or said where the payouts go. Please ask a colleague.')
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
  await keepDestination(trx, statement, payee)
  for (const { user_id } of people) await record(trx, 'payout.sent', { statement_id: statement.id, user_id })
  return statement.filmmaker_id
}

/** Throws 409 when payouts go elsewhere than staff saw. */
const keepDestination = async (
  trx: Trx,
  { id: statement_id, filmmaker_id }: { id: number; filmmaker_id: number },
  seen: PayoutSettings | null,
): Promise<void> => {
  // As the settings are saved: what is compared stays so until the end.
  await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
  const now = await trx
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select(['payee_name', 'paypal_email', 'changed_by'])
    .forShare()
    .executeTakeFirst()
  if (now?.payee_name !== seen?.payee_name || now?.paypal_email !== seen?.paypal_email)
    throw refuse(
      409,
      `Where this payout goes has changed since you looked: ${
        now ? `now it is ${now.payee_name}, ${maskedEmail(now.paypal_email)}` : 'nobody says so any more'
      }. Nothing was marked; please look again.`,
    )
  if (!now) return
  const { changed_by, ...destination } = now
  await trx
    .insertInto('payout_destinations')
    .values({ statement_id, said_by: changed_by, ...destination })
    .execute()
}
