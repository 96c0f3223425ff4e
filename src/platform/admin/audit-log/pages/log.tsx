/** The staff audit log: who changed what, when and why. */
import { Download } from 'lucide-react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { submitFilters } from '#ui/admin/admin-search-field.tsx'
import { subjectLinks } from '#ui/admin/audit-subject-links.ts'
import { LogChanges } from '#ui/admin/audit-trail.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { LogResults } from '#ui/admin/log-results.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import {
  listStaffAuditChoices,
  listStaffAuditLog,
  STAFF_AUDIT_CSV_PATH,
  type StaffAuditEntry,
} from '../../../audit/audit-log-contract.ts'
import { AUDIT_SUBJECTS } from '../../../audit/audit-subjects.ts'
import { staffActionNames, staffActions } from '../../../audit/staff-actions.ts'
import { parseDay } from '../../../day.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { toSearchParams } from '../../../http/search-params.ts'
import type { Route } from './+types/log'

import page from '#ui/admin/detail-page.module.css'
import css from '#ui/admin/log.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Log', noindex: true })

/** Reads the filters from the URL; ignores invalid values. */
const readFilters = (params: URLSearchParams) => ({
  search: listQuery(params).search,
  staff: /^[1-9]\d{0,8}$/.exec(params.get('staff') ?? '')?.[0],
  about: oneOf(AUDIT_SUBJECTS, params.get('about')),
  key: /^[\w.:-]{1,80}$/.exec(params.get('key') ?? '')?.[0],
  action: oneOf(staffActionNames, params.get('action')),
  from: parseDay(params.get('from')),
  to: parseDay(params.get('to')),
})
const readCursor = (params: URLSearchParams) => params.get('before') ?? undefined

export const loader = async (args: Route.LoaderArgs) => {
  const params = args.url.searchParams
  const [log, choices] = await Promise.all([
    callForPage(args, listStaffAuditLog, { query: { ...readFilters(params), before: readCursor(params) } }),
    callForPage(args, listStaffAuditChoices, {}),
  ])
  return { log, choices: choices.data }
}

export default function Log({ loaderData: { log, choices } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { state } = useNavigation()
  const filters = readFilters(params)
  const before = readCursor(params)
  const filterParams = toSearchParams(filters)
  const { data: rows, meta } = log
  return (
    <div className={cx(page.person, css.layout)}>
      <header className={page.head}>
        <h1>Log</h1>
        <p>What staff did, newest first. Entries cannot be changed.</p>
        {rows.length > 0 && (
          <a href={`${STAFF_AUDIT_CSV_PATH}?${filterParams}`} download className={css.export}>
            <Download aria-hidden />
            Export as CSV
          </a>
        )}
      </header>
      <Form
        method="get"
        action="/admin/log"
        role="search"
        className={css.filters}
        key={params.toString()}
        aria-label="Filter the log"
      >
        <TextField
          dense
          label="Text"
          type="search"
          name="search"
          placeholder="Number, reason or new value"
          defaultValue={filters.search}
          autoComplete="off"
          maxLength={200}
        />
        <SelectField dense label="Who" name="staff" defaultValue={filters.staff ?? ''} onChange={submitFilters}>
          <option value="">Everyone</option>
          {choices.staff.map(({ id, email }) => (
            <option key={id} value={id}>
              {email ?? `${id}, who has left`}
            </option>
          ))}
        </SelectField>
        <SelectField dense label="About" name="about" defaultValue={filters.about ?? ''} onChange={submitFilters}>
          <option value="">Everything</option>
          {AUDIT_SUBJECTS.map(subject => (
            <option key={subject} value={subject}>
              {subjectLinks[subject].label}
            </option>
          ))}
        </SelectField>
        <SelectField dense label="What" name="action" defaultValue={filters.action ?? ''} onChange={submitFilters}>
          <option value="">Anything</option>
          {choices.actions.map(action => (
            <option key={action} value={action}>
              {staffActions[action]}
            </option>
          ))}
        </SelectField>
        <TextField dense type="date" label="From" name="from" defaultValue={filters.from} />
        <TextField dense type="date" label="To" name="to" defaultValue={filters.to} />
        {filters.key !== undefined && <input type="hidden" name="key" value={filters.key} />}
        <Button type="submit" busy={state === 'loading' && 'Loading…'}>
          Show
        </Button>
      </Form>
      <LogResults
        path="/admin/log"
        className={css.list}
        label="The log"
        pagesLabel="Pages of the log"
        emptyText="No entries yet."
        filters={filters}
        before={before}
        next={meta.next}
        entries={rows.map(row => (
          <LogEntry key={row.id} row={row} />
        ))}
      />
    </div>
  )
}

const LogEntry = ({ row }: { row: StaffAuditEntry }) => {
  const { at, staff_email, about, about_key, about_name, action, reason } = row
  const { label, to } = subjectLinks[about]
  return (
    <li>
      <time dateTime={at} className="mono">
        {formatDateTime(at)}
      </time>
      <span className={page.who}>{staff_email ?? 'somebody who has left'}</span>
      <span className={css.about}>
        <Link to={to(about_key)}>{`${label} ${about_name ?? about_key}`}</Link>
      </span>
      <span>{staffActions[action]}</span>
      <span className={page.reason}>
        {reason}
        <LogChanges row={row} />
      </span>
    </li>
  )
}
