import { sql } from 'kysely'

import { isStandIn } from '#accounts/stand-in.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { formatCents } from '#platform/money.ts'
import type { StaffSubject } from '#platform/staff-subjects.ts'

import { likeOf } from '../like.server.ts'
import type { LogRow } from './contract.ts'

const per_page = 50

type Asked = {
  page?: number | undefined
  about?: StaffSubject | undefined
  key?: string | undefined
  search?: string | undefined
}

/** Newest first, a page at a time. */
export const staffLog = async (db: Db, { page = 1, about, key, search }: Asked) => {
  const like = likeOf(search)
  const wanted = db
    .selectFrom('staff_changes as c')
    .leftJoin('users as u', 'u.id', 'c.staff_user_id')
    .$if(about !== undefined, query => query.where('c.about', '=', about ?? ''))
    .$if(key !== undefined, query => query.where('c.about_key', '=', key ?? ''))
    .$if(like !== undefined, query =>
      query.where(
        sql<boolean>`(c.about_key || ' ' || c.action || ' ' || c.reason || ' ' || coalesce(u.email::text, '')) ilike ${like}`,
      ),
    )
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .orderBy('c.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .select(['c.id', 'c.at', 'c.about', 'c.about_key', 'c.action', 'c.reason', 'c.changes', 'u.email'])
    .execute()
  const data = rows.map(({ id, at, email, about, changes, ...row }): LogRow => ({
    ...row,
    id: String(id),
    at: at.toISOString(),
    about: about as StaffSubject,
    staff_email: email === null || isStandIn(email) ? null : email,
    changes: Object.entries(changes as Record<string, [unknown, unknown]>).map(([field, [was, is]]) => ({
      field: fieldName(field),
      was: inWords(field, was),
      is: inWords(field, is),
    })),
  }))
  return { data, meta: pagination(page, per_page, total) }
}

/** "credit limit", "net payment term days" */
const fieldName = (field: string) =>
  field
    .replace(/^(has|is)_/, '')
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')

const inWords = (field: string, value: unknown): string => {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number' && field.endsWith('_cents')) return formatCents(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
