import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { sendDisputedMails } from './dispute-mails.server.ts'
import { sendRefusedMails, sendTransferMails } from './withdrawal-mails.server.ts'

export const adminOrdersReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-disputed', 'order.disputed', event => sendDisputedMails(deps, event)),
  reaction('admin.mail-transfer-withdrawn', 'order.withdrawn', ({ order_id }) => sendTransferMails(deps, order_id)),
  reaction('admin.mail-withdrawal-refused', 'refund.answered', async ({ refund_id, state }) => {
    if (state === 'refused') await sendRefusedMails(deps, refund_id)
  }),
]
