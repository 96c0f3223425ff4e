/** The audit log of a workspace. Each row has the hash of the previous row, so that a lost or edited row is detected. */
import { createHash } from 'node:crypto'

import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'

import type { AuditAction } from './audit-actions.ts'

/** Has ids instead of names and emails, which can be corrected and deleted elsewhere. */
export type AuditDetails = {
  user_id?: number
  /** The client, when the actor is a staff member in a masquerade. */
  as_user_id?: number
  invite_id?: number
  /** Roles, workspace names, or payment methods as members see them. */
  from?: string
  to?: string
}

/** The user who makes the change. During a masquerade, the log names the staff member. */
export type AuditActor = Pick<Member, 'user_id'> & Partial<Pick<Member, 'masquerade'>>

type WorkspaceAuditInput = {
  workspace_id: number
  actor: AuditActor
  action: AuditAction
  details?: AuditDetails
  at: Date
}

type HashedAuditRow = Required<Omit<WorkspaceAuditInput, 'actor' | 'action' | 'details'>> & {
  number: number
  actor_user_id: number
  action: string
  details: unknown
  previous_hash: Uint8Array
}

const GENESIS_HASH = Buffer.alloc(32)

const hashRow = ({ workspace_id, number, at, actor_user_id, action, details, previous_hash }: HashedAuditRow): Buffer =>
  createHash('sha256')
    .update(previous_hash)
    .update(JSON.stringify([workspace_id, number, at.toISOString(), actor_user_id, action, details]))
    .digest()

/** Writes an entry. The caller's transaction makes the change and holds the workspace's lock. */
export const writeWorkspaceAudit = async (
  trx: Trx,
  { actor, details: inputDetails = {}, ...entry }: WorkspaceAuditInput,
): Promise<void> => {
  const actor_user_id = actor.masquerade?.staff_user_id ?? actor.user_id
  const details = actor.masquerade ? { ...inputDetails, as_user_id: actor.user_id } : inputDetails
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
    previous_hash: last?.hash ?? GENESIS_HASH,
  }
  await trx
    .insertInto('workspace_audit')
    .values({ ...row, details: JSON.stringify(details), hash: hashRow(row) })
    .execute()
}

/** Verifies the hash chain. Returns the number of the first broken row, or null. */
export const findBrokenRow = async (db: Db, workspace_id: number): Promise<number | null> => {
  const rows = await db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .orderBy('number')
    .selectAll()
    .execute()
  let previous: Uint8Array = GENESIS_HASH
  for (const [index, row] of rows.entries()) {
    const isValid =
      row.number === index + 1 && hashRow(row).equals(row.hash) && Buffer.from(row.previous_hash).equals(previous)
    if (!isValid) return index + 1
    previous = row.hash
  }
  return null
}

/** Returns the log's length and the number of its first broken row. */
export const loadAuditState = async (db: Db, workspace_id: number) => {
  const { rows } = await db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .select(eb => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { rows, broken_at: await findBrokenRow(db, workspace_id) }
}
