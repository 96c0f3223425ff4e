/** Every day: invoices past their day become overdue, and whoever owes is reminded. */
import { daysOverdue, reminderAt } from '#orders/due.ts'
import { becomeOverdue, remind } from '#orders/reminders.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'

import { waiting } from './attempts.server.ts'

/** The first reminder goes out a week before. */
const ahead_ms = 8 * 86_400_000

/** Leaves alone what is being paid just now. May run any number of times; throws when some could not be followed. */
export const followInvoices = async (deps: Deps): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const owed = await db
    .selectFrom('orders as o')
    .where('o.state', 'in', ['invoiced', 'overdue'])
    .where('o.due_at', '<', new Date(now.getTime() + ahead_ms))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_attempts as a')
            .whereRef('a.order_id', '=', 'o.id')
            .where('a.state', 'in', waiting)
            .select('a.id'),
        ),
      ),
    )
    .select(['o.id', 'o.due_at', 'o.placed_at'])
    .orderBy('o.due_at')
    .orderBy('o.id')
    .execute()
  let failed = 0
  for (const { id, due_at, placed_at } of owed) {
    if (!due_at || !placed_at) continue
    try {
      if (daysOverdue(due_at, now) > 0) await db.transaction().execute(trx => becomeOverdue(trx, id, now))
      const reminder = reminderAt(due_at, placed_at, now)
      if (reminder) await remind(deps, id, reminder)
    } catch (error) {
      // One that cannot be followed must not keep the others waiting.
      console.error(`checkout: the invoice of order ${id} is to be followed again: ${messageOf(error)}`)
      failed += 1
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${owed.length} invoices could not be followed.`)
}
