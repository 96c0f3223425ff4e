import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { postOrder } from './ledger.server.ts'
import { mailPayoutChanged, mailPayoutSent } from './mails.server.ts'

export const earningsReactions = (deps: Deps): Reaction[] => [
  reaction('earnings.post-placed', 'order.placed', ({ order_id }) => postOrder(deps.db, order_id)),
  reaction('earnings.post-moved', 'order.moved', ({ order_id }) => postOrder(deps.db, order_id)),
  reaction('earnings.mail-payout-changed', 'payout.settings_changed', ({ change_id, whom }) =>
    mailPayoutChanged(deps, change_id, whom),
  ),
  reaction('earnings.mail-payout-sent', 'payout.sent', event => mailPayoutSent(deps, event)),
]
