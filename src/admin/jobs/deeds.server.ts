/** What our people do about jobs that were given up and news that did not arrive. Each deed stands in the log of the transaction that does it. */
import type { Trx } from '#platform/database.server.ts'
import { forgetMailsOf } from '#platform/event-mails.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { handOnAgain, keyOfEvent } from '#platform/outbox.server.ts'
import { lockLetters, type DeadLetter } from '#platform/queue-desk.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

type By = { staff_user_id: number; now: Date }

const gone = () =>
  refuse(409, 'This job is not among the failed ones any more: somebody had it tried again, or put it aside.')

const held = async (trx: Trx, id: string): Promise<DeadLetter> => {
  const [letter] = await lockLetters(trx, { ids: [id] })
  if (!letter) throw gone()
  return letter
}

/** "order id 12, because: the mail server is away" */
const wordsOf = ({ facts, error }: DeadLetter) => ({
  about: [null, facts.map(({ field, value }) => `${field} ${value}`).join(', ')] as const,
  error: [null, error] as const,
})

/** Throws 409 when somebody was quicker, or the same piece of work waits already. */
export const retryOne = async (trx: Trx, jobs: Jobs, { id, ...by }: By & { id: string }): Promise<void> => {
  const letter = await held(trx, id)
  if ((await jobs.revive(trx, { ids: [id] })) === 0)
    throw refuse(409, 'This job cannot be tried again now: the same work waits already, or nobody does it any more.')
  await logStaff(trx, { ...by, about: 'job', about_key: letter.name, action: 'Tried again', changes: wordsOf(letter) })
}

/** Answers how many. Throws 409 when there are none. */
export const retryKind = async (trx: Trx, jobs: Jobs, { name, ...by }: By & { name: string }): Promise<number> => {
  const moved = await jobs.revive(trx, { name })
  if (moved === 0) throw refuse(409, 'No job of this kind is among the failed ones any more.')
  const changes = { given_up: [moved, 0] } as const
  await logStaff(trx, { ...by, about: 'job', about_key: name, action: 'Tried all again', changes })
  return moved
}

/** Throws 409 when somebody was quicker. */
export const discard = async (
  trx: Trx,
  jobs: Jobs,
  { id, reason, ...by }: By & { id: string; reason: string },
): Promise<void> => {
  const letter = await held(trx, id)
  await jobs.bury(trx, [id])
  const changes = wordsOf(letter)
  await logStaff(trx, { ...by, about: 'job', about_key: letter.name, action: 'Put aside', reason, changes })
}

type Replay = By & {
  id: number
  /** When it was handed on last, as whoever asks has seen it. */
  seen: Date
  /** The reactions that were given up; else every reaction. */
  only_failed: boolean
  /** Also the mails that went out already. */
  mails_again: boolean
}

const late = () => refuse(409, 'Somebody handed this on again a moment ago. Nothing was done a second time.')

/** Throws 404 for no news, 409 when somebody was quicker. */
export const replay = async (
  trx: Trx,
  jobs: Jobs,
  { id, seen, only_failed, mails_again, ...by }: Replay,
): Promise<void> => {
  const known = await trx.selectFrom('events').where('id', '=', id).select('name').executeTakeFirst()
  if (!known) throw refuse.missing('news')
  const letters = await lockLetters(trx, { event_key: keyOfEvent(id) })
  const ids = letters.map(letter => letter.id)
  const log = { ...by, about: 'event', about_key: id } as const
  if (only_failed) {
    if (ids.length === 0 || (await jobs.revive(trx, { ids })) === 0) throw late()
    const changes = { news: [null, known.name], reactions: [null, letters.map(({ name }) => name).join(', ')] } as const
    return logStaff(trx, { ...log, action: 'Tried its reactions again', changes })
  }
  if ((await handOnAgain(trx, id, seen)) === undefined) throw late()
  // They run with all others.
  if (ids.length > 0) await jobs.bury(trx, ids)
  if (mails_again) await forgetMailsOf(trx, id)
  const action = mails_again ? 'Handed on again, with its mails' : 'Handed on again'
  await logStaff(trx, { ...log, action, changes: { news: [null, known.name] } })
}
