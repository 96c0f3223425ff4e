import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { sendDisputedMails } from './dispute-mails.server.ts'

export const adminOrdersReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-disputed', 'order.disputed', event => sendDisputedMails(deps, event)),
]
