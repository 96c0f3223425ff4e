import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { mailChecksFailed, mailSentBack } from './mails.server.ts'

export const uploadsReactions = (deps: Deps): Reaction[] => [
  reaction('uploads.mail-sent-back', 'clips.sent_back', news => mailSentBack(deps, news)),
  reaction('uploads.mail-check-failed', 'uploads.failed', news => mailChecksFailed(deps, news)),
]
