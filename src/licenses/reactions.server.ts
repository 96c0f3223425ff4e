import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailEditorialClips } from './editorial-clips.server.ts'
import { mailDisputeEnded, mailOrderPlaced } from './mails.server.ts'
import { issueOrderDocuments } from './pdfs.server.ts'

export const licensesReactions = (deps: Deps): Reaction[] => [
  reaction('licenses.issue-placed', 'order.placed', ({ order_id }) => issueOrderDocuments(deps, order_id)),
  reaction('licenses.issue-changed', 'order.transitioned', ({ order_id }) => issueOrderDocuments(deps, order_id)),
  reaction('licenses.mail-placed', 'order.placed', ({ order_id }) => mailOrderPlaced(deps, order_id)),
  reaction('licenses.mail-editorial-clips', 'clips.releases_changed', event => mailEditorialClips(deps, event)),
  reaction('licenses.mail-dispute-ended', 'order.dispute_ended', payload => mailDisputeEnded(deps, payload)),
]
