/**
 * Resets a user's second step. One staff member requests it and another approves it. Lock the account first: sign-ins
 * and changes wait for it.
 */
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { removeTwoStep } from '../own/first-verification.server.ts'
import { endLinks } from '../own/links.server.ts'
import { endSessionsOf } from '../session.server.ts'
import { hasTwoStep } from './state.server.ts'

const VALID_MS = 24 * 3_600_000

type ResetStep = { user_id: number; staff_user_id: number; now: Date }

/** Returns the request that waits for approval. */
export const getOpenReset = (db: Db | Trx, user_id: number, now: Date) =>
  db
    .selectFrom('two_step_resets as r')
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .where('r.user_id', '=', user_id)
    .where('r.ended_at', 'is', null)
    .where('r.expires_at', '>', now)
    .select(['r.requested_by', 'r.reason', 'r.requested_at', 'r.expires_at', 'u.email as requested_by_email'])
    .executeTakeFirst()

/** Requests a reset and mails the owner. Throws 409 when two-step sign-in is off or a request is open already. */
export const requestReset = async (
  trx: Trx,
  { user_id, staff_user_id, reason, now }: ResetStep & { reason: string },
): Promise<void> => {
  if (!(await hasTwoStep(trx, user_id))) throw refuse(409, 'Two-step sign-in is off for this person.')
  await trx
    .updateTable('two_step_resets')
    .set({ ended_at: now })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  const reset = await trx
    .insertInto('two_step_resets')
    .values({
      user_id,
      requested_by: staff_user_id,
      reason,
      requested_at: now,
      expires_at: new Date(now.getTime() + VALID_MS),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!reset) throw refuse(409, 'This was requested already and waits for an approval.')
  await recordEvent(trx, 'user.two_step_changed', { user_id, change: 'reset_requested' })
}

/** Ends the open request: of several concurrent calls, one succeeds. Throws 409 for the others. */
const endOpenReset = async (trx: Trx, { user_id, now }: ResetStep, approved_by: number | null): Promise<void> => {
  const reset = await trx
    .updateTable('two_step_resets')
    .set({ ended_at: now, approved_by })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!reset) throw refuse(409, 'There is no request for this anymore. Please look again.')
}

/**
 * Removes every factor and ends every session and link. Throws 403 for the staff member who requested it, 409 without
 * an open request.
 */
export const approveReset = async (trx: Trx, step: ResetStep): Promise<void> => {
  const { user_id, staff_user_id, now } = step
  const openReset = await getOpenReset(trx, user_id, now)
  if (openReset?.requested_by === staff_user_id)
    throw refuse(403, 'You requested this yourself. A colleague has to approve it.')
  await endOpenReset(trx, step, staff_user_id)
  await removeTwoStep(trx, user_id)
  await endLinks(trx, user_id, now)
  await endSessionsOf(trx, user_id)
  await recordEvent(trx, 'user.two_step_changed', { user_id, change: 'reset' })
}

/** Withdraws the open request. Throws 409 without one. */
export const withdrawReset = (trx: Trx, step: ResetStep): Promise<void> => endOpenReset(trx, step, null)
