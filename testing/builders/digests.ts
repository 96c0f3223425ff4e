/** Helpers for digest tests: recipients and sending. */
import type { DigestPace } from '../../src/accounts/digest-pace.ts'
import { digestParts } from '../../src/app/digests.server.ts'
import { createDueDigests, SEND_DIGEST_JOB } from '../../src/notifications/digest/create.server.ts'
import { sendDigest } from '../../src/notifications/digest/send.server.ts'
import type { TestApp } from '../app.ts'
import type { Buyer } from './orders.ts'

/** Sets how often and in which time zone somebody gets digests, and confirms their email. */
export const setDigestPace = async <B extends Pick<Buyer, 'user_id'>>(
  { db, clock }: TestApp,
  person: B,
  digest_pace: DigestPace,
  time_zone: string | null = null,
): Promise<B> => {
  const settings = { digest_pace, time_zone, email_verified_at: clock.now() }
  await db.updateTable('users').set(settings).where('id', '=', person.user_id).execute()
  return person
}

/** Takes the digest jobs that were queued since the last call. */
export const takeDigestJobs = ({ jobs }: TestApp): number[] => {
  const { sent } = jobs as unknown as { sent: { name: string; data: object }[] }
  return sent
    .splice(0)
    .flatMap(({ name, data }) => (name === SEND_DIGEST_JOB ? [(data as { digest_id: number }).digest_id] : []))
}

/** Runs the digest job once, and the jobs that it queued. */
export const sendDigests = async (shop: TestApp): Promise<void> => {
  await createDueDigests(shop.deps, digestParts)
  for (const digest_id of takeDigestJobs(shop)) await sendDigest(shop.deps, digestParts, digest_id)
}
