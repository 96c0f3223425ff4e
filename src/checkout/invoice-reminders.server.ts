/** Invoices that are not paid by their due date: marks them overdue and sends reminders. */
import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { issueBill } from '#orders/bills.server.ts'
import { readDocument } from '#orders/documents/stored.server.ts'
import { daysOverdue, isLongOverdue, isOwed, type InvoiceReminder } from '#orders/due.ts'
import { sendOnce } from '#orders/mails.server.ts'
import { createPaymentUrl } from '#orders/payment-link.server.ts'
import type { OrderState } from '#orders/states.ts'
import { workspaceRoles } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'
import { canPurchase } from '#workspaces/policy.ts'

/** Does nothing when the order was paid or canceled meanwhile, or is overdue already. */
export const markOverdue = async (trx: Trx, order_id: number, now: Date): Promise<void> => {
  const invoiced = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .where('state', '=', 'invoiced')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (invoiced)
    await transitionOrder(trx, order_id, 'overdue', { user_id: null, reason: 'Not paid by its due date', now })
}

/** Mails everyone responsible for an invoice once; sends nothing when it is no longer owed. Throws when it must be retried. */
export const sendInvoiceReminder = async (deps: Deps, order_id: number, reminder: InvoiceReminder): Promise<void> => {
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
  const content = {
    number: order.number,
    workspace: order.workspace,
    total: formatCents(order.total_cents),
    due_at: order.due_at.toISOString(),
    days: daysOverdue(order.due_at, clock.now()),
    is_closed: isLongOverdue(order.due_at, clock.now()),
    pay_at: `${config.public_url}/checkout/${order.number}`,
    link: createPaymentUrl(deps, order.number),
    order_at: `${config.public_url}/workspace/orders/${order.number}`,
  }
  const sendTo = (user_id: number, email: string) =>
    sendOnce(deps, order_id, `reminder:${reminder}:${user_id}`, async () => {
      const preferences = await createPreferencesUrl(deps, user_id)
      const invoice = await issueBill(deps, order.workspace_id, content.number, 'invoice')
      const file_name = deps.settings.fileName(`invoice-${content.number}.pdf`)
      const attachments = [{ file_name, bytes: await readDocument(deps, invoice) }]
      await mail.send({ to: email, attachments, content: invoiceReminderMail({ ...content, preferences }) })
    })
  let lastError: unknown
  // A failed mail does not keep the others from being sent.
  for (const { user_id, email } of await listRecipients(db, order))
    await sendTo(user_id, email).catch((error: unknown) => (lastError = error))
  if (lastError !== undefined) throw lastError
}

/** Returns the billing contact, and the buyer while they can still buy there; if there is neither, every member who can buy. */
const listRecipients = async (db: Db, { workspace_id, user_id }: { workspace_id: number; user_id: number }) => {
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
  const canBuy = ({ role }: { role: string }) =>
    workspaceRoles.some(candidate => candidate === role && canPurchase(candidate))
  const contacts = members.filter(
    member => member.user_id === billing?.billing_contact_user_id || (member.user_id === user_id && canBuy(member)),
  )
  return contacts.length > 0 ? contacts : members.filter(canBuy)
}
