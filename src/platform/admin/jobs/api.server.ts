import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../deps.ts'
import { toPagination } from '../../http/lists.ts'
import { serve } from '../../http/serve.server.ts'
import { listDeadLetters, listOutboxEvents, listQueues } from '../../jobs/queue-admin.server.ts'
import { discardJob, replayEvent, retryJobsOfKind, retryJob } from './actions.server.ts'
import * as contract from './contract.ts'

const PER_PAGE = 25

const slice = (page: number) => ({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE })

export const adminJobsApi = (app: FastifyInstance, { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>) => {
  const actorOf = (staff_user_id: number) => ({ staff_user_id, now: clock.now() })

  serve(app, contract.listJobs, async () => ({
    data: (await listQueues(db)).map(queue => ({
      ...queue,
      ended_at: queue.ended_at?.toISOString() ?? null,
      next_at: (queue.schedule && jobs.nextRun(queue.schedule)?.toISOString()) || null,
    })),
  }))

  serve(app, contract.listFailedJobs, async ({ query: { name, page = 1 } }) => {
    const { rows, total } = await listDeadLetters(db, { name, ...slice(page) })
    const data = rows.map(({ sent_at, failed_at, ...row }) => ({
      ...row,
      sent_at: sent_at?.toISOString() ?? null,
      failed_at: failed_at.toISOString(),
    }))
    return { data, meta: toPagination(page, PER_PAGE, total) }
  })

  serve(app, contract.retryFailedJob, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => retryJob(trx, jobs, { id, ...actorOf(actor.user_id) }))
    return { data: { moved: 1 } }
  })

  serve(app, contract.retryFailedJobs, async ({ actor, body: { name } }) => {
    const moved = await db.transaction().execute(trx => retryJobsOfKind(trx, jobs, { name, ...actorOf(actor.user_id) }))
    return { data: { moved } }
  })

  serve(app, contract.discardFailedJob, async ({ actor, params: { id }, body: { reason } }) => {
    await db.transaction().execute(trx => discardJob(trx, jobs, { id, reason, ...actorOf(actor.user_id) }))
    return { data: { moved: 1 } }
  })

  serve(app, contract.listOutbox, async ({ query: { every, name, page = 1 } }) => {
    const { rows, total } = await listOutboxEvents(db, { every: every === 'yes', name, ...slice(page) })
    const data = rows.map(({ recorded_at, dispatched_at, ...row }) => ({
      ...row,
      recorded_at: recorded_at.toISOString(),
      dispatched_at: dispatched_at?.toISOString() ?? null,
    }))
    return { data, meta: toPagination(page, PER_PAGE, total) }
  })

  serve(
    app,
    contract.replayEvent,
    async ({ actor, params: { id }, body: { last_dispatched_at, only_failed, resend_mails = false } }) => {
      const input = { id, seen: new Date(last_dispatched_at), only_failed, resend_mails, ...actorOf(actor.user_id) }
      await db.transaction().execute(trx => replayEvent(trx, jobs, input))
      return { data: { id } }
    },
  )
}
