import { recordInterest } from '#catalog/interest.server.ts'
import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailBillingCorrected, mailCredited, mailDebitReturned, mailOrderFailed } from './mails.server.ts'
import { listOrderClipIds } from './order-lines.server.ts'
import { mailDeliveryConsent, mailWithdrawn } from './withdrawal-mails.server.ts'

export const ordersReactions = (deps: Deps): Reaction[] => [
  reaction('orders.mail-failed', 'order.failed', ({ order_id }) => mailOrderFailed(deps, order_id)),
  reaction('orders.mail-debit-returned', 'order.debit_returned', payload => mailDebitReturned(deps, payload)),
  reaction('orders.mail-consent', 'order.delivery_consented', ({ order_id }) => mailDeliveryConsent(deps, order_id)),
  reaction('orders.mail-withdrawn', 'order.withdrawn', ({ order_id }) => mailWithdrawn(deps, order_id)),
  reaction('orders.mail-credited', 'order.credited', ({ credit_note_id }) => mailCredited(deps, credit_note_id)),
  reaction('orders.mail-billing-corrected', 'order.billing_corrected', ({ correction_id }) =>
    mailBillingCorrected(deps, correction_id),
  ),
  reaction('orders.record-interest', 'order.placed', async ({ order_id }) =>
    recordInterest(
      deps.db,
      'license',
      await listOrderClipIds(deps.db, order_id),
      `order ${order_id}`,
      deps.clock.now(),
    ),
  ),
]
