/** The room for what the shop does by itself: its jobs, those that failed, and the news in its outbox. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/lists.ts'

import { ReasonBody } from '../contract.ts'

const who = 'platform_admins'

/** Moments are ISO. */
const Queue = z.object({
  name: z.string(),
  waiting: z.int(),
  /** For a time that has not come. */
  later: z.int(),
  /** They failed, and are tried again. */
  retrying: z.int(),
  working: z.int(),
  /** Of the last seven days. */
  done: z.int(),
  /** Given up after the last try. */
  failed: z.int(),
  /** A cron line in UTC. */
  schedule: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  ended_well: z.nullable(z.boolean()),
})
export type Queue = z.infer<typeof Queue>

const Facts = z.array(z.object({ field: z.string(), value: z.string() }))

const FailedJob = z.object({
  id: z.string(),
  name: z.string(),
  sent_at: z.nullable(z.string()),
  failed_at: z.string(),
  tries: z.int(),
  error: z.string(),
  /** What it was about: scrubbed and shortened. */
  facts: Facts,
  /** The news that it answers. */
  event_id: z.nullable(z.int()),
})
export type FailedJob = z.infer<typeof FailedJob>

const OutboxRow = z.object({
  id: z.int(),
  name: z.string(),
  facts: Facts,
  recorded_at: z.string(),
  /** null: it waits to be handed on. */
  dispatched_at: z.nullable(z.string()),
  /** The reactions to it that were given up. */
  failed: z.array(z.string()),
})
export type OutboxRow = z.infer<typeof OutboxRow>

const JobName = z.string('Choose a job.').check(z.regex(/^[\w.-]{1,80}$/, 'There is no such job.'))

export const listJobs = endpoint('GET', '/admin/jobs', {
  summary: 'Every kind of job: how many are in which state, when it runs next, how it ended last',
  who,
  reply: z.array(Queue),
})

export const listFailedJobs = endpoint('GET', '/admin/failed-jobs', {
  summary: 'Jobs that were given up, newest first, of one kind or all',
  who,
  query: z.object({ name: z.optional(JobName), page: z.optional(PageNumber) }),
  reply: z.array(FailedJob),
  meta: Pagination,
})

const job = {
  who,
  params: z.object({
    id: z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'There is no such job.')),
  }),
} as const

const Moved = z.object({ moved: z.int() })

export const retryFailedJob = endpoint('POST', '/admin/failed-jobs/:id/retry', {
  summary: 'Have a job that was given up tried again; of several who ask at once, one does it',
  ...job,
  reply: Moved,
})

export const retryFailedJobs = endpoint('POST', '/admin/failed-job-retries', {
  summary: 'Have every job of a kind that was given up tried again, at most a thousand at a time',
  who,
  body: z.object({ name: JobName }),
  reply: Moved,
})

export const discardFailedJob = endpoint('POST', '/admin/failed-jobs/:id/discard', {
  summary: 'Put a job aside that was given up, for good; the log keeps what it was',
  ...job,
  body: ReasonBody,
  reply: Moved,
})

export const listOutbox = endpoint('GET', '/admin/outbox', {
  summary: 'News that did not reach everybody it was for, or all of the last month; newest first',
  who,
  query: z.object({
    every: z.optional(z.enum(['yes'])),
    name: z.optional(z.string().check(z.regex(/^[\w.-]{1,80}$/, 'There is no such news.'))),
    page: z.optional(PageNumber),
  }),
  reply: z.array(OutboxRow),
  meta: Pagination,
})

export const replayNews = endpoint('POST', '/admin/outbox/:id/replay', {
  summary:
    'Hand news on once more, to the reactions that were given up or to every one; of several who ask at once, one does it',
  who,
  params: IdParam,
  body: z.object({
    /** When it was handed on last, as it was shown. */
    seen_dispatched_at: z.iso.datetime('Say when it was handed on last.'),
    only_failed: z.boolean('Only to the reactions that were given up?'),
    /** Its mails are sent once more, though they were; only when it goes to every reaction. */
    mails_again: z.optional(z.boolean()),
  }),
  reply: z.object({ id: z.int() }),
})
