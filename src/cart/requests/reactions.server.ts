import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailDecision, mailRequest } from './mails.server.ts'
import { markRequestsOrdered } from './requests.server.ts'

export const purchaseRequestsReactions = (deps: Deps): Reaction[] => [
  reaction('cart.mail-request', 'purchase.requested', ({ request_id, user_id }) =>
    mailRequest(deps, request_id, user_id),
  ),
  reaction('cart.mail-decision', 'purchase.decided', ({ request_id }) => mailDecision(deps, request_id)),
  reaction('cart.mark-ordered', 'order.placed', ({ order_id }) => markRequestsOrdered(deps.db, order_id)),
]
