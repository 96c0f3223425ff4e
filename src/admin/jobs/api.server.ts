import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { deadLetters, outboxOf, queuesOf } from '#platform/queue-desk.server.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { discard, replay, retryKind, retryOne } from './deeds.server.ts'

const per_page = 25

const slice = (page: number) => ({ limit: per_page, offset: (page - 1) * per_page })

export const jobsRoomApi = (app: FastifyInstance, { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>) => {
  const by = (staff_user_id: number) => ({ staff_user_id, now: clock.now() })

  serve(app, contract.listJobs, async () => ({
    data: (await queuesOf(db)).map(queue => ({
      ...queue,
      ended_at: queue.ended_at?.toISOString() ?? null,
      next_at: (queue.schedule && jobs.nextRun(queue.schedule)?.toISOString()) || null,
    })),
  }))

  serve(app, contract.listFailedJobs, async ({ query: { name, page = 1 } }) => {
    const { rows, total } = await deadLetters(db, { name, ...slice(page) })
    const data = rows.map(({ sent_at, failed_at, ...row }) => ({
      ...row,
      sent_at: sent_at?.toISOString() ?? null,
      failed_at: failed_at.toISOString(),
    }))
    return { data, meta: pagination(page, per_page, total) }
  })

  serve(app, contract.retryFailedJob, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => retryOne(trx, jobs, { id, ...by(actor.user_id) }))
    return { data: { moved: 1 } }
  })

  serve(app, contract.retryFailedJobs, async ({ actor, body: { name } }) => {
    const moved = await db.transaction().execute(trx => retryKind(trx, jobs, { name, ...by(actor.user_id) }))
    return { data: { moved } }
  })

  serve(app, contract.discardFailedJob, async ({ actor, params: { id }, body: { reason } }) => {
    await db.transaction().execute(trx => discard(trx, jobs, { id, reason, ...by(actor.user_id) }))
    return { data: { moved: 1 } }
  })

  serve(app, contract.listOutbox, async ({ query: { every, name, page = 1 } }) => {
    const { rows, total } = await outboxOf(db, { every: every === 'yes', name, ...slice(page) })
    const data = rows.map(({ recorded_at, dispatched_at, ...row }) => ({
      ...row,
      recorded_at: recorded_at.toISOString(),
      dispatched_at: dispatched_at?.toISOString() ?? null,
    }))
    return { data, meta: pagination(page, per_page, total) }
  })

  serve(
    app,
    contract.replayNews,
    async ({ actor, params: { id }, body: { seen_dispatched_at, only_failed, mails_again = false } }) => {
      const wish = { id, seen: new Date(seen_dispatched_at), only_failed, mails_again, ...by(actor.user_id) }
      await db.transaction().execute(trx => replay(trx, jobs, wish))
      return { data: { id } }
    },
  )
}
