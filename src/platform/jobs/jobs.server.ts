import { PgBoss, type SendOptions } from 'pg-boss'

import { DAY_MS } from '../clock.ts'
import { toPgBossDb, type Database, type Trx } from '../db/database.server.ts'
import { messageOf } from '../http/error-message.ts'

/** A named background job with retries. */
export type Job<Data extends object = object> = {
  name: string
  /** The cron schedule (UTC), for jobs that run periodically. */
  schedule?: string
  /** How many of them one process runs concurrently; 10 by default. */
  concurrency?: number
  /** The time after which a running job counts as lost; 15 minutes by default. */
  timeout_seconds?: number
  /** A worker sends a heartbeat at least this often. Without one, the job is retried. At least 10. */
  heartbeat_seconds?: number
  /** Whether at most one job per `singletonKey` waits or runs. Further ones are dropped. */
  once_per_key?: boolean
  /** `key` is the `singletonKey` that the job was sent with. */
  run: (data: Data, key?: string | null) => Promise<void>
}

export const job = <Data extends object>(name: string, run: (data: Data) => Promise<void>, schedule?: string): Job =>
  ({ name, run, ...(schedule && { schedule }) }) as unknown as Job

export type Jobs = {
  send: (name: string, data: object, options?: Pick<SendOptions, 'db' | 'startAfter' | 'singletonKey'>) => Promise<void>
  /** Returns whether a job with this `singletonKey` waits or runs. */
  isPending: (name: string, key: string) => Promise<boolean>
  /**
   * Sends dead letters back to their queues with a fresh retry count. Returns how many were sent. Concurrent calls
   * never send one twice.
   */
  retryDeadLetters: (trx: Trx, selection: { ids: string[] } | { name: string }) => Promise<number>
  /** Deletes dead letters. Returns how many there were. */
  discardDeadLetters: (trx: Trx, ids: string[]) => Promise<number>
  /** Returns the next time of a cron schedule. */
  nextRun: (schedule: string) => Date | undefined
  /** Creates the queues, so that jobs can be sent. Also runs jobs when `isWorker` is true. */
  start: (jobs: readonly Job[], options: { isWorker: boolean }) => Promise<void>
  stop: () => Promise<void>
}

const RETRY_BACKOFF = { retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 }
export const DEAD_LETTER_QUEUE = 'dead-letters'
/** How long a dead letter waits for a staff member. */
export const DEAD_LETTER_RETENTION_MS = 365 * DAY_MS
const DEAD_LETTER_OPTIONS = { retentionSeconds: DEAD_LETTER_RETENTION_MS / 1_000 }
const NO_JOB_ID = '00000000-0000-0000-0000-000000000000'

/** How often the queue looks for jobs whose worker stopped sending heartbeats. */
const SUPERVISE_SECONDS = 20

type JobsOptions = { supervise_seconds?: number; retryLimit?: number }

/**
 * Opens the job queue, which lives in the shop's own database. A job that fails after its last retry becomes a dead
 * letter.
 */
export const openJobs = (
  database: Database,
  { supervise_seconds = SUPERVISE_SECONDS, retryLimit = 8 }: JobsOptions = {},
): Jobs => {
  const supervision = { superviseIntervalSeconds: supervise_seconds, monitorIntervalSeconds: supervise_seconds }
  const retries = { retryLimit, ...RETRY_BACKOFF }
  const boss = new PgBoss({ ...database.jobs, ...supervision, schema: 'jobs' })
  boss.on('error', error => console.error(`jobs: ${error.message}`))
  let started = false
  return {
    send: async (name, data, options = {}) => void (await boss.send(name, data, { ...retries, ...options })),
    isPending: async (name, key) => (await boss.findJobs(name, { key })).some(isOpen),
    retryDeadLetters: (trx, selection) =>
      boss.redrive(DEAD_LETTER_QUEUE, {
        db: toPgBossDb(trx),
        ...('ids' in selection ? { ids: selection.ids } : { sourceName: selection.name }),
      }),
    discardDeadLetters: async (trx, ids) => {
      const result = await boss.deleteJob(DEAD_LETTER_QUEUE, ids, { db: toPgBossDb(trx) })
      return (result as { affected: number }).affected
    },
    nextRun: schedule => boss.previewSchedule(schedule, { count: 1 })[0],
    start: async (jobs, { isWorker }) => {
      await boss.start()
      started = true
      await boss.createQueue(DEAD_LETTER_QUEUE, DEAD_LETTER_OPTIONS)
      await boss.updateQueue(DEAD_LETTER_QUEUE, DEAD_LETTER_OPTIONS)
      await boss.getJobById(DEAD_LETTER_QUEUE, NO_JOB_ID)
      for (const { name, schedule, timeout_seconds, heartbeat_seconds, once_per_key = false } of jobs) {
        const timeout = timeout_seconds ? { expireInSeconds: timeout_seconds } : {}
        const policy = once_per_key ? 'exclusive' : 'standard'
        await dropQueueOnPolicyChange(boss, name, policy)
        const heartbeat = heartbeat_seconds ? { heartbeatSeconds: heartbeat_seconds } : {}
        await boss.createQueue(name, { ...retries, ...timeout, ...heartbeat, policy, deadLetter: DEAD_LETTER_QUEUE })
        // createQueue does not change the settings of an existing queue.
        if (heartbeat_seconds) await boss.updateQueue(name, { ...timeout, ...heartbeat })
        // This query caches the queue in this process. Otherwise a send would look it up, and inside a transaction of
        // the embedded database that would deadlock.
        await boss.getJobById(name, NO_JOB_ID)
        if (schedule) await boss.schedule(name, schedule)
      }
      if (!isWorker) return
      for (const { name, run, concurrency = WORKER_OPTIONS.batchSize } of jobs)
        await boss.work(name, { ...WORKER_OPTIONS, batchSize: concurrency }, createBatchHandler(name, run))
    },
    stop: async () => {
      if (started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

const OPEN_STATES: ReadonlySet<string> = new Set(['created', 'retry', 'active'])
const isOpen = ({ state }: { state: string }) => OPEN_STATES.has(state)

/** A queue cannot change its policy. Delete one with another policy once no jobs wait in it. */
const dropQueueOnPolicyChange = async (boss: PgBoss, name: string, policy: string) => {
  const existing = await boss.getQueue(name)
  if (!existing || existing.policy === policy) return
  if (!(await boss.findJobs(name)).some(isOpen)) await boss.deleteQueue(name)
}

/** Polls a queue every second, and again at once while batches are full. */
const WORKER_OPTIONS = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/** Returns a handler that runs a batch concurrently. Each job succeeds or fails on its own. */
const createBatchHandler =
  (name: string, run: Job['run']) => (batch: { id: string; data: object; singletonKey: string | null }[]) =>
    Promise.all(
      batch.map(({ id, data, singletonKey }) =>
        run(data, singletonKey).then(
          () => ({ id, status: 'completed' as const }),
          (error: unknown) => {
            console.error(`jobs: ${name} failed: ${messageOf(error)}`)
            return { id, status: 'failed' as const, output: { message: messageOf(error) } }
          },
        ),
      ),
    )

/** Returns a fake for tests and scripts that records sent jobs and runs none. */
export const createFakeJobs = (): Jobs & { sent: { name: string; data: object }[] } => {
  const sent: { name: string; data: object }[] = []
  return {
    sent,
    send: async (name, data) => void sent.push({ name, data }),
    isPending: async () => false,
    retryDeadLetters: async () => 0,
    discardDeadLetters: async () => 0,
    nextRun: () => undefined,
    start: async () => {},
    stop: async () => {},
  }
}
