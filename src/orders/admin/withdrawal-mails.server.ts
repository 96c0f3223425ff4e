/** The email to staff about a withdrawal whose money does not go back by itself. */
import type { Deps } from '#platform/deps.ts'

import { listRecipients } from './dispute-mails.server.ts'

const send = async (deps: Deps, order_id: number, why: string) => {
  const order = await deps.db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select('universal_invoice_number')
    .executeTakeFirstOrThrow()
  const { refundDueMail } = await import('./parts/staff-mails.tsx')
  const content = refundDueMail({
    number: order.universal_invoice_number ?? `${order_id}`,
    why,
    order: `${deps.config.public_url}/admin/orders/${order_id}`,
  })
  for (const to of await listRecipients(deps)) await deps.mail.send({ to, content })
}

/** Emails staff about a withdrawal from an order that was paid by bank transfer. */
export const sendTransferMails = async (deps: Deps, order_id: number): Promise<void> => {
  const paid = await deps.db
    .selectFrom('orders as o')
    .where('o.id', '=', order_id)
    .where('o.total_cents', '>', 0)
    .where('o.state', 'in', ['paid', 'partially_refunded'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts as a')
            .whereRef('a.order_id', '=', 'o.id')
            .where('a.state', '=', 'succeeded')
            .select('a.id'),
        ),
      ),
    )
    .select('o.id')
    .executeTakeFirst()
  if (paid) await send(deps, order_id, 'The order was paid by bank transfer, so please refund it by transfer, too.')
}

/** Emails staff when the payment provider refused the refund of a withdrawal, which no staff member started. */
export const sendRefusedMails = async (deps: Deps, refund_id: number): Promise<void> => {
  const refund = await deps.db
    .selectFrom('refunds')
    .where('id', '=', refund_id)
    .where('staff_user_id', 'is', null)
    .select(['order_id', 'message'])
    .executeTakeFirst()
  if (refund)
    await send(deps, refund.order_id, `The payment provider did not refund the money. Its message: ${refund.message}`)
}
