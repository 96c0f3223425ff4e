import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'

import { forgetDigests, lookForDigests, send_job } from './digest/look.server.ts'
import type { DigestParts } from './digest/part.ts'
import { sendDigest } from './digest/send.server.ts'

/** `parts` are what each feature says in a digest. Some zones are a quarter of an hour off the others. */
export const notificationsJobs = (deps: Deps, parts: DigestParts): Job[] => [
  job('notifications.look-for-digests', () => lookForDigests(deps, parts), '*/5 * * * *'),
  job<{ digest_id: number }>(send_job, ({ digest_id }) => sendDigest(deps, parts, digest_id)),
  job('notifications.forget-digests', () => forgetDigests(deps.db, deps.clock.now()), '47 3 * * *'),
]
