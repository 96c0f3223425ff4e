/** The platform's periodic cleanup jobs. */
import type { Deps } from '../deps.ts'
import { purgeIdempotencyKeys } from '../http/idempotency.server.ts'
import { sweepImages } from '../images/uploads.server.ts'
import { purgeUsedTokens } from '../security/one-time-token.server.ts'
import { deleteUnusedLogos } from '../settings/logo-files.server.ts'
import { job, type Job } from './jobs.server.ts'
import { purgeOldEvents } from './outbox.server.ts'

export const platformJobs = ({ db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>): Job[] => [
  job('platform.purge-old-keys', () => purgeIdempotencyKeys(db, clock.now()), '7 * * * *'),
  job('platform.purge-used-tokens', () => purgeUsedTokens(db, clock.now()), '57 * * * *'),
  job('platform.sweep-images', () => sweepImages({ db, clock, storage }), '23 * * * *'),
  job('platform.delete-unused-logos', () => deleteUnusedLogos({ db, clock, storage }), '41 3 * * *'),
  job('platform.purge-old-events', () => purgeOldEvents(db, clock.now()), '37 3 * * *'),
]
