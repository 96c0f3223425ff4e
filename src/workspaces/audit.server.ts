/** What was changed about a workspace, by whom. Each row holds the hash of the one before, so that none can be lost or edited unseen. */
import { createHash } from 'node:crypto'

import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'

import type { AuditAction } from './audit-actions.ts'

/** Ids alone: people's names and addresses stay where they can be corrected and deleted. */
export type AuditDetails = {
  user_id?: number
  /** Whom the actor, one of our people, acted as. */
  as_user_id?: number
  invite_id?: number
  /** Roles, names of the workspace, or cards as everybody in it sees them. */
  from?: string
  to?: string
}

/** Who does something; while one of our people acts as a client, that is who did it. */
export type Doer = Pick<Member, 'user_id'> & Partial<Pick<Member, 'masquerade'>>

type Entry = {
  workspace_id: number
  by: Doer
  action: AuditAction
  details?: AuditDetails
  at: Date
}

type Hashed = Required<Omit<Entry, 'by' | 'action' | 'details'>> & {
  number: number
  actor_user_id: number
  action: string
  details: unknown
  previous_hash: Uint8Array
}

const beginning = Buffer.alloc(32)

const hashOf = ({ workspace_id, number, at, actor_user_id, action, details, previous_hash }: Hashed): Buffer =>
  createHash('sha256')
    .update(previous_hash)
    .update(JSON.stringify([workspace_id, number, at.toISOString(), actor_user_id, action, details]))
    .digest()

/** Writes one row, in the transaction that makes it true and holds the workspace's lock. */
export const audit = async (trx: Trx, { by, details: told = {}, ...entry }: Entry): Promise<void> => {
  const actor_user_id = by.masquerade?.staff_user_id ?? by.user_id
  const details = by.masquerade ? { ...told, as_user_id: by.user_id } : told
  const last = await trx
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', entry.workspace_id)
    .orderBy('number', 'desc')
    .limit(1)
    .select(['number', 'hash'])
    .executeTakeFirst()
  const row = {
    ...entry,
    actor_user_id,
    details,
    number: (last?.number ?? 0) + 1,
    previous_hash: last?.hash ?? beginning,
  }
  await trx
    .insertInto('workspace_audit')
    .values({ ...row, details: JSON.stringify(details), hash: hashOf(row) })
    .execute()
}

/** Walks the chain of a workspace; answers the number of the first row that does not hold, null when all do. */
export const brokenAt = async (db: Db, workspace_id: number): Promise<number | null> => {
  const rows = await db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .orderBy('number')
    .selectAll()
    .execute()
  let previous: Uint8Array = beginning
  for (const [place, row] of rows.entries()) {
    const holds =
      row.number === place + 1 && hashOf(row).equals(row.hash) && Buffer.from(row.previous_hash).equals(previous)
    if (!holds) return place + 1
    previous = row.hash
  }
  return null
}

/** How long the log is, and whether every row follows from the one before. */
export const auditState = async (db: Db, workspace_id: number) => {
  const { rows } = await db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .select(eb => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { rows, broken_at: await brokenAt(db, workspace_id) }
}
