/** Everything our people did, who of them, when and why; none of it can be changed. */
import { Download } from 'lucide-react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { staffSubjects } from '#platform/staff-subjects.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { LogChanges } from '../../parts/log-list.tsx'
import { momentOf } from '../../parts/moment.ts'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { chooseFilter } from '../../parts/room-search.tsx'
import { listLogChoices, listStaffLog, logCsvPath, type LogRow } from '../contract.ts'
import { subjects } from '../parts/subjects.ts'
import type { Route } from './+types/log'

import page from '../../pages/person.module.css'
import css from './log.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Log', noindex: true })

const dayIn = (text: string | null) => /^20\d{2}-\d{2}-\d{2}$/.exec(text ?? '')?.[0]

/** What the address asks for; what it cannot mean is left out. */
const filtersOf = (asked: URLSearchParams) => ({
  search: roomQuery(asked).search,
  staff: /^[1-9]\d{0,8}$/.exec(asked.get('staff') ?? '')?.[0],
  about: oneOf(staffSubjects, asked.get('about')),
  key: /^[\w.:-]{1,80}$/.exec(asked.get('key') ?? '')?.[0],
  action: asked.get('action')?.slice(0, 60) || undefined,
  from: dayIn(asked.get('from')),
  to: dayIn(asked.get('to')),
})
const beforeOf = (asked: URLSearchParams) => asked.get('before') ?? undefined

const searchOf = (query: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))

export const loader = async (args: Route.LoaderArgs) => {
  const asked = args.url.searchParams
  const [log, choices] = await Promise.all([
    pageCall(args, listStaffLog, { query: { ...filtersOf(asked), before: beforeOf(asked) } }),
    pageCall(args, listLogChoices, {}),
  ])
  return { log, choices: choices.data }
}

export default function Log({ loaderData: { log, choices } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { state } = useNavigation()
  const filters = filtersOf(asked)
  const before = beforeOf(asked)
  const narrowed = searchOf(filters)
  const { data: rows, meta } = log
  const older = meta.next === null ? null : searchOf({ ...filters, before: meta.next })
  return (
    <main className={cx(page.person, css.room)}>
      <header className={page.head}>
        <h1>Log</h1>
        <p>What our people did, newest first. Nothing in it can be changed.</p>
        {rows.length > 0 && (
          <a href={`${logCsvPath}?${narrowed}`} download className={css.export}>
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
        key={asked.toString()}
        aria-label="Narrow the log"
      >
        <TextField
          dense
          label="Words"
          type="search"
          name="search"
          placeholder="Number, reason, what it became"
          defaultValue={filters.search}
          autoComplete="off"
          maxLength={200}
        />
        <SelectField dense label="Who" name="staff" defaultValue={filters.staff ?? ''} onChange={chooseFilter}>
          <option value="">Everybody</option>
          {choices.staff.map(({ id, email }) => (
            <option key={id} value={id}>
              {email ?? `${id}, who has left`}
            </option>
          ))}
        </SelectField>
        <SelectField dense label="About" name="about" defaultValue={filters.about ?? ''} onChange={chooseFilter}>
          <option value="">Everything</option>
          {staffSubjects.map(one => (
            <option key={one} value={one}>
              {subjects[one].word}
            </option>
          ))}
        </SelectField>
        <SelectField dense label="What" name="action" defaultValue={filters.action ?? ''} onChange={chooseFilter}>
          <option value="">Anything</option>
          {choices.actions.map(one => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <TextField dense type="date" label="From" name="from" defaultValue={filters.from} />
        <TextField dense type="date" label="To" name="to" defaultValue={filters.to} />
        {filters.key !== undefined && <input type="hidden" name="key" value={filters.key} />}
        <Button type="submit" busy={state === 'loading' && 'Looking…'}>
          Show
        </Button>
      </Form>
      {rows.length === 0 ? (
        <p className={page.none}>
          {narrowed.size === 0 && before === undefined ? (
            'Nobody has done anything yet.'
          ) : (
            <>
              Nothing matches. <Link to="/admin/log">Show the whole log</Link>
            </>
          )}
        </p>
      ) : (
        <ol className={css.list} aria-label="The log">
          {rows.map(row => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
      {(older !== null || before !== undefined) && (
        <nav className={css.pages} aria-label="Pages of the log">
          {before !== undefined && <Link to={`?${narrowed}`}>Newest</Link>}
          {older !== null && <Link to={`?${older}`}>Older</Link>}
        </nav>
      )}
    </main>
  )
}

const Entry = ({ row }: { row: LogRow }) => {
  const { at, staff_email, about, about_key, about_name, action, reason } = row
  const { word, to } = subjects[about]
  return (
    <li>
      <time dateTime={at} className="mono">
        {momentOf(at)}
      </time>
      <span className={page.who}>{staff_email ?? 'somebody who has left'}</span>
      <span className={css.about}>
        <Link to={to(about_key)}>{`${word} ${about_name ?? about_key}`}</Link>
      </span>
      <span>{action}</span>
      <span className={page.reason}>
        {reason}
        <LogChanges row={row} />
      </span>
    </li>
  )
}
