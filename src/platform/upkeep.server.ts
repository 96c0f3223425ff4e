/** What the platform clears away by itself. */
import type { Deps } from './deps.ts'
import { forgetOldKeys } from './idempotency.server.ts'
import { sweepImages } from './images/uploads.server.ts'
import { job, type Job } from './jobs.server.ts'
import { forgetUsed } from './once.server.ts'
import { forgetOldEvents } from './outbox.server.ts'
import { forgetOldSecurityEvents } from './security-log.server.ts'

export const platformJobs = ({ db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>): Job[] => [
  job('platform.forget-old-keys', () => forgetOldKeys(db, clock.now()), '7 * * * *'),
  job('platform.forget-used', () => forgetUsed(db, clock.now()), '57 * * * *'),
  job('platform.sweep-images', () => sweepImages({ db, clock, storage }), '23 * * * *'),
  job('platform.forget-old-events', () => forgetOldEvents(db, clock.now()), '37 3 * * *'),
  job('platform.forget-old-security-events', () => forgetOldSecurityEvents(db, clock.now()), '41 3 * * *'),
]
