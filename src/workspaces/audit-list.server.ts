/** The log of a workspace, as it is read: with the names that its ids have today. */
import { sql } from 'kysely'

import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'

import type { AuditAction } from './audit-actions.ts'
import type { AuditRow } from './audit-contract.ts'
import type { AuditDetails } from './audit.server.ts'
import { isStaff } from './policy.ts'

export const audit_per_page = 50

export type AuditQuery = {
  actor?: number | undefined
  action?: AuditAction | undefined
  /** Days in UTC, both within. */
  from?: string | undefined
  to?: string | undefined
}

const wanted = (db: Db, workspace_id: number, { actor, action, from, to }: AuditQuery) =>
  db
    .selectFrom('workspace_audit as a')
    .where('a.workspace_id', '=', workspace_id)
    .$if(actor !== undefined, query => query.where('a.actor_user_id', '=', actor ?? 0))
    .$if(action !== undefined, query => query.where('a.action', '=', action ?? ''))
    .$if(from !== undefined, query => query.where('a.at', '>=', new Date(`${from}T00:00:00Z`)))
    .$if(to !== undefined, query =>
      query.where(sql<boolean>`a.at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`),
    )

type Slice = { limit: number; offset: number }

/** Newest first. */
export const auditRows = async (
  db: Db,
  workspace_id: number,
  query: AuditQuery,
  { limit, offset }: Slice,
): Promise<AuditRow[]> => {
  const rows = await wanted(db, workspace_id, query)
    .select(['a.number', 'a.at', 'a.actor_user_id', 'a.action', 'a.details'])
    .orderBy('a.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const told = rows.map(row => ({ ...row, details: row.details as AuditDetails }))
  const people = await peopleBy(
    db,
    workspace_id,
    told.flatMap(({ actor_user_id, details }) => [actor_user_id, details.user_id, details.as_user_id]),
  )
  const invites = await invitesBy(
    db,
    told.map(({ details }) => details.invite_id),
  )
  return told.map(({ number, at, actor_user_id, action, details }) => {
    const actor = people.get(actor_user_id)
    const about = people.get(details.user_id ?? 0)
    return {
      number,
      at: at.toISOString(),
      actor: actor ? shown(actor) : null,
      acted_as: details.as_user_id === undefined ? null : shownOrNull(people.get(details.as_user_id)),
      is_support: details.as_user_id !== undefined || action.startsWith('masquerade.') || action === 'terms.changed',
      action: action as AuditAction,
      about: about?.name ?? invites.get(details.invite_id ?? 0) ?? null,
      from: details.from ?? null,
      to: details.to ?? null,
    }
  })
}

export const auditPage = async (db: Db, workspace_id: number, query: AuditQuery, page: number) => {
  const { total } = await wanted(db, workspace_id, query)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await auditRows(db, workspace_id, query, {
    limit: audit_per_page,
    offset: (page - 1) * audit_per_page,
  })
  return { data, ...pagination(page, audit_per_page, total) }
}

/** Everybody who stands in the log and still has an account. */
export const auditActors = async (db: Db, workspace_id: number) => {
  const ids = await db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .select('actor_user_id')
    .distinct()
    .execute()
  const people = await peopleBy(
    db,
    workspace_id,
    ids.map(({ actor_user_id }) => actor_user_id),
  )
  return [...people.values()].map(shown).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

type Person = { id: number; name: string; email: string; is_ours: boolean }

/** Of our own people nobody learns more than that it was us. */
const shown = ({ id, name, email, is_ours }: Person) =>
  is_ours ? { id, name: `${brand.name} support`, email: '' } : { id, name, email }
const shownOrNull = (person: Person | undefined) => (person ? shown(person) : null)

/** Ours: who looked in from outside. One of us may work in the workspace as everybody does. */
const peopleBy = async (
  db: Db,
  workspace_id: number,
  ids: readonly (number | undefined)[],
): Promise<Map<number, Person>> => {
  const known = [...new Set(ids.filter(id => id !== undefined))]
  if (known.length === 0) return new Map()
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('workspace_members as m', join =>
      join.onRef('m.user_id', '=', 'u.id').on('m.workspace_id', '=', workspace_id),
    )
    .where('u.id', 'in', known)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.platform_roles', 'm.role'])
    .execute()
  return new Map(
    rows.map(({ id, first_name, last_name, email, platform_roles, role }) => {
      const name = `${first_name} ${last_name}`.trim() || email
      return [id, { id, name, email, is_ours: role === null && isStaff(platform_roles) }]
    }),
  )
}

const invitesBy = async (db: Db, ids: readonly (number | undefined)[]): Promise<Map<number, string>> => {
  const known = [...new Set(ids.filter(id => id !== undefined))]
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('workspace_invites').where('id', 'in', known).select(['id', 'email']).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
