/** The jobs, schedules and reactions of all features. */

import { accountingJobs } from '#accounting/jobs.server.ts'
import { securityReactions } from '#accounts/admin/security/reactions.server.ts'
import { accountsJobs } from '#accounts/jobs.server.ts'
import { privacyJobs, privacyReactions } from '#accounts/privacy/jobs.server.ts'
import { accountsReactions } from '#accounts/reactions.server.ts'
import { approvalsJobs, approvalsReactions } from '#approvals/admin/reactions.server.ts'
import { boardsJobs } from '#boards/jobs.server.ts'
import { cartJobs } from '#cart/jobs.server.ts'
import { purchaseRequestsReactions } from '#cart/requests/reactions.server.ts'
import { catalogJobs } from '#catalog/jobs.server.ts'
import { checkoutAdminJobs } from '#checkout/admin/jobs.server.ts'
import { checkoutJobs } from '#checkout/jobs.server.ts'
import { earningsJobs } from '#earnings/jobs.server.ts'
import { earningsReactions } from '#earnings/reactions.server.ts'
import { ingestJobs } from '#ingest/jobs.server.ts'
import { uploadsJobs } from '#ingest/uploads/jobs.server.ts'
import { uploadsReactions } from '#ingest/uploads/reactions.server.ts'
import { licensesJobs } from '#licenses/jobs.server.ts'
import { licensesReactions } from '#licenses/reactions.server.ts'
import { mediaJobs } from '#media/transcodes.server.ts'
import { notificationsJobs } from '#notifications/jobs.server.ts'
import { adminOrdersReactions } from '#orders/admin/reactions.server.ts'
import { ordersJobs } from '#orders/jobs.server.ts'
import { ordersReactions } from '#orders/reactions.server.ts'
import { paymentsJobs } from '#payments/jobs.server.ts'
import { paymentsReactions } from '#payments/reactions.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { dispatchEvents, DISPATCH_BATCH_SIZE, createReactionJobs, type Reaction } from '#platform/jobs/outbox.server.ts'
import { platformJobs } from '#platform/jobs/platform-jobs.server.ts'
import { quotesReactions } from '#quotes/reactions.server.ts'
import { refundsJobs, webhookHandlers } from '#refunds/jobs.server.ts'
import { searchJobs } from '#search/jobs.server.ts'
import { setupReactions } from '#setup/reactions.server.ts'
import { taxJobs } from '#tax/jobs.server.ts'
import { inboxReactions } from '#tickets/admin/reactions.server.ts'
import { ticketsJobs } from '#tickets/jobs.server.ts'
import { ticketsReactions } from '#tickets/reactions.server.ts'
import { workspacesJobs } from '#workspaces/jobs.server.ts'
import { workspacesReactions } from '#workspaces/reactions.server.ts'

import { digestParts } from './digests.server.ts'
import { privacyParts } from './privacy.server.ts'

export const createReactions = (deps: Deps): Reaction[] => [
  ...accountsReactions(deps),
  ...privacyReactions(deps, privacyParts),
  ...workspacesReactions(deps),
  ...purchaseRequestsReactions(deps),
  ...quotesReactions(deps),
  ...paymentsReactions(deps),
  ...ordersReactions(deps),
  ...licensesReactions(deps),
  ...earningsReactions(deps),
  ...uploadsReactions(deps),
  ...ticketsReactions(deps),
  ...approvalsReactions(deps),
  ...inboxReactions(deps),
  ...securityReactions(deps),
  ...adminOrdersReactions(deps),
  ...setupReactions(deps),
]
export const createJobs = (deps: Deps): Job[] => [
  ...platformJobs(deps),
  ...accountsJobs(deps),
  ...privacyJobs(deps, privacyParts),
  ...notificationsJobs(deps, digestParts),
  ...workspacesJobs(deps),
  ...mediaJobs(deps),
  ...catalogJobs(deps),
  ...searchJobs(deps),
  ...ingestJobs(deps),
  ...boardsJobs(deps),
  ...taxJobs(deps),
  ...cartJobs(deps),
  ...paymentsJobs(deps),
  ...ordersJobs(deps),
  ...licensesJobs(deps),
  ...checkoutJobs(deps, webhookHandlers),
  ...refundsJobs(deps),
  ...checkoutAdminJobs(deps),
  ...earningsJobs(deps),
  ...accountingJobs(deps),
  ...uploadsJobs(deps),
  ...ticketsJobs(deps),
  ...approvalsJobs(deps),
]

/** How often the outbox is polled; nothing else wakes it. */
const OUTBOX_INTERVAL_MS = 500

/** Starts the worker. In web processes jobs can only be sent, not run. Returns a function that stops it. */
export const startWorker = async (deps: Deps) => {
  const runsJobs = deps.config.role !== 'web'
  const reactions = createReactions(deps)
  await deps.jobs.start([...createJobs(deps), ...createReactionJobs(deps, createReactions)], { isWorker: runsJobs })
  const stopOutbox = runsJobs ? watchOutbox(deps, reactions) : async () => {}
  return async () => {
    await stopOutbox()
    await deps.jobs.stop()
  }
}

const watchOutbox = ({ db, jobs, clock }: Deps, reactions: readonly Reaction[]) => {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending = Promise.resolve()
  const poll = () => {
    pending = dispatchEvents(db, jobs, reactions, clock.now())
      .catch((error: unknown) => {
        console.error(`outbox: ${messageOf(error)}`)
        return 0
      })
      .then(dispatched => {
        // After a full batch there may be more.
        if (!isStopped) timer = setTimeout(poll, dispatched === DISPATCH_BATCH_SIZE ? 0 : OUTBOX_INTERVAL_MS)
      })
  }
  poll()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await pending
  }
}
