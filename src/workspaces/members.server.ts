import { sql } from 'kysely'

import type { WorkspaceRole } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'

import type { memberSorts, TeamMember } from './team-contract.ts'

const PER_PAGE = 20

type TeamMembersInput = {
  workspace_id: number
  /** The requesting user, for `is_you`. */
  user_id: number
  now: Date
  page?: number | undefined
  sort?: (typeof memberSorts)[number] | undefined
  search?: string | undefined
}

/** Sorts roles from the highest to the lowest. */
const rank = sql`array_position(array['owner', 'admin', 'purchaser', 'asset_manager', 'guest'], role)`
const name = sql`lower(coalesce(nullif(trim(first_name || ' ' || last_name), ''), email::text))`
const sortExpressions = {
  name: sql`${name}`,
  role: sql`${rank}, ${name}`,
  newest: sql`since desc`,
}

/** Lists the members and pending invites of a workspace by page. The search matches names and emails. */
export const listTeamMembers = async (
  db: Db,
  { workspace_id, user_id, now, page = 1, sort = 'name', search = '' }: TeamMembersInput,
) => {
  // PostgreSQL refuses null characters.
  const text = search.replaceAll('\0', ' ').trim()
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const members = db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.avatar_url', 'm.role', 'm.joined_at as since'])
    .select([sql<'member' | 'invite'>`'member'`.as('kind'), sql<Date | null>`null::timestamptz`.as('expires_at')])
  const invites = db
    .selectFrom('workspace_invites as i')
    .where('i.workspace_id', '=', workspace_id)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .select('i.id')
    .select([sql<string>`''`.as('first_name'), sql<string>`''`.as('last_name')])
    .select(['i.email', sql<string | null>`null`.as('avatar_url'), 'i.role', 'i.created_at as since'])
    .select([sql<'member' | 'invite'>`'invite'`.as('kind'), 'i.expires_at'])
  const matches = db
    .selectFrom(members.unionAll(invites).as('t'))
    .where(sql<boolean>`(first_name || ' ' || last_name || ' ' || email::text) ilike ${pattern}`)
  const { total, people } = await matches
    .select(eb => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('kind', '=', 'member').as('people'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await matches
    .selectAll()
    .orderBy(sortExpressions[sort])
    .orderBy('kind', 'desc')
    .orderBy('id')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  const data = rows.map(({ since, expires_at, role, ...row }): TeamMember => ({
    ...row,
    role: role as WorkspaceRole,
    since: since.toISOString(),
    is_expired: expires_at !== null && expires_at <= now,
    is_you: row.kind === 'member' && row.id === user_id,
  }))
  return { data, meta: { ...toPagination(page, PER_PAGE, total), people } }
}
