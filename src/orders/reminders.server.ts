/** Invoices that are not paid by their day: they become overdue, and whoever owes is reminded. */
import { preferencesAddress } from '#accounts/own/preferences.server.ts'
import { workspaceRoles } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { daysOverdue, isLongOverdue, isOwed, type Reminder } from './due.ts'
import { sendOnce } from './mails.server.ts'
import { moveOrder } from './orders.server.ts'
import type { OrderState } from './states.ts'

/** Nothing when it was paid or cancelled meanwhile, or is overdue already. */
export const becomeOverdue = async (trx: Trx, order_id: number, now: Date): Promise<void> => {
  const invoiced = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .where('state', '=', 'invoiced')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (invoiced) await moveOrder(trx, order_id, 'overdue', { user_id: null, reason: 'Not paid by its day', now })
}

/** Mails everybody whom an invoice concerns, each once; nothing when it is not owed any more. Throws when it must be tried again. */
export const remind = async (deps: Deps, order_id: number, reminder: Reminder): Promise<void> => {
  const { db, clock, config, mail } = deps
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .where('o.id', '=', order_id)
    .select(['o.universal_invoice_number as number', 'o.state', 'o.due_at', 'o.total_cents', 'o.workspace_id'])
    .select(['o.user_id', 'w.name as workspace'])
    .executeTakeFirstOrThrow()
  if (!order.number || !order.due_at || !isOwed(order.state as OrderState)) return
  const { invoiceReminderMail } = await import('./parts/invoice-reminder-mail.tsx')
  const facts = {
    number: order.number,
    workspace: order.workspace,
    total: formatCents(order.total_cents),
    due_at: order.due_at.toISOString(),
    days: daysOverdue(order.due_at, clock.now()),
    is_closed: isLongOverdue(order.due_at, clock.now()),
    pay_at: `${config.public_url}/checkout/${order.number}`,
    order_at: `${config.public_url}/workspace/orders/${order.number}`,
  }
  const tell = (user_id: number, email: string) =>
    sendOnce(deps, order_id, `reminder:${reminder}:${user_id}`, async () => {
      const preferences = await preferencesAddress(deps, user_id)
      await mail.send({ to: email, ...(await invoiceReminderMail({ ...facts, preferences })) })
    })
  let failed: unknown
  // One whose mail cannot be sent must not keep the others waiting.
  for (const { user_id, email } of await readersOf(db, order))
    await tell(user_id, email).catch((error: unknown) => (failed = error))
  if (failed !== undefined) throw failed
}

/** The billing contact, and the buyer while they still buy there; when neither is left, everybody who buys. */
const readersOf = async (db: Db, { workspace_id, user_id }: { workspace_id: number; user_id: number }) => {
  const billing = await db
    .selectFrom('workspace_billing')
    .where('workspace_id', '=', workspace_id)
    .select('billing_contact_user_id')
    .executeTakeFirst()
  const members = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .select(['m.user_id', 'm.role', 'u.email'])
    .orderBy('m.user_id')
    .execute()
  const buys = ({ role }: { role: string }) => workspaceRoles.some(known => known === role && canPurchase(known))
  const near = members.filter(
    member => member.user_id === billing?.billing_contact_user_id || (member.user_id === user_id && buys(member)),
  )
  return near.length > 0 ? near : members.filter(buys)
}
