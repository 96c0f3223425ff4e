import { PgBoss, type SendOptions } from 'pg-boss'

import { insideTransaction, type Database, type Trx } from './database.server.ts'
import { messageOf } from './message.ts'

/** A named piece of work for later, with retries; its handler calls one verb. */
export type Job<Data extends object = object> = {
  name: string
  /** A cron line (UTC) when the shop itself asks for it. */
  schedule?: string
  /** How many of it a process works on at a time; ten without it. */
  at_once?: number
  /** How long one may take before it counts as lost; a quarter of an hour without it. */
  limit_seconds?: number
  /** Whoever works on one says so at least this often; from whoever has fallen silent it is taken, and tried again. At least 10. */
  heartbeat_seconds?: number
  /** Of those sent with one `singletonKey` only one waits or is worked on; a further one is let go. */
  once_per_key?: boolean
  /** `key`: the `singletonKey` that it was sent with. */
  run: (data: Data, key?: string | null) => Promise<void>
}

export const job = <Data extends object>(name: string, run: (data: Data) => Promise<void>, schedule?: string): Job =>
  ({ name, run, ...(schedule && { schedule }) }) as unknown as Job

export type Jobs = {
  send: (name: string, data: object, options?: Pick<SendOptions, 'db' | 'startAfter' | 'singletonKey'>) => Promise<void>
  /** Whether a job that was sent with this `singletonKey` waits or is worked on. */
  waits: (name: string, key: string) => Promise<boolean>
  /** Sends dead letters back to the queues that they came from, as if they had never been tried. Answers how many went: of several who ask at once, one gets each. */
  revive: (trx: Trx, which: { ids: string[] } | { name: string }) => Promise<number>
  /** Throws dead letters away. Answers how many there were. */
  bury: (trx: Trx, ids: string[]) => Promise<number>
  /** When a cron line comes round next. */
  nextRun: (schedule: string) => Date | undefined
  /** Makes the queues, so that jobs can be sent; begins to work them off, unless another process `works`. */
  start: (jobs: readonly Job[], options: { works: boolean }) => Promise<void>
  stop: () => Promise<void>
}

const pauses = { retryDelay: 2, retryBackoff: true, retryDelayMax: 3_600 }
export const dead_letters = 'dead-letters'
/** How long a dead letter waits for one of us. */
export const dead_letters_kept_ms = 365 * 86_400_000
const dead_letters_kept = { retentionSeconds: dead_letters_kept_ms / 1_000 }
const no_job = '00000000-0000-0000-0000-000000000000'

/** How often it is looked whether somebody who works on a job has fallen silent. */
const looked_after_seconds = 20

type Pace = { look_seconds?: number; retryLimit?: number }

/** The queue lives in the shop's own database; a job that fails once more than it has retries waits among the dead letters. */
export const openJobs = (
  database: Database,
  { look_seconds = looked_after_seconds, retryLimit = 8 }: Pace = {},
): Jobs => {
  const looks = { superviseIntervalSeconds: look_seconds, monitorIntervalSeconds: look_seconds }
  const retries = { retryLimit, ...pauses }
  const boss = new PgBoss({ ...database.jobs, ...looks, schema: 'jobs' })
  boss.on('error', error => console.error(`jobs: ${error.message}`))
  let started = false
  return {
    send: async (name, data, options = {}) => void (await boss.send(name, data, { ...retries, ...options })),
    waits: async (name, key) => (await boss.findJobs(name, { key })).some(isOpen),
    revive: (trx, which) =>
      boss.redrive(dead_letters, {
        db: insideTransaction(trx),
        ...('ids' in which ? { ids: which.ids } : { sourceName: which.name }),
      }),
    bury: async (trx, ids) => {
      const done = await boss.deleteJob(dead_letters, ids, { db: insideTransaction(trx) })
      return (done as { affected: number }).affected
    },
    nextRun: schedule => boss.previewSchedule(schedule, { count: 1 })[0],
    start: async (jobs, { works }) => {
      await boss.start()
      started = true
      await boss.createQueue(dead_letters, dead_letters_kept)
      await boss.updateQueue(dead_letters, dead_letters_kept)
      await boss.getJobById(dead_letters, no_job)
      for (const { name, schedule, limit_seconds, heartbeat_seconds, once_per_key = false } of jobs) {
        const limit = limit_seconds ? { expireInSeconds: limit_seconds } : {}
        const policy = once_per_key ? 'exclusive' : 'standard'
        await makeRoomFor(boss, name, policy)
        const heartbeat = heartbeat_seconds ? { heartbeatSeconds: heartbeat_seconds } : {}
        await boss.createQueue(name, { ...retries, ...limit, ...heartbeat, policy, deadLetter: dead_letters })
        // A queue that was made before keeps its settings otherwise.
        if (heartbeat_seconds) await boss.updateQueue(name, { ...limit, ...heartbeat })
        // Any question makes the queue known here. A send asks otherwise, and within a transaction of the embedded database it would wait for itself.
        await boss.getJobById(name, no_job)
        if (schedule) await boss.schedule(name, schedule)
      }
      if (!works) return
      for (const { name, run, at_once = pace.batchSize } of jobs)
        await boss.work(name, { ...pace, batchSize: at_once }, workOff(name, run))
    },
    stop: async () => {
      if (started) await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

const open_states: ReadonlySet<string> = new Set(['created', 'retry', 'active'])
const isOpen = ({ state }: { state: string }) => open_states.has(state)

/** A queue keeps the policy that it was made with: one of another goes, as soon as nothing waits in it. */
const makeRoomFor = async (boss: PgBoss, name: string, policy: string) => {
  const known = await boss.getQueue(name)
  if (!known || known.policy === policy) return
  if (!(await boss.findJobs(name)).some(isOpen)) await boss.deleteQueue(name)
}

/** A queue is looked into every second, and again at once while it gives as much as was asked for. */
const pace = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

/** Works a batch off at once; each job succeeds or fails for itself. */
const workOff =
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

/** For tests and scripts: remembers what was sent and works nothing off. */
export const rememberJobs = (): Jobs & { sent: { name: string; data: object }[] } => {
  const sent: { name: string; data: object }[] = []
  return {
    sent,
    send: async (name, data) => void sent.push({ name, data }),
    waits: async () => false,
    revive: async () => 0,
    bury: async () => 0,
    nextRun: () => undefined,
    start: async () => {},
    stop: async () => {},
  }
}
