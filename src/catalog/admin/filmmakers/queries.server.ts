import { sql, type RawBuilder } from 'kysely'

import { loadFilmmakerAccount } from '#earnings/admin/account.server.ts'
import { loadTaxFormStates } from '#earnings/tax-forms.server.ts'
import { listStaffAuditEntries } from '#platform/admin/audit-log/list.server.ts'
import type { StaffAction } from '#platform/audit/staff-actions.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { StaffFilmmaker, StaffFilmmakerSummary } from './contract.ts'

const PER_PAGE = 50

type Viewer = { roles: readonly number[]; now: Date }

const isAdmin = ({ roles }: Viewer) => hasStaffAccess('platform_admins', roles)

const loadSummaries = async (
  db: Db,
  where: RawBuilder<unknown>,
  viewer: Viewer,
  page = 1,
): Promise<StaffFilmmakerSummary[]> => {
  const { rows } = await sql<Omit<StaffFilmmakerSummary, 'tax_form'>>`
    select f.id, f.name, f.slug, f.location, f.avatar_url, f.clip_count as published_clips,
           (select count(*) from clips c where c.filmmaker_id = f.id)::integer as clips
    from filmmakers f where ${where}
    order by lower(f.name), f.id limit ${PER_PAGE} offset ${(page - 1) * PER_PAGE}`.execute(db)
  const ids = isAdmin(viewer) ? rows.map(row => row.id) : []
  const stateOf = await loadTaxFormStates(db, ids, viewer.now)
  return rows.map(row => ({ ...row, tax_form: ids.includes(row.id) ? stateOf(row.id) : null }))
}

type FilmmakersQuery = { page?: number | undefined; search?: string | undefined }

export const listFilmmakersForStaff = async (db: Db, { page = 1, search }: FilmmakersQuery, viewer: Viewer) => {
  const pattern = toLikePattern(search)
  const number = Number(/^\s*#?(\d{1,9})\s*$/.exec(search ?? '')?.[1] ?? 0)
  const where =
    pattern === undefined
      ? sql`true`
      : sql`(f.name || ' ' || f.slug || ' ' || f.location ilike ${pattern} or f.id = ${number})`
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from filmmakers f where ${where}`.execute(db)
  return {
    data: await loadSummaries(db, where, viewer, page),
    meta: toPagination(page, PER_PAGE, rows[0]?.total ?? 0),
  }
}

/** What editors did. The rest of the history is about people and money. */
const editorActions: readonly StaffAction[] = ['created', 'edited', 'portrait_changed']

/** Returns one filmmaker, with what these roles may see. Throws 404. */
export const loadStaffFilmmaker = async (db: Db, id: number, viewer: Viewer): Promise<StaffFilmmaker> => {
  const [[summary], row, counts, { shoots }, formerSlugs, { data: history }] = await Promise.all([
    loadSummaries(db, sql`f.id = ${id}`, viewer),
    db.selectFrom('filmmakers').where('id', '=', id).select(['bio', 'links', 'version']).executeTakeFirst(),
    db
      .selectFrom('clips')
      .where('filmmaker_id', '=', id)
      .groupBy('status')
      .select(['status', sql<number>`count(*)::integer`.as('n')])
      .execute(),
    db
      .selectFrom('collections')
      .where('filmmaker_id', '=', id)
      .select(sql<number>`count(*)::integer`.as('shoots'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('filmmaker_redirects').where('filmmaker_id', '=', id).orderBy('slug').select('slug').execute(),
    listStaffAuditEntries(db, { about: 'filmmaker', key: String(id) }),
  ])
  if (!summary || !row) throw refuse.missing('filmmaker')
  const countOf = (state: string) => counts.find(({ status }) => status === state)?.n ?? 0
  return {
    ...summary,
    ...row,
    clips_by_state: {
      draft: countOf('draft'),
      in_review: countOf('in_review'),
      published: countOf('published'),
      withdrawn: countOf('withdrawn'),
    },
    shoots,
    former_slugs: formerSlugs.map(({ slug }) => slug),
    account: isAdmin(viewer) ? await loadFilmmakerAccount(db, id, viewer.now) : null,
    history: isAdmin(viewer) ? history : history.filter(({ action }) => editorActions.includes(action)),
  }
}

type Records = { members: boolean; footage: boolean; money: boolean }

/** Returns why a filmmaker without clips can’t be deleted; undefined if it can. */
export const findDeletionObstacle = async (trx: Trx, id: number): Promise<string | undefined> => {
  const { rows } = await sql<Records>`
    select exists (select from filmmaker_members where filmmaker_id = ${id}) as members,
           exists (select from uploads where filmmaker_id = ${id})
             or exists (select from draft_actions where filmmaker_id = ${id}) as footage,
           exists (select from ledger_entries where filmmaker_id = ${id})
             or exists (select from payout_statements where filmmaker_id = ${id})
             or exists (select from payout_settings where filmmaker_id = ${id})
             or exists (select from filmmaker_splits where filmmaker_id = ${id})
             or exists (select from filmmaker_tax_forms where filmmaker_id = ${id}) as money`.execute(trx)
  const { members, footage, money } = rows[0] ?? {}
  if (members) return 'People have access to this filmmaker. Remove their access first.'
  if (money)
    return 'There are earnings, payout details, tax forms or an own share of this filmmaker, so it stays on record.'
  if (footage) return 'Footage was uploaded for this filmmaker, so it stays on record.'
  return undefined
}
