/** Every feature's jobs and reactions, and the schedule. */
import { accountsJobs } from './accounts/jobs.server.ts'
import { privacyJobs, privacyReactions } from './accounts/privacy/jobs.server.ts'
import { accountsReactions } from './accounts/reactions.server.ts'
import { approvalsJobs, approvalsReactions } from './admin/approvals/reactions.server.ts'
import { inboxReactions } from './admin/inbox/reactions.server.ts'
import { staffOrdersReactions } from './admin/orders/reactions.server.ts'
import { securityReactions } from './admin/security/reactions.server.ts'
import { boardsJobs } from './boards/jobs.server.ts'
import { purchaseRequestsReactions } from './cart/requests/reactions.server.ts'
import { ingestJobs } from './catalog/ingest/jobs.server.ts'
import { catalogJobs } from './catalog/jobs.server.ts'
import { checkoutJobs } from './checkout/jobs.server.ts'
import { digestParts } from './digests.server.ts'
import { earningsJobs } from './earnings/jobs.server.ts'
import { earningsReactions } from './earnings/reactions.server.ts'
import { mediaJobs } from './media/made-files.server.ts'
import { notificationsJobs } from './notifications/jobs.server.ts'
import { ordersJobs } from './orders/jobs.server.ts'
import { ordersReactions } from './orders/reactions.server.ts'
import { paymentsJobs } from './payments/jobs.server.ts'
import { paymentsReactions } from './payments/reactions.server.ts'
import type { Deps } from './platform/deps.ts'
import type { Job } from './platform/jobs.server.ts'
import { messageOf } from './platform/message.ts'
import { dispatch, dispatch_batch, jobOf, type Reaction } from './platform/outbox.server.ts'
import { platformJobs } from './platform/upkeep.server.ts'
import { privacyParts } from './privacy.server.ts'
import { quotesReactions } from './quotes/reactions.server.ts'
import { ticketsJobs } from './tickets/jobs.server.ts'
import { ticketsReactions } from './tickets/reactions.server.ts'
import { uploadsJobs } from './uploads/jobs.server.ts'
import { uploadsReactions } from './uploads/reactions.server.ts'
import { workspacesJobs } from './workspaces/jobs.server.ts'
import { workspacesReactions } from './workspaces/reactions.server.ts'

export const reactionsOf = (deps: Deps): Reaction[] => [
  ...accountsReactions(deps),
  ...privacyReactions(deps, privacyParts),
  ...workspacesReactions(deps),
  ...purchaseRequestsReactions(deps),
  ...quotesReactions(deps),
  ...paymentsReactions(deps),
  ...ordersReactions(deps),
  ...earningsReactions(deps),
  ...uploadsReactions(deps),
  ...ticketsReactions(deps),
  ...approvalsReactions(deps),
  ...inboxReactions(deps),
  ...securityReactions(deps),
  ...staffOrdersReactions(deps),
]
const jobsOf = (deps: Deps): Job[] => [
  ...platformJobs(deps),
  ...accountsJobs(deps),
  ...privacyJobs(deps, privacyParts),
  ...notificationsJobs(deps, digestParts),
  ...workspacesJobs(deps),
  ...mediaJobs(deps),
  ...catalogJobs(deps),
  ...ingestJobs(deps),
  ...boardsJobs(deps),
  ...paymentsJobs(deps),
  ...ordersJobs(deps),
  ...checkoutJobs(deps),
  ...earningsJobs(deps),
  ...uploadsJobs(deps),
  ...ticketsJobs(deps),
  ...approvalsJobs(deps),
]

/** How often the outbox is looked into, beside being woken by nothing else. */
const outbox_pause_ms = 500

/** Begins to work, unless this process only serves the web: then jobs can be sent. Answers how to stop. */
export const startWorker = async (deps: Deps) => {
  const works = deps.config.role !== 'web'
  const reactions = reactionsOf(deps)
  await deps.jobs.start([...jobsOf(deps), ...reactions.map(jobOf)], { works })
  const stopOutbox = works ? watchOutbox(deps, reactions) : async () => {}
  return async () => {
    await stopOutbox()
    await deps.jobs.stop()
  }
}

const watchOutbox = ({ db, jobs, clock }: Deps, reactions: readonly Reaction[]) => {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let pass = Promise.resolve()
  const again = () => {
    pass = dispatch(db, jobs, reactions, clock.now())
      .catch((error: unknown) => {
        console.error(`outbox: ${messageOf(error)}`)
        return 0
      })
      .then(handed_on => {
        // A full batch has more behind it.
        if (!stopped) timer = setTimeout(again, handed_on === dispatch_batch ? 0 : outbox_pause_ms)
      })
  }
  again()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await pass
  }
}
