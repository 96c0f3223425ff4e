import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { mailDisputed } from './dispute-mails.server.ts'

export const staffOrdersReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-disputed', 'order.disputed', news => mailDisputed(deps, news)),
]
