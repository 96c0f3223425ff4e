/**
 * Deduplication of emails sent in reaction to an event: each recipient gets each one once, however often the event is
 * redelivered.
 */
import { DAY_MS, type Clock } from '../clock.ts'
import type { Db, Trx } from '../db/database.server.ts'
import { sha256 } from '../ids.server.ts'
import { DEAD_LETTER_RETENTION_MS } from '../jobs/jobs.server.ts'
import type { Mailer } from './mail.server.ts'

/** One day longer than a dead letter is retained, because it was retried for hours before that. */
const RETENTION_MS = DEAD_LETTER_RETENTION_MS + DAY_MS

/** How long a claim by a worker that died blocks other workers. */
const CLAIM_TIMEOUT_MS = 300_000

/** The event being handled, the reaction to it, and the number of emails sent per recipient so far. */
type ReactionRun = { event_id: number; reaction: string; mails: Map<string, number> }

/** Returns the mailer for one run of a reaction to an event: it sends each email once per event, reaction and recipient. */
export const createEventMailer = (
  { db, clock, mail: mailer }: { db: Db; clock: Clock; mail: Mailer },
  { event_id, reaction }: { event_id: number; reaction: string },
): Mailer => {
  const run: ReactionRun = { event_id, reaction, mails: new Map() }
  return {
    close: () => mailer.close(),
    wasSent: async to => (await getSentAt(db, { event_id, mail_hash: getMailHash(run, to) })) !== null,
    send: async mail => {
      const key = { event_id, mail_hash: getMailHash(run, mail.to) }
      const recipient = mail.to.toLowerCase()
      run.mails.set(recipient, mailCount(run, recipient) + 1)
      if (!(await claimMail(db, key, clock.now()))) return
      const claimUpdate = db
        .updateTable('event_mails')
        .where('event_id', '=', key.event_id)
        .where('mail_hash', '=', key.mail_hash)
      try {
        await mailer.send(mail)
      } catch (error) {
        // Release the claim at once for the next retry.
        await claimUpdate.set({ claimed_at: new Date(0) }).execute()
        throw error
      }
      await claimUpdate.set({ sent_at: clock.now() }).execute()
    },
  }
}

/**
 * Returns how many emails this run has already sent to the recipient. A retry counts from zero again, so that hashes
 * match.
 */
const mailCount = ({ mails }: ReactionRun, recipient: string): number => mails.get(recipient) ?? 0

const getMailHash = (run: ReactionRun, to: string): string => {
  const recipient = to.toLowerCase()
  return sha256(JSON.stringify([run.event_id, run.reaction, recipient, mailCount(run, recipient)]))
}

type EventMailKey = { event_id: number; mail_hash: string }

/** Returns when the email was sent, or null. */
const getSentAt = async (db: Db, { event_id, mail_hash }: EventMailKey): Promise<Date | null> => {
  const row = await db
    .selectFrom('event_mails')
    .where('event_id', '=', event_id)
    .where('mail_hash', '=', mail_hash)
    .select('sent_at')
    .executeTakeFirst()
  return row?.sent_at ?? null
}

/**
 * Returns true when the caller must send the email, false when it was already sent. Throws while another worker is
 * sending it.
 */
const claimMail = async (db: Db, key: EventMailKey, now: Date): Promise<boolean> => {
  const claimed = await db
    .insertInto('event_mails')
    .values({ ...key, claimed_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['event_id', 'mail_hash'])
        .doUpdateSet({ claimed_at: now })
        .where('event_mails.sent_at', 'is', null)
        .where('event_mails.claimed_at', '<', new Date(now.getTime() - CLAIM_TIMEOUT_MS)),
    )
    .returning('event_id')
    .executeTakeFirst()
  if (claimed) return true
  // Extend the retention: the reaction may fail after this email and become a dead letter again.
  const sent = await db
    .updateTable('event_mails')
    .set({ claimed_at: now })
    .where('event_id', '=', key.event_id)
    .where('mail_hash', '=', key.mail_hash)
    .where('sent_at', 'is not', null)
    .returning('event_id')
    .executeTakeFirst()
  if (sent) return false
  throw new Error('A mail about this is being sent by another worker.')
}

/** Deletes the records of an event's emails, so that redelivery sends them again. */
export const deleteEventMails = async (trx: Trx, event_id: number): Promise<void> => {
  await trx.deleteFrom('event_mails').where('event_id', '=', event_id).execute()
}

/** Deletes records that were not used recently and whose event is deleted. */
export const purgeEventMails = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('event_mails as m')
    .where('m.claimed_at', '<', new Date(now.getTime() - RETENTION_MS))
    .where(eb => eb.not(eb.exists(eb.selectFrom('events as e').whereRef('e.id', '=', 'm.event_id').select('e.id'))))
    .execute()
}
