import { sql } from 'kysely'

import { isStandIn } from '#accounts/stand-in.ts'
import type { Db } from '#platform/database.server.ts'
import { formatCents } from '#platform/money.ts'
import type { StaffSubject } from '#platform/staff-subjects.ts'

import { likeOf } from '../like.server.ts'
import { momentOf } from '../parts/moment.ts'
import type { LogRow } from './contract.ts'
import { deeds, type Deed } from './deeds.server.ts'
import { namesOf, type NameOf, type Subject } from './names.server.ts'

const per_page = 50

export type LogQuery = {
  about?: StaffSubject | undefined
  key?: string | undefined
  /** Who of us, by id. */
  staff?: number | undefined
  action?: string | undefined
  /** Days in UTC, both within. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  /** The cursor of the entry that the page comes after. */
  before?: string | undefined
}

const all = (conditions: readonly (ReturnType<typeof sql> | '' | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter(one => one !== undefined && one !== '')], sql` and `)

/** Newest first, a page at a time. */
export const staffLog = async (db: Db, asked: LogQuery, limit = per_page) => {
  const { about, key, staff, action, from, to, search, before } = asked
  const like = likeOf(search)
  const [at, place] = before?.split('~') ?? []
  const wanted = all([
    about && sql`d.about = ${about}`,
    key === undefined ? undefined : sql`d.about_key = ${key}`,
    staff === undefined ? undefined : sql`d.staff_user_id = ${staff}`,
    action === undefined ? undefined : sql`d.action = ${action}`,
    from && sql`d.at >= ${`${from}T00:00:00Z`}::timestamptz`,
    to && sql`d.at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`,
    like &&
      sql`(d.about_key || ' ' || d.action || ' ' || d.reason || ' ' || d.changes::text || ' ' || coalesce(u.email::text, '')) ilike ${like}`,
    at && place && sql`(d.at, d.source, d.id) < (${at}::timestamptz, ${place.slice(0, 1)}, ${place.slice(1)}::bigint)`,
  ])
  const { rows } = await sql<Deed & { email: string | null }>`
    select d.*, u.email::text as email from (${deeds}) d left join users u on u.id = d.staff_user_id
    where ${wanted} order by d.at desc, d.source desc, d.id desc limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const nameOf = await namesOf(db, page.flatMap(subjectsOf))
  const data = page.map(row => shown(row, nameOf))
  return { data, meta: { next: rows.length > limit ? (data.at(-1)?.id ?? null) : null } }
}

const emailOf = (email: string | null) => (email === null || isStandIn(email) ? null : email)

/** Fields of changes that hold an id. */
const referring: Readonly<Record<string, StaffSubject>> = { person: 'person', user_id: 'person', cover: 'clip' }

const changesIn = (changes: unknown) => Object.entries(changes as Record<string, [unknown, unknown]>)
const keyIn = (value: unknown) => (typeof value === 'number' ? String(value) : null)

/** Everything that an entry names by an id. */
const subjectsOf = ({ about, about_key, changes }: Deed): Subject[] => [
  { about: about as StaffSubject, key: about_key },
  ...changesIn(changes).flatMap(([field, values]) => {
    const kind = referring[field]
    return kind ? values.flatMap(value => (typeof value === 'number' ? { about: kind, key: String(value) } : [])) : []
  }),
]

const shown = (
  { source, id, at, about, about_key, action, reason, email, changes }: Deed & { email: string | null },
  nameOf: NameOf,
) => ({
  id: `${at.toISOString()}~${source}${id}`,
  at: at.toISOString(),
  staff_email: emailOf(email),
  about: about as StaffSubject,
  about_key,
  about_name: nameOf({ about: about as StaffSubject, key: about_key }),
  action,
  reason,
  changes: changesIn(changes)
    .filter(([, [was, is]]) => was !== is)
    .map(([field, [was, is]]): LogRow['changes'][number] => {
      const kind = referring[field]
      const words = (value: unknown) => {
        const key = keyIn(value)
        return (kind && key !== null && nameOf({ about: kind, key })) || inWords(field, value)
      }
      return {
        field: fieldName(field),
        was: words(was),
        is: words(is),
        ...(kind && { refers: { about: kind, was: keyIn(was), is: keyIn(is) } }),
      }
    }),
})

/** Who stands in the log, and what was done at all. */
export const logChoices = async (db: Db) => {
  const { rows: staff } = await sql<{ id: number; email: string | null }>`
    select d.staff_user_id as id, u.email::text as email
    from (select distinct staff_user_id from (${deeds}) x) d left join users u on u.id = d.staff_user_id
    order by email nulls last, id`.execute(db)
  const { rows: actions } = await sql<{ action: string }>`select distinct action from (${deeds}) d order by 1`.execute(
    db,
  )
  return {
    staff: staff.map(({ id, email }) => ({ id, email: emailOf(email) })),
    actions: actions.map(({ action }) => action),
  }
}

/** "credit limit", "net payment term days" */
const fieldName = (field: string) =>
  field
    .replace(/^(has|is)_/, '')
    .replace(/^user_id$/, 'person')
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')

const wholeMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Fields that hold a word of ours, such as "in_review". What somebody wrote stays as they wrote it. */
const ofOurs: ReadonlySet<string> = new Set([
  'state',
  'audience',
  'roles',
  'tier',
  'camera_look',
  'motion',
  'time_of_day',
  'location_type',
  'people_count',
])

const inWords = (field: string, value: unknown): string => {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number' && field.endsWith('_cents')) return formatCents(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(one => inWords(field, one)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (wholeMoment.test(value)) return momentOf(value)
  return ofOurs.has(field) ? value.replaceAll('_', ' ') : value
}
