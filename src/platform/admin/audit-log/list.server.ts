import { sql } from 'kysely'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { formatDateTime } from '#ui/admin/format-date.ts'

import type { StaffAuditEntry } from '../../audit/audit-log-contract.ts'
import type { AuditSubject } from '../../audit/audit-subjects.ts'
import type { StaffAction } from '../../audit/staff-actions.ts'
import type { Db } from '../../db/database.server.ts'
import { toLikePattern } from '../../db/like-pattern.server.ts'
import { formatCents } from '../../money.ts'
import { loadNames, type GetSubjectName, type AuditSubjectKey } from './names.server.ts'

const PER_PAGE = 50

type StaffAuditRow = {
  id: number
  at: Date
  staff_user_id: number
  about: AuditSubject
  about_key: string
  action: StaffAction
  reason: string
  changes: Record<string, [unknown, unknown]>
}

const staffAuditRows = sql<StaffAuditRow>`
  select id, at, actor_user_id as staff_user_id, subject_type as about, subject_key as about_key, action, reason, details as changes
  from audit_log where log = 'staff'`

export type StaffAuditQuery = {
  about?: AuditSubject | undefined
  key?: string | undefined
  /** The staff member's id. */
  staff?: number | undefined
  action?: string | undefined
  /** The first and the last day, in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  /** The cursor of the entry before this page. */
  before?: string | undefined
}

const andAll = (conditions: readonly (ReturnType<typeof sql> | '' | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter(condition => condition !== undefined && condition !== '')], sql` and `)

/** Lists a page of entries, newest first. */
export const listStaffAuditEntries = async (db: Db, query: StaffAuditQuery, limit = PER_PAGE) => {
  const { about, key, staff, action, from, to, search, before } = query
  const like = toLikePattern(search)
  const [at, id] = before?.split('~') ?? []
  const conditions = andAll([
    about && sql`d.about = ${about}`,
    key === undefined ? undefined : sql`d.about_key = ${key}`,
    staff === undefined ? undefined : sql`d.staff_user_id = ${staff}`,
    action === undefined ? undefined : sql`d.action = ${action}`,
    from && sql`d.at >= ${`${from}T00:00:00Z`}::timestamptz`,
    to && sql`d.at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`,
    like &&
      sql`(d.about_key || ' ' || d.action || ' ' || d.reason || ' ' || d.changes::text || ' ' || coalesce(u.email::text, '')) ilike ${like}`,
    at && id && sql`(d.at, d.id) < (${at}::timestamptz, ${id}::bigint)`,
  ])
  const { rows } = await sql<StaffAuditRow & { email: string | null }>`
    select d.*, u.email::text as email from (${staffAuditRows}) d left join users u on u.id = d.staff_user_id
    where ${conditions} order by d.at desc, d.id desc limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const getName = await loadNames(db, page.flatMap(listSubjects))
  const data = page.map(row => toStaffAuditEntry(row, getName))
  return { data, meta: { next: rows.length > limit ? (data.at(-1)?.id ?? null) : null } }
}

const visibleEmail = (email: string | null) => (email === null || isPlaceholderEmail(email) ? null : email)

/** Change fields that hold an id, and the subjects that they refer to. */
const REFERENCE_FIELDS: Readonly<Record<string, AuditSubject>> = {
  person: 'person',
  user_id: 'person',
  cover: 'clip',
  parent_id: 'category',
  invite_id: 'filmmaker_invite',
}

/** Fields for investigations in the database. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['masquerade_id', 'path', 'reply_id', 'request_id'])

const toChangeList = ({ changes }: Pick<StaffAuditRow, 'changes'>) =>
  Object.entries(changes).filter(([field]) => !HIDDEN_FIELDS.has(field))
const toSubjectKey = (value: unknown) => (typeof value === 'number' ? String(value) : null)

/** Every subject that an entry refers to by id. */
const listSubjects = ({ about, about_key, changes }: StaffAuditRow): AuditSubjectKey[] => [
  { about, key: about_key },
  ...toChangeList({ changes }).flatMap(([field, values]) => {
    const kind = REFERENCE_FIELDS[field]
    return kind ? values.flatMap(value => (typeof value === 'number' ? { about: kind, key: String(value) } : [])) : []
  }),
]

const toStaffAuditEntry = (
  { id, at, about, about_key, action, reason, email, changes }: StaffAuditRow & { email: string | null },
  getName: GetSubjectName,
) => ({
  id: `${at.toISOString()}~${id}`,
  at: at.toISOString(),
  staff_email: visibleEmail(email),
  about,
  about_key,
  about_name: getName({ about, key: about_key }),
  action,
  reason,
  changes: toChangeList({ changes })
    .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is))
    .map(([field, [was, is]]): StaffAuditEntry['changes'][number] => {
      const kind = REFERENCE_FIELDS[field]
      const formatChange = (value: unknown) => {
        const key = toSubjectKey(value)
        return (kind && key !== null && getName({ about: kind, key })) || formatValue(field, value)
      }
      return {
        field: formatFieldName(field),
        was: formatChange(was),
        is: formatChange(is),
        ...(kind && { refers: { about: kind, was: toSubjectKey(was), is: toSubjectKey(is) } }),
      }
    }),
})

/** The staff members and the actions that the log has. */
export const loadStaffAuditChoices = async (db: Db) => {
  const { rows: staff } = await sql<{ id: number; email: string | null }>`
    select d.staff_user_id as id, u.email::text as email
    from (select distinct staff_user_id from (${staffAuditRows}) x) d left join users u on u.id = d.staff_user_id
    order by email nulls last, id`.execute(db)
  const { rows: actions } = await sql<{
    action: StaffAction
  }>`select distinct action from (${staffAuditRows}) d order by 1`.execute(db)
  return {
    staff: staff.map(({ id, email }) => ({ id, email: visibleEmail(email) })),
    actions: actions.map(({ action }) => action),
  }
}

/** Such as "credit limit" or "net payment term days". */
const formatFieldName = (field: string) =>
  field
    .replace(/^(has|is)_/, '')
    .replace(/^user_id$/, 'person')
    .replace(/^invite_id$/, 'invite')
    .replace(/^parent_id$/, 'parent category')
    .replace(/^user_ids$/, 'people')
    .replace(/^workspace_ids$/, 'workspaces')
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')

const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Fields with enum values, such as "in_review". Texts that users wrote stay unchanged. */
const ENUM_FIELDS: ReadonlySet<string> = new Set([
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

/** Lists that are shown by their lengths. */
const COUNTED_FIELDS: ReadonlySet<string> = new Set(['user_ids', 'workspace_ids'])

const formatValue = (field: string, value: unknown): string => {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number' && field.endsWith('_cents')) return formatCents(value)
  if (Array.isArray(value) && COUNTED_FIELDS.has(field)) return String(value.length)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(item => formatValue(field, item)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (ISO_DATE_TIME.test(value)) return formatDateTime(value)
  return ENUM_FIELDS.has(field) ? value.replaceAll('_', ' ') : value
}
