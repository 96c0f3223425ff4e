import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailDisputeEnded, mailOrderPlaced } from './mails.server.ts'

export const licensesReactions = (deps: Deps): Reaction[] => [
  reaction('licenses.mail-placed', 'order.placed', ({ order_id }) => mailOrderPlaced(deps, order_id)),
  reaction('licenses.mail-dispute-ended', 'order.dispute_ended', payload => mailDisputeEnded(deps, payload)),
]
