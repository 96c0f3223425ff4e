/** API of the jobs page: job queues, failed jobs, and the events in the outbox. */
import * as z from 'zod/mini'

import { endpoint } from '../../http/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '../../http/lists.ts'
import { ReasonBody } from '../../text.ts'

const ACCESS = 'platform_admins'

/** Times are ISO strings. */
const JobQueue = z.object({
  name: z.string(),
  waiting: z.int(),
  /** Scheduled for a later time. */
  later: z.int(),
  /** Failed, and waiting for a retry. */
  retrying: z.int(),
  working: z.int(),
  /** In the last seven days. */
  done: z.int(),
  /** Failed after the last retry. */
  failed: z.int(),
  /** A cron expression in UTC. */
  schedule: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  succeeded: z.nullable(z.boolean()),
})
export type JobQueue = z.infer<typeof JobQueue>

const JobFields = z.array(z.object({ field: z.string(), value: z.string() }))

const FailedJob = z.object({
  id: z.string(),
  name: z.string(),
  sent_at: z.nullable(z.string()),
  failed_at: z.string(),
  tries: z.int(),
  error: z.string(),
  /** The job's payload, without personal data and shortened. */
  facts: JobFields,
  /** The event that the job reacts to. */
  event_id: z.nullable(z.int()),
})
export type FailedJob = z.infer<typeof FailedJob>

const OutboxRow = z.object({
  id: z.int(),
  name: z.string(),
  facts: JobFields,
  recorded_at: z.string(),
  /** null when it is still to be dispatched. */
  dispatched_at: z.nullable(z.string()),
  /** The reactions that failed. */
  failed: z.array(z.string()),
})
export type OutboxRow = z.infer<typeof OutboxRow>

const JobName = z.string('Choose a job.').check(z.regex(/^[\w.-]{1,80}$/, 'There is no such job.'))

export const listJobs = endpoint('GET', '/admin/jobs', {
  summary: 'List the kinds of jobs with their jobs per state, next run and last result',
  who: ACCESS,
  reply: z.array(JobQueue),
})

export const listFailedJobs = endpoint('GET', '/admin/failed-jobs', {
  summary: 'List failed jobs of one kind or all, newest first',
  who: ACCESS,
  query: z.object({ name: z.optional(JobName), page: z.optional(PageNumber) }),
  reply: z.array(FailedJob),
  meta: Pagination,
})

const failedJobEndpoint = {
  who: ACCESS,
  params: z.object({
    id: z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'There is no such job.')),
  }),
} as const

const MovedCount = z.object({ moved: z.int() })

export const retryFailedJob = endpoint('POST', '/admin/failed-jobs/:id/retry', {
  summary: 'Retry a failed job; of several simultaneous requests, only one succeeds',
  ...failedJobEndpoint,
  reply: MovedCount,
})

export const retryFailedJobs = endpoint('POST', '/admin/failed-job-retries', {
  summary: 'Retry every failed job of a kind, at most a thousand at a time',
  who: ACCESS,
  body: z.object({ name: JobName }),
  reply: MovedCount,
})

export const discardFailedJob = endpoint('POST', '/admin/failed-jobs/:id/discard', {
  summary: 'Discard a failed job for good; the audit log keeps its payload',
  ...failedJobEndpoint,
  body: ReasonBody,
  reply: MovedCount,
})

export const listOutbox = endpoint('GET', '/admin/outbox', {
  summary: 'List events with failed or pending reactions, or all of the last month, newest first',
  who: ACCESS,
  query: z.object({
    every: z.optional(z.enum(['yes'])),
    name: z.optional(z.string().check(z.regex(/^[\w.-]{1,80}$/, 'There is no such event.'))),
    page: z.optional(PageNumber),
  }),
  reply: z.array(OutboxRow),
  meta: Pagination,
})

export const replayEvent = endpoint('POST', '/admin/outbox/:id/replay', {
  summary: 'Replay an event, for its failed reactions or for all; of several simultaneous requests, only one succeeds',
  who: ACCESS,
  params: IdParam,
  body: z.object({
    /** When the event was last dispatched, as the client saw it. */
    last_dispatched_at: z.iso.datetime('Enter when it was last dispatched.'),
    only_failed: z.boolean('Choose whether to retry only the failed reactions.'),
    /** Sends its mails again; only when all reactions run. */
    resend_mails: z.optional(z.boolean()),
  }),
  reply: z.object({ id: z.int() }),
})
