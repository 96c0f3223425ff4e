import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { sendReplyMail } from './mails.server.ts'

export const inboxReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-reply', 'ticket.replied', ({ reply_id }) => sendReplyMail(deps, reply_id)),
]
