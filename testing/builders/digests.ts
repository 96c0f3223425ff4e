/** Readers of digests, and a morning on which they are sent. */
import type { DigestPace } from '../../src/accounts/digest-pace.ts'
import { digestParts } from '../../src/digests.server.ts'
import { lookForDigests, send_job } from '../../src/notifications/digest/look.server.ts'
import { sendDigest } from '../../src/notifications/digest/send.server.ts'
import type { TestApp } from '../app.ts'
import type { Buyer } from './orders.ts'

/** From now on somebody gets news this often, by this clock; mail is known to reach them. */
export const wantsNews = async <B extends Pick<Buyer, 'user_id'>>(
  { db, clock }: TestApp,
  person: B,
  digest_pace: DigestPace,
  time_zone: string | null = null,
): Promise<B> => {
  const wanted = { digest_pace, time_zone, email_verified_at: clock.now() }
  await db.updateTable('users').set(wanted).where('id', '=', person.user_id).execute()
  return person
}

/** What the queue was given to send since it was asked last. */
export const digestJobs = ({ jobs }: TestApp): number[] => {
  const { sent } = jobs as unknown as { sent: { name: string; data: object }[] }
  return sent
    .splice(0)
    .flatMap(({ name, data }) => (name === send_job ? [(data as { digest_id: number }).digest_id] : []))
}

/** The job runs once, and what it gave to the queue is worked off. */
export const sendDigests = async (shop: TestApp): Promise<void> => {
  await lookForDigests(shop.deps, digestParts)
  for (const digest_id of digestJobs(shop)) await sendDigest(shop.deps, digestParts, digest_id)
}
