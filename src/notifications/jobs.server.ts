import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'

import { purgeDigests, createDueDigests, SEND_DIGEST_JOB } from './digest/create.server.ts'
import type { DigestParts } from './digest/part.ts'
import { sendDigest } from './digest/send.server.ts'

/** `parts` are the sections of all features. Runs every 5 minutes, because some time zones have offsets of 15 minutes. */
export const notificationsJobs = (deps: Deps, parts: DigestParts): Job[] => [
  job('notifications.create-digests', () => createDueDigests(deps, parts), '*/5 * * * *'),
  job<{ digest_id: number }>(SEND_DIGEST_JOB, ({ digest_id }) => sendDigest(deps, parts, digest_id)),
  job('notifications.purge-digests', () => purgeDigests(deps.db, deps.clock.now()), '47 3 * * *'),
]
