import { sql } from 'kysely'

import { RELATED_REFUSAL, findRelatedAccounts } from '#approvals/admin/related-accounts.server.ts'
import type { WorkspaceRole } from '#platform/actor.ts'
import { listStaffAuditEntries } from '#platform/admin/audit-log/list.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { canMasqueradeAs, canModerateAccount, canRecoverAccount, isPlatformAdmin } from '#workspaces/policy.ts'

import { toAffiliations } from '../affiliations.ts'
import { isLocked } from '../attempts.server.ts'
import { isPlaceholderEmail } from '../placeholder-email.ts'
import { getOpenReset } from '../two-step/reset.server.ts'
import { hasTwoStep } from '../two-step/state.server.ts'
import type { PersonSummary, StaffPerson } from './contract.ts'

const PER_PAGE = 25

type PeopleQuery = { search?: string | undefined; page?: number | undefined }

/** Returns a page of people, newest first. */
export const listPeople = async (db: Db, { search = '', page = 1 }: PeopleQuery) => {
  // PostgreSQL rejects NUL characters in text.
  const text = search.replaceAll('\0', ' ').trim()
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const matches = db
    .selectFrom('users as u')
    .$if(text !== '', query =>
      query.where(eb =>
        eb.or([
          sql<boolean>`(u.first_name || ' ' || u.last_name || ' ' || u.email::text || ' ' || u.username) ilike ${pattern}`,
          eb.exists(
            eb
              .selectFrom('workspace_members as m')
              .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
              .whereRef('m.user_id', '=', 'u.id')
              .where('w.name', 'ilike', pattern)
              .select('w.id'),
          ),
        ]),
      ),
    )
  const { total } = await matches.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await withPersonColumns(matches)
    .orderBy('u.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(toPersonSummary), meta: toPagination(page, PER_PAGE, total) }
}

/** Returns the platform admins who are not suspended. */
export const listActivePlatformAdmins = (db: Db): Promise<{ id: number; email: string }[]> =>
  db
    .selectFrom('users')
    .where(sql<boolean>`platform_roles @> array[${platformRoles.platform_admin}::integer]`)
    .where(sql<boolean>`not platform_roles @> array[${platformRoles.suspended}::integer]`)
    .select(['id', 'email'])
    .orderBy('id')
    .execute()

/** Returns a person as the caller may see them. Throws 404 when there is no such person. */
export const loadPerson = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  caller: { user_id: number; platform_roles: readonly number[] },
): Promise<StaffPerson> => {
  const person = await withPersonColumns(db.selectFrom('users as u').where('u.id', '=', id))
    .select('u.affiliations')
    .select(eb => eb('u.password_hash', 'is not', null).as('has_password'))
    .select(({ selectFrom, fn }) =>
      selectFrom('sessions as n')
        .whereRef('n.user_id', '=', 'u.id')
        .select(fn.countAll<number>().as('n'))
        .as('sessions'),
    )
    .executeTakeFirst()
  if (!person) throw refuse.missing('person')
  const { has_password, sessions, affiliations, ...row } = person
  const is_in_reach = id !== caller.user_id && canModerateAccount(caller.platform_roles, row.roles)
  const can_recover = id !== caller.user_id && canRecoverAccount(caller.platform_roles, row.roles)
  const reset = await getOpenReset(db, id, clock.now())
  const can_approve =
    reset && can_recover && isPlatformAdmin(caller.platform_roles) && reset.requested_by !== caller.user_id
  const is_related = can_approve && (await findRelatedAccounts(db, caller.user_id, clock.now())).has(reset.requested_by)
  return {
    ...toPersonSummary(row),
    affiliations: toAffiliations(affiliations),
    has_password: Boolean(has_password),
    two_step: {
      is_on: await hasTwoStep(db, id),
      reset: reset
        ? {
            requested_by: reset.requested_by_email,
            reason: reset.reason,
            requested_at: reset.requested_at.toISOString(),
            expires_at: reset.expires_at.toISOString(),
            can_approve: Boolean(can_approve) && !is_related,
            approval_refusal: is_related ? RELATED_REFUSAL : null,
          }
        : null,
    },
    sessions_count: sessions ?? 0,
    workspaces: await listWorkspacesOfUser(db, id),
    history: (await listStaffAuditEntries(db, { about: 'person', key: String(id) })).data,
    is_in_reach,
    can_recover,
    is_locked: await isLocked(db, row.email, clock.now()),
    can_act_as: id !== caller.user_id && canMasqueradeAs(caller.platform_roles, row.roles),
    can_change_roles: id !== caller.user_id && isPlatformAdmin(caller.platform_roles) && !isPlaceholderEmail(row.email),
  }
}

type PersonRow = Omit<PersonSummary, 'registered_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date | null }

const toPersonSummary = ({ created_at, last_seen_at, ...row }: PersonRow): PersonSummary => ({
  ...row,
  registered_at: created_at.toISOString(),
  last_seen_at: last_seen_at?.toISOString() ?? null,
})

const selectPeople = (db: Db) => db.selectFrom('users as u')

const withPersonColumns = (query: ReturnType<typeof selectPeople>) =>
  query
    .select([
      'u.id',
      'u.email',
      'u.username',
      'u.first_name',
      'u.last_name',
      'u.platform_roles as roles',
      'u.created_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('sessions as s')
        .whereRef('s.user_id', '=', 'u.id')
        .select(({ fn }) => fn.max('s.last_seen_at').as('at'))
        .as('last_seen_at'),
    )

const listWorkspacesOfUser = async (db: Db, user_id: number) => {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .where('m.user_id', '=', user_id)
    .select(['w.id', 'w.name', 'm.role'])
    .select(({ selectFrom, fn }) =>
      selectFrom('workspace_members as o')
        .whereRef('o.workspace_id', '=', 'w.id')
        .select(fn.countAll<number>().as('n'))
        .as('members_count'),
    )
    .orderBy('w.name')
    .orderBy('w.id')
    .execute()
  return rows.map(row => ({ ...row, role: row.role as WorkspaceRole, members_count: row.members_count ?? 0 }))
}
