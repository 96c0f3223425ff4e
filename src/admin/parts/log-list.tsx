/** "What we did": who of us changed what about something, and why. */
import { Link } from 'react-router'

import type { StaffSubject } from '#platform/staff-subjects.ts'
import { cx } from '#ui/cx.ts'

import type { LogRow } from '../log/contract.ts'
import { subjects } from '../log/parts/subjects.ts'
import { momentOf } from './moment.ts'

import page from '../pages/person.module.css'
import css from './log-list.module.css'

export const LogList = ({ rows }: { rows: readonly LogRow[] }) => (
  <section aria-labelledby="history">
    <h2 id="history">What we did</h2>
    {rows.length === 0 ? (
      <p className={page.none}>Nothing yet.</p>
    ) : (
      <ol className={cx(page.history, css.log)}>
        {rows.map(row => (
          <li key={row.id}>
            <span className="mono">{momentOf(row.at)}</span>
            <span>{row.action}</span>
            <span className={page.who}>{row.staff_email ?? 'somebody who has left'}</span>
            <span className={page.reason}>
              {row.reason}
              <LogChanges row={row} />
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

export const LogChanges = ({ row: { changes } }: { row: LogRow }) =>
  changes.length > 0 && (
    <span className={css.changes}>
      {changes.map(({ field, was, is, refers }) => (
        <span key={field}>
          {field}: <Named words={was} about={refers?.about} id={refers?.was} /> →{' '}
          <Named words={is} about={refers?.about} id={refers?.is} />
        </span>
      ))}
    </span>
  )

type NamedProps = { words: string; about: StaffSubject | undefined; id: string | null | undefined }

const Named = ({ words, about, id }: NamedProps) =>
  about && id ? <Link to={subjects[about].to(id)}>{words}</Link> : words
