/** Staff actions on failed jobs and undelivered events. Each writes its audit entry in the same transaction. */

import { writeAuditEntry } from '../../audit/audit-log.server.ts'
import type { Trx } from '../../db/database.server.ts'
import { refuse } from '../../http/refusal.ts'
import type { Jobs } from '../../jobs/jobs.server.ts'
import { redispatchEvent, eventJobKey } from '../../jobs/outbox.server.ts'
import { lockDeadLetters, type DeadLetter } from '../../jobs/queue-admin.server.ts'
import { deleteEventMails } from '../../mail/event-mails.server.ts'

type JobActor = { staff_user_id: number; now: Date }

const jobNotFailed = () =>
  refuse(409, 'This job is no longer among the failed ones: a colleague retried or discarded it.')

const lockFailedJob = async (trx: Trx, id: string): Promise<DeadLetter> => {
  const [letter] = await lockDeadLetters(trx, { ids: [id] })
  if (!letter) throw jobNotFailed()
  return letter
}

/** The audit log's changes, such as "order id 12, because: the mail server is away". */
const toLogChanges = ({ facts, error }: DeadLetter) => ({
  about: [null, facts.map(({ field, value }) => `${field} ${value}`).join(', ')] as const,
  error: [null, error] as const,
})

/** Throws 409 when the job is no longer failed, or the same work is already queued. */
export const retryJob = async (trx: Trx, jobs: Jobs, { id, ...actor }: JobActor & { id: string }): Promise<void> => {
  const letter = await lockFailedJob(trx, id)
  if ((await jobs.retryDeadLetters(trx, { ids: [id] })) === 0)
    throw refuse(
      409,
      'This job cannot be retried now: the same work is already queued, or its job kind no longer exists.',
    )
  await writeAuditEntry(trx, {
    ...actor,
    about: 'job',
    about_key: letter.name,
    action: 'retried',
    changes: toLogChanges(letter),
  })
}

/** Returns how many jobs were retried. Throws 409 when there are none. */
export const retryJobsOfKind = async (
  trx: Trx,
  jobs: Jobs,
  { name, ...actor }: JobActor & { name: string },
): Promise<number> => {
  const moved = await jobs.retryDeadLetters(trx, { name })
  if (moved === 0) throw refuse(409, 'There are no failed jobs of this kind anymore.')
  const changes = { given_up: [moved, 0] } as const
  await writeAuditEntry(trx, { ...actor, about: 'job', about_key: name, action: 'all_retried', changes })
  return moved
}

/** Throws 409 when the job is no longer failed. */
export const discardJob = async (
  trx: Trx,
  jobs: Jobs,
  { id, reason, ...actor }: JobActor & { id: string; reason: string },
): Promise<void> => {
  const letter = await lockFailedJob(trx, id)
  await jobs.discardDeadLetters(trx, [id])
  const changes = toLogChanges(letter)
  await writeAuditEntry(trx, { ...actor, about: 'job', about_key: letter.name, action: 'discarded', reason, changes })
}

type ReplayEventInput = JobActor & {
  id: number
  /** When the event was last dispatched, as the caller saw it. */
  seen: Date
  /** Only the reactions that failed; otherwise all of them. */
  only_failed: boolean
  /** Also sends the mails that were already sent. */
  resend_mails: boolean
}

const alreadyReplayed = () => refuse(409, 'A colleague already replayed this event. Nothing was repeated.')

/** Throws 404 for an unknown event, 409 when a colleague already replayed it. */
export const replayEvent = async (
  trx: Trx,
  jobs: Jobs,
  { id, seen, only_failed, resend_mails, ...actor }: ReplayEventInput,
): Promise<void> => {
  const event = await trx.selectFrom('events').where('id', '=', id).select('name').executeTakeFirst()
  if (!event) throw refuse.missing('event')
  const letters = await lockDeadLetters(trx, { event_key: eventJobKey(id) })
  const ids = letters.map(letter => letter.id)
  const entry = { ...actor, about: 'event', about_key: id } as const
  if (only_failed) {
    if (ids.length === 0 || (await jobs.retryDeadLetters(trx, { ids })) === 0) throw alreadyReplayed()
    const changes = {
      event: [null, event.name],
      reactions: [null, letters.map(({ name }) => name).join(', ')],
    } as const
    return writeAuditEntry(trx, { ...entry, action: 'reactions_retried', changes })
  }
  if ((await redispatchEvent(trx, id, seen)) === undefined) throw alreadyReplayed()
  // The replay runs these reactions too.
  if (ids.length > 0) await jobs.discardDeadLetters(trx, ids)
  if (resend_mails) await deleteEventMails(trx, id)
  const action = resend_mails ? 'replayed_with_mails' : 'replayed'
  await writeAuditEntry(trx, { ...entry, action, changes: { event: [null, event.name] } })
}
