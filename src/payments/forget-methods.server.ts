/** Removes unsaved cards from the gateway’s vault with a delayed job. */
import type { Deps } from '#platform/deps.ts'

import type { PaymentGateway } from './gateway.server.ts'
import { isSavedToken } from './methods.server.ts'

export const FORGET_UNSAVED_JOB = 'payments.delete-card'
/** By then, everything that uses the card has ended: a gateway call takes two minutes at most. */
const FORGET_AFTER_SECONDS = 600

/** Scheduled before a card is stored or deleted, so that a crash in between leaves nothing behind. */
export const scheduleForget = ({ jobs }: Pick<Deps, 'jobs'>, token: string): Promise<void> =>
  jobs.send(FORGET_UNSAVED_JOB, { token }, { startAfter: FORGET_AFTER_SECONDS })

/** Throws to be retried. */
export const forgetUnlessSaved = async (
  { db }: Pick<Deps, 'db'>,
  gateway: PaymentGateway,
  token: string,
): Promise<void> => {
  if (!(await isSavedToken(db, token))) await gateway.forget(token)
}
