/** Queries the audit log of a workspace, with the current names of its users. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'

import type { AuditAction } from './audit-actions.ts'
import type { AuditRow } from './audit-contract.ts'
import { selectWorkspaceLog, type AuditDetails } from './audit.server.ts'
import { isStaff } from './policy.ts'

export const AUDIT_PER_PAGE = 50

export type AuditQuery = {
  actor?: number | undefined
  action?: AuditAction | undefined
  /** Days in UTC, inclusive. */
  from?: string | undefined
  to?: string | undefined
}

const selectAuditRows = (db: Db, workspace_id: number, { actor, action, from, to }: AuditQuery) =>
  selectWorkspaceLog(db, workspace_id)
    .$if(actor !== undefined, query => query.where('actor_user_id', '=', actor ?? 0))
    .$if(action !== undefined, query => query.where('action', '=', action ?? ''))
    .$if(from !== undefined, query => query.where('at', '>=', new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, query =>
      query.where(sql<boolean>`at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`),
    )

type AuditSlice = { limit: number; offset: number }
/** `shop` is the name that buyers see instead of a staff member's. */
type AuditNames = { shop: string }

/** Lists the rows, newest first. */
export const listAuditRows = async (
  db: Db,
  workspace_id: number,
  query: AuditQuery,
  { limit, offset, shop }: AuditSlice & AuditNames,
): Promise<AuditRow[]> => {
  const rows = await selectAuditRows(db, workspace_id, query)
    .select(['number', 'at', 'actor_user_id', 'action', 'details'])
    .orderBy('number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const entries = rows.map(row => ({ ...row, details: row.details as AuditDetails }))
  const users = await loadUsers(
    db,
    workspace_id,
    entries.flatMap(({ actor_user_id, details }) => [actor_user_id, details.user_id, details.as_user_id]),
  )
  const inviteEmails = await loadInviteEmails(
    db,
    entries.map(({ details }) => details.invite_id),
  )
  return entries.map(({ number, at, actor_user_id, action, details }) => {
    const actor = users.get(actor_user_id)
    const about = users.get(details.user_id ?? 0)
    return {
      number: number ?? 0,
      at: at.toISOString(),
      actor: actor ? toAuditUser(actor, shop) : null,
      acted_as: details.as_user_id === undefined ? null : toAuditUserOrNull(users.get(details.as_user_id), shop),
      is_support: details.as_user_id !== undefined || /^(?:masquerade|license|terms)\./.test(action),
      action: action as AuditAction,
      about: about?.name ?? inviteEmails.get(details.invite_id ?? 0) ?? null,
      from: details.from ?? null,
      to: details.to ?? null,
    }
  })
}

export const loadAuditPage = async (
  db: Db,
  workspace_id: number,
  query: AuditQuery,
  { page, shop }: { page: number } & AuditNames,
) => {
  const { total } = await selectAuditRows(db, workspace_id, query)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await listAuditRows(db, workspace_id, query, {
    shop,
    limit: AUDIT_PER_PAGE,
    offset: (page - 1) * AUDIT_PER_PAGE,
  })
  return { data, ...toPagination(page, AUDIT_PER_PAGE, total) }
}

/** Lists the users who have entries in the log and still have an account. */
export const listAuditActors = async (db: Db, workspace_id: number, { shop }: AuditNames) => {
  const ids = await selectWorkspaceLog(db, workspace_id).select('actor_user_id').distinct().execute()
  const users = await loadUsers(
    db,
    workspace_id,
    ids.map(({ actor_user_id }) => actor_user_id),
  )
  return [...users.values()].map(user => toAuditUser(user, shop)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

type AuditedUser = { id: number; name: string; email: string; is_support: boolean }

/** Hides the identity of support staff. */
const toAuditUser = ({ id, name, email, is_support }: AuditedUser, shop: string) =>
  is_support ? { id, name: `${shop} support`, email: '' } : { id, name, email }
const toAuditUserOrNull = (user: AuditedUser | undefined, shop: string) => (user ? toAuditUser(user, shop) : null)

/** Staff count as support only in workspaces that they are not members of. */
const loadUsers = async (
  db: Db,
  workspace_id: number,
  ids: readonly (number | undefined)[],
): Promise<Map<number, AuditedUser>> => {
  const userIds = [...new Set(ids.filter(id => id !== undefined))]
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('workspace_members as m', join =>
      join.onRef('m.user_id', '=', 'u.id').on('m.workspace_id', '=', workspace_id),
    )
    .where('u.id', 'in', userIds)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.platform_roles', 'm.role'])
    .execute()
  return new Map(
    rows.map(({ id, first_name, last_name, email, platform_roles, role }) => {
      const name = `${first_name} ${last_name}`.trim() || email
      return [id, { id, name, email, is_support: role === null && isStaff(platform_roles) }]
    }),
  )
}

const loadInviteEmails = async (db: Db, ids: readonly (number | undefined)[]): Promise<Map<number, string>> => {
  const inviteIds = [...new Set(ids.filter(id => id !== undefined))]
  if (inviteIds.length === 0) return new Map()
  const rows = await db.selectFrom('workspace_invites').where('id', 'in', inviteIds).select(['id', 'email']).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
