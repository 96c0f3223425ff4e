/** Cards leave the gateway's vault for certain: a job that comes back later sees to those that nobody keeps. */
import type { Deps } from '#platform/deps.ts'

import type { Gateway } from './gateway.server.ts'
import { isRemembered } from './methods.server.ts'

export const forget_job = 'payments.forget-card'
/** By then whatever was being done with the card has ended: a call to the gateway takes two minutes at most. */
const forget_after_seconds = 600

/** Sent before a card is put in or taken out, so that a crash in between leaves none behind. */
export const askToForget = ({ jobs }: Pick<Deps, 'jobs'>, token: string): Promise<void> =>
  jobs.send(forget_job, { token }, { startAfter: forget_after_seconds })

/** Throws to be asked again. */
export const forgetUnlessKept = async ({ db }: Pick<Deps, 'db'>, gateway: Gateway, token: string): Promise<void> => {
  if (!(await isRemembered(db, token))) await gateway.forget(token)
}
