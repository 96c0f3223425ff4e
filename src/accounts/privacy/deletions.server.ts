/** Account deletion: requested, canceled within 14 days, or carried out. */
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomKey, randomToken } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { expiredLink, unknownLink } from '../own/links.server.ts'
import { lockAccount } from '../own/password.server.ts'
import { endOtherUserSessions } from '../own/sessions.server.ts'
import { createPlaceholderEmail } from '../placeholder-email.ts'
import type { PrivacyPart } from './part.ts'

const GRACE_PERIOD_MS = 14 * DAY_MS

export const listObstacles = async (
  db: Db | Trx,
  parts: readonly PrivacyPart[],
  user_id: number,
): Promise<string[]> => {
  const texts: string[] = []
  for (const { obstacles } of parts) texts.push(...((await obstacles?.(db, user_id)) ?? []))
  return texts
}

export const getPendingDeletion = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('account_deletions')
    .where('user_id', '=', user_id)
    .where('completed_at', 'is', null)
    .select(['due_at', 'blocked_at'])
    .executeTakeFirst()

type DeletionRequester = { user_id: number; session_id: number }

/**
 * Schedules the deletion in 14 days and ends the user's other sessions. A repeated request keeps the first date. Throws
 * 409 with what must be done first.
 */
export const scheduleDeletion = async (
  trx: Trx,
  parts: readonly PrivacyPart[],
  requester: DeletionRequester,
  now: Date,
): Promise<void> => {
  const { user_id } = requester
  await lockAccount(trx, user_id)
  const [obstacle] = await listObstacles(trx, parts, user_id)
  if (obstacle) throw refuse(409, obstacle)
  const deletion = await trx
    .insertInto('account_deletions')
    .values({ user_id, requested_at: now, due_at: new Date(now.getTime() + GRACE_PERIOD_MS) })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!deletion) return
  await endOtherUserSessions(trx, requester)
  await recordEvent(trx, 'user.deletion_requested', { user_id })
}

/** Cancels a scheduled deletion. Returns whether there was one. */
export const cancelDeletion = async (trx: Trx, user_id: number): Promise<boolean> => {
  await lockAccount(trx, user_id)
  const canceled = await trx
    .deleteFrom('account_deletions')
    .where('user_id', '=', user_id)
    .where('completed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (canceled) await recordEvent(trx, 'user.deletion_canceled', { user_id })
  return canceled !== undefined
}

/** Creates the token of the mailed link. Returns undefined when the deletion was canceled meanwhile. */
export const createCancelLink = async (db: Db, user_id: number) => {
  const token = randomToken()
  const deletion = await db
    .updateTable('account_deletions')
    .set({ token_hash: hashToken(token) })
    .where('user_id', '=', user_id)
    .where('completed_at', 'is', null)
    .returning('due_at')
    .executeTakeFirst()
  return deletion && { token, due_at: deletion.due_at }
}

/**
 * Finds the deletion that a link cancels. Throws 404 for one that was canceled or never existed, 410 when the account
 * is deleted.
 */
export const findDeletionByToken = async (db: Db | Trx, token: string) => {
  const deletion = await db
    .selectFrom('account_deletions')
    .where('token_hash', '=', hashToken(token))
    .select(['user_id', 'due_at', 'completed_at'])
    .executeTakeFirst()
  if (!deletion) throw unknownLink()
  if (deletion.completed_at) throw expiredLink()
  return deletion
}

/** Lists the users whose 14 days are over. */
export const listDueDeletions = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('account_deletions')
      .where('completed_at', 'is', null)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id)

/**
 * Deletes an account that is due: every feature erases its data about the user in one transaction. Data that the law
 * requires is kept without the user's identity. Returns the erased email. Returns undefined when the deletion was
 * canceled, done already, or is blocked by an obstacle; then the user is notified.
 */
export const eraseAccount = async (
  deps: Deps,
  parts: readonly PrivacyPart[],
  user_id: number,
): Promise<string | undefined> => {
  const { db, clock } = deps
  const now = clock.now()
  if (!(await isDue(db, user_id, now))) return undefined
  if ((await listObstacles(db, parts, user_id)).length > 0) {
    await db.transaction().execute(trx => markBlocked(trx, user_id, now))
    return undefined
  }
  const closedWorkspaceIds = await collectClosedWorkspaceIds(db, parts, user_id)
  for (const { eraseExternally } of parts) await eraseExternally?.(deps, closedWorkspaceIds)
  return db.transaction().execute(async trx => {
    const { email } = await lockAccount(trx, user_id)
    // Another job may have been faster, or the deletion was canceled meanwhile.
    if (!(await isDue(trx, user_id, now)) || (await listObstacles(trx, parts, user_id)).length > 0) return undefined
    const closed_workspace_ids = await collectClosedWorkspaceIds(trx, parts, user_id)
    const departingUser = { user_id, email, stand_in: createPlaceholderEmail(randomKey()), closed_workspace_ids, now }
    for (const { forget } of parts) await forget(trx, departingUser)
    await trx.updateTable('account_deletions').set({ completed_at: now }).where('user_id', '=', user_id).execute()
    return email
  })
}

const collectClosedWorkspaceIds = async (
  db: Db | Trx,
  parts: readonly PrivacyPart[],
  user_id: number,
): Promise<number[]> => {
  const workspaceIds: number[] = []
  for (const { listClosedWorkspaces } of parts)
    workspaceIds.push(...((await listClosedWorkspaces?.(db, user_id)) ?? []))
  return workspaceIds
}

const isDue = async (db: Db | Trx, user_id: number, now: Date): Promise<boolean> => {
  const deletion = await getPendingDeletion(db, user_id)
  return deletion !== undefined && deletion.due_at <= now
}

/** Marks a due deletion as blocked. The user is notified the first time. */
const markBlocked = async (trx: Trx, user_id: number, now: Date): Promise<void> => {
  const deletion = await trx
    .updateTable('account_deletions')
    .set({ blocked_at: now })
    .where('user_id', '=', user_id)
    .where('blocked_at', 'is', null)
    .where('completed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (deletion) await recordEvent(trx, 'user.deletion_blocked', { user_id })
}
