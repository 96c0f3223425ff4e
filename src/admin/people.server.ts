import { sql } from 'kysely'

import { affiliationsIn } from '#accounts/affiliations.ts'
import { isStandIn } from '#accounts/stand-in.ts'
import { openResetOf } from '#accounts/two-step/reset.server.ts'
import { hasTwoStep } from '#accounts/two-step/state.server.ts'
import type { WorkspaceRole } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'
import { isPlatformAdmin, mayActAs, mayChangeAccount, platformRoles } from '#workspaces/policy.ts'

import type { Person, PersonFacts } from './contract.ts'
import { staffLog } from './log/show.server.ts'
import { RELATED_REFUSAL, relatedAccounts } from './related-accounts.server.ts'

const per_page = 25

type PeopleQuery = { search?: string | undefined; page?: number | undefined }

/** A page of people, the newest first. */
export const peopleOf = async (db: Db, { search = '', page = 1 }: PeopleQuery) => {
  // PostgreSQL takes every character but this one.
  const said = search.replaceAll('\0', ' ').trim()
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  const wanted = db
    .selectFrom('users as u')
    .$if(said !== '', query =>
      query.where(eb =>
        eb.or([
          sql<boolean>`(u.first_name || ' ' || u.last_name || ' ' || u.email::text || ' ' || u.username) ilike ${like}`,
          eb.exists(
            eb
              .selectFrom('workspace_members as m')
              .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
              .whereRef('m.user_id', '=', 'u.id')
              .where('w.name', 'ilike', like)
              .select('w.id'),
          ),
        ]),
      ),
    )
  const { total } = await wanted.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await columns(wanted)
    .orderBy('u.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(shown), meta: pagination(page, per_page, total) }
}

/** Platform admins who are not suspended. */
export const activePlatformAdmins = (db: Db): Promise<{ id: number; email: string }[]> =>
  db
    .selectFrom('users')
    .where(sql<boolean>`platform_roles @> array[${platformRoles.platform_admin}::integer]`)
    .where(sql<boolean>`not platform_roles @> array[${platformRoles.suspended}::integer]`)
    .select(['id', 'email'])
    .orderBy('id')
    .execute()

/** Throws 404 for nobody. `mine`: the roles of whoever asks, and who that is. */
export const personOf = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  mine: { user_id: number; platform_roles: readonly number[] },
): Promise<PersonFacts> => {
  const found = await columns(db.selectFrom('users as u').where('u.id', '=', id))
    .select('u.affiliations')
    .select(eb => eb('u.password_hash', 'is not', null).as('has_password'))
    .select(({ selectFrom, fn }) =>
      selectFrom('sessions as n')
        .whereRef('n.user_id', '=', 'u.id')
        .select(fn.countAll<number>().as('n'))
        .as('sessions'),
    )
    .executeTakeFirst()
  if (!found) throw refuse.missing('person')
  const { has_password, sessions, affiliations, ...row } = found
  const is_in_reach = id !== mine.user_id && mayChangeAccount(mine.platform_roles, row.roles)
  const reset = await openResetOf(db, id, clock.now())
  const can_approve =
    reset && is_in_reach && isPlatformAdmin(mine.platform_roles) && reset.requested_by !== mine.user_id
  const is_related = can_approve && (await relatedAccounts(db, mine.user_id, clock.now())).has(reset.requested_by)
  return {
    ...shown(row),
    affiliations: affiliationsIn(affiliations),
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
    workspaces: await workspacesOf(db, id),
    history: (await staffLog(db, { about: 'person', key: String(id) })).data,
    is_in_reach,
    can_act_as: id !== mine.user_id && mayActAs(mine.platform_roles, row.roles),
    can_change_roles: id !== mine.user_id && isPlatformAdmin(mine.platform_roles) && !isStandIn(row.email),
  }
}

type Row = Omit<Person, 'registered_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date | null }

const shown = ({ created_at, last_seen_at, ...row }: Row): Person => ({
  ...row,
  registered_at: created_at.toISOString(),
  last_seen_at: last_seen_at?.toISOString() ?? null,
})

const peopleBase = (db: Db) => db.selectFrom('users as u')

const columns = (query: ReturnType<typeof peopleBase>) =>
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

const workspacesOf = async (db: Db, user_id: number) => {
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
