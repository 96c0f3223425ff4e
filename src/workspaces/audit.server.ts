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

/** The entries of a workspace's log. */
export const selectWorkspaceLog = (db: Db, workspace_id: number) =>
  db.selectFrom('audit_log').where('log', '=', 'workspace').where('subject_key', '=', String(workspace_id))

const GENESIS_HASH = Buffer.alloc(32)

const hashRow = ({ workspace_id, number, at, actor_user_id, action, details, previous_hash }: HashedAuditRow): Buffer =>
  createHash('sha256')
    .update(previous_hash)
    .update(JSON.stringify([workspace_id, number, at.toISOString(), actor_user_id, action, details]))
    .digest()

/** Writes an entry. The caller's transaction makes the change and holds the workspace's lock. */
export const writeWorkspaceAudit = async (
  trx: Trx,
  { workspace_id, actor, details: inputDetails = {}, ...entry }: WorkspaceAuditInput,
): Promise<void> => {
  const actor_user_id = actor.masquerade?.staff_user_id ?? actor.user_id
  const details = actor.masquerade ? { ...inputDetails, as_user_id: actor.user_id } : inputDetails
  const last = await selectWorkspaceLog(trx, workspace_id)
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
    .insertInto('audit_log')
    .values({
      ...row,
      log: 'workspace',
      subject_type: 'workspace',
      subject_key: String(workspace_id),
      details: JSON.stringify(details),
      hash: hashRow({ ...row, workspace_id }),
    })
    .execute()
}

/** Verifies the hash chain. Returns the number of the first broken row, or null. */
export const findBrokenRow = async (db: Db, workspace_id: number): Promise<number | null> => {
  const rows = await selectWorkspaceLog(db, workspace_id).orderBy('number').selectAll().execute()
  let previous: Uint8Array = GENESIS_HASH
  for (const [index, row] of rows.entries()) {
    const { number, previous_hash, hash, ...entry } = row
    const isValid =
      number === index + 1 &&
      previous_hash !== null &&
      hash !== null &&
      hashRow({ ...entry, workspace_id, number, previous_hash }).equals(hash) &&
      Buffer.from(previous_hash).equals(previous)
    if (!isValid) return index + 1
    previous = hash
  }
  return null
}

/** Returns the log's length and the number of its first broken row. */
export const loadAuditState = async (db: Db, workspace_id: number) => {
  const { rows } = await selectWorkspaceLog(db, workspace_id)
    .select(eb => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { rows, broken_at: await findBrokenRow(db, workspace_id) }
}
