import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { sendRequestMail } from '../requests/notify.server.ts'
import { sendChecksFailedMail, sendSentBackMail } from './mails.server.ts'

export const uploadsReactions = (deps: Deps): Reaction[] => [
  reaction('uploads.mail-declined', 'clips.declined', event => sendSentBackMail(deps, event)),
  reaction('uploads.mail-footage-request', 'footage.requested', event => sendRequestMail(deps, event)),
  reaction('uploads.mail-check-failed', 'uploads.failed', event => sendChecksFailedMail(deps, event)),
]
