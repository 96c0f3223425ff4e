import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailFilmmakerInvite } from './invites.server.ts'
import { postOrder } from './ledger.server.ts'
import { mailPayoutChanged, mailPayoutSent } from './mails.server.ts'

export const earningsReactions = (deps: Deps): Reaction[] => [
  reaction('earnings.post-placed', 'order.placed', ({ order_id }) => postOrder(deps.db, order_id)),
  reaction('earnings.post-transitioned', 'order.transitioned', ({ order_id }) => postOrder(deps.db, order_id)),
  reaction('earnings.mail-payout-changed', 'payout.settings_changed', ({ change_id, recipient }) =>
    mailPayoutChanged(deps, change_id, recipient),
  ),
  reaction('earnings.mail-payout-sent', 'payout.sent', event => mailPayoutSent(deps, event)),
  reaction('earnings.mail-filmmaker-invite', 'filmmaker.invited', ({ invite_id }) =>
    mailFilmmakerInvite(deps, invite_id),
  ),
]
