/** Daily job: marks invoices as overdue after their due date, and sends payment reminders. */

import { daysOverdue, getCurrentReminder } from '#orders/due.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { PENDING_ATTEMPT_STATES } from './attempts.server.ts'
import { markOverdue, sendInvoiceReminder } from './invoice-reminders.server.ts'

/** The first reminder is sent a week before the due date. */
const REMINDER_WINDOW_MS = 8 * DAY_MS

/** Skips invoices that are being paid. Can run any number of times; throws when some could not be processed. */
export const processDueInvoices = async (deps: Deps): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const orders = await db
    .selectFrom('orders as o')
    .where('o.state', 'in', ['invoiced', 'overdue'])
    .where('o.due_at', '<', new Date(now.getTime() + REMINDER_WINDOW_MS))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_attempts as a')
            .whereRef('a.order_id', '=', 'o.id')
            .where('a.state', 'in', PENDING_ATTEMPT_STATES)
            .select('a.id'),
        ),
      ),
    )
    .select(['o.id', 'o.due_at', 'o.placed_at'])
    .orderBy('o.due_at')
    .orderBy('o.id')
    .execute()
  let failed = 0
  for (const { id, due_at, placed_at } of orders) {
    if (!due_at || !placed_at) continue
    try {
      if (daysOverdue(due_at, now) > 0) await db.transaction().execute(trx => markOverdue(trx, id, now))
      const reminder = getCurrentReminder(due_at, placed_at, now)
      if (reminder) await sendInvoiceReminder(deps, id, reminder)
    } catch (error) {
      // One failure must not hold up the others.
      console.error(
        `checkout: the invoice of order ${id} could not be processed and will be retried: ${messageOf(error)}`,
      )
      failed += 1
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${orders.length} invoices could not be processed.`)
}
