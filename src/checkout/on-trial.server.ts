/** Something new to pay with: checked by its bank before it is charged, and gone from the gateway's vault after. */
import { tokenFor } from '#payments/card-token.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import { isRemembered, verifyMethod } from '#payments/methods.server.ts'
import type { Declined } from '#payments/outcome.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'

import { give_up_after_ms, isOpen, type Attempt } from './attempts.server.ts'

type TrialDeps = Pick<Deps, 'db' | 'jobs'>

/** What is in the vault for one attempt, by the name that we gave it there. */
export type OnTrial = { attempt_id: number; token: string }

/** The job that takes it out again. */
export const forget_job = 'checkout.forget-card'
/** By then an attempt has ended, unless the gateway cannot be asked. */
const forget_after_seconds = (2 * give_up_after_ms) / 1_000

/**
 * Has something new checked, which uses its nonce up and puts it into the vault under a name to charge it by. An answer that was
 * lost is a no as well: nothing was charged, and the buyer can try again at once.
 */
export const putOnTrial = async (
  deps: TrialDeps,
  gateway: Gateway,
  { id, gateway_order_id, workspace_id }: Attempt,
  { nonce, is_kept }: { nonce: string; is_kept: boolean },
): Promise<{ kind: 'good'; token: string } | Declined> => {
  const token = tokenFor(gateway_order_id, { is_kept })
  try {
    // Sent before it is there, so that a crash in between leaves none behind.
    await askToForget(deps, { attempt_id: id, token })
    const said = await verifyMethod(deps.db, gateway, workspace_id, { nonce, token })
    if (said.kind === 'good') return { kind: 'good', token }
    return said.kind === 'declined' ? said : notChecked(said.reason)
  } catch (error) {
    return notChecked(messageOf(error))
  }
}

const notChecked = (reason: string): Declined => ({
  kind: 'declined',
  transaction_id: null,
  code: 'not_checked',
  reason,
})

/** Takes what an attempt that has ended was paid with out of the vault, unless the workspace keeps it. Throws to be asked again. */
export const forgetAfterTrial = async (deps: TrialDeps, gateway: Gateway, method: OnTrial): Promise<void> => {
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .where('id', '=', method.attempt_id)
    .select('state')
    .executeTakeFirst()
  if (attempt && isOpen(attempt)) return askToForget(deps, method)
  if (!(await isRemembered(deps.db, method.token))) await gateway.forget(method.token)
}

const askToForget = ({ jobs }: TrialDeps, method: OnTrial) =>
  jobs.send(forget_job, method, { startAfter: forget_after_seconds })
