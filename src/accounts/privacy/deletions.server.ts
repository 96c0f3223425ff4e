/** Leaving: asked for, taken back within 14 days, or carried out. */
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken, randomKey, randomToken } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { oldLink, unknownLink } from '../own/links.server.ts'
import { holdAccount } from '../own/password.server.ts'
import { endOthers } from '../own/sessions.server.ts'
import { standIn } from '../stand-in.ts'
import type { PrivacyPart } from './part.ts'

const grace_ms = 14 * 86_400_000

export const obstaclesOf = async (db: Db | Trx, parts: readonly PrivacyPart[], user_id: number): Promise<string[]> => {
  const found: string[] = []
  for (const { obstacles } of parts) found.push(...((await obstacles?.(db, user_id)) ?? []))
  return found
}

export const waitingDeletionOf = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('account_deletions')
    .where('user_id', '=', user_id)
    .where('done_at', 'is', null)
    .select(['due_at', 'held_at'])
    .executeTakeFirst()

type Mine = { user_id: number; session_id: number }

/** In 14 days, unless it is taken back; the other sessions end. Asked twice, the first date holds. Throws 409 with what must be done first. */
export const askToLeave = async (trx: Trx, parts: readonly PrivacyPart[], mine: Mine, now: Date): Promise<void> => {
  const { user_id } = mine
  await holdAccount(trx, user_id)
  const [obstacle] = await obstaclesOf(trx, parts, user_id)
  if (obstacle) throw refuse(409, obstacle)
  const asked = await trx
    .insertInto('account_deletions')
    .values({ user_id, asked_at: now, due_at: new Date(now.getTime() + grace_ms) })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!asked) return
  await endOthers(trx, mine)
  await record(trx, 'user.deletion_asked', { user_id })
}

/** Whether there was something to take back. */
export const stay = async (trx: Trx, user_id: number): Promise<boolean> => {
  await holdAccount(trx, user_id)
  const kept = await trx
    .deleteFrom('account_deletions')
    .where('user_id', '=', user_id)
    .where('done_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (kept) await record(trx, 'user.deletion_taken_back', { user_id })
  return kept !== undefined
}

/** Makes the token of the mail's link; undefined when it was taken back meanwhile. */
export const makeStayLink = async (db: Db, user_id: number) => {
  const token = randomToken()
  const waiting = await db
    .updateTable('account_deletions')
    .set({ token_hash: hashToken(token) })
    .where('user_id', '=', user_id)
    .where('done_at', 'is', null)
    .returning('due_at')
    .executeTakeFirst()
  return waiting && { token, due_at: waiting.due_at }
}

/** Whose account a link keeps. Throws 404 for one that is taken back or never was, 410 when the account is gone. */
export const leaverBy = async (db: Db | Trx, token: string) => {
  const found = await db
    .selectFrom('account_deletions')
    .where('token_hash', '=', hashToken(token))
    .select(['user_id', 'due_at', 'done_at'])
    .executeTakeFirst()
  if (!found) throw unknownLink()
  if (found.done_at) throw oldLink()
  return found
}

/** Everybody whose 14 days are over. */
export const dueDeletions = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('account_deletions')
      .where('done_at', 'is', null)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id)

/**
 * Deletes one account whose time has come: what is held about the person is taken out of every feature in one transaction.
 * What the law wants kept stays under a name that is nobody's. Answers the email that they had, once: undefined when it
 * was taken back, done already, or must wait because something stands in the way; then they are told.
 */
export const leave = async (
  deps: Deps,
  parts: readonly PrivacyPart[],
  user_id: number,
): Promise<string | undefined> => {
  const { db, clock } = deps
  const now = clock.now()
  if (!(await isDue(db, user_id, now))) return undefined
  if ((await obstaclesOf(db, parts, user_id)).length > 0) {
    await db.transaction().execute(trx => hold(trx, user_id, now))
    return undefined
  }
  const closing = await closedBy(db, parts, user_id)
  for (const { outside } of parts) await outside?.(deps, closing)
  return db.transaction().execute(async trx => {
    const { email } = await holdAccount(trx, user_id)
    // Somebody else may have been quicker, or it was taken back while we were outside.
    if (!(await isDue(trx, user_id, now)) || (await obstaclesOf(trx, parts, user_id)).length > 0) return undefined
    const closed_workspace_ids = await closedBy(trx, parts, user_id)
    const leaver = { user_id, email, stand_in: standIn(randomKey()), closed_workspace_ids, now }
    for (const { forget } of parts) await forget(trx, leaver)
    await trx.updateTable('account_deletions').set({ done_at: now }).where('user_id', '=', user_id).execute()
    return email
  })
}

const closedBy = async (db: Db | Trx, parts: readonly PrivacyPart[], user_id: number): Promise<number[]> => {
  const found: number[] = []
  for (const { closes } of parts) found.push(...((await closes?.(db, user_id)) ?? []))
  return found
}

const isDue = async (db: Db | Trx, user_id: number, now: Date): Promise<boolean> => {
  const waiting = await waitingDeletionOf(db, user_id)
  return waiting !== undefined && waiting.due_at <= now
}

/** It waits until nothing stands in the way; the person is told the first time. */
const hold = async (trx: Trx, user_id: number, now: Date): Promise<void> => {
  const held = await trx
    .updateTable('account_deletions')
    .set({ held_at: now })
    .where('user_id', '=', user_id)
    .where('held_at', 'is', null)
    .where('done_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (held) await record(trx, 'user.deletion_held', { user_id })
}
