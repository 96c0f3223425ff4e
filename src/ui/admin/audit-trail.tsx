/** Lists what staff changed about a subject, and why. */
import { Link } from 'react-router'

import type { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import type { AuditSubject } from '#platform/audit/audit-subjects.ts'
import { staffActions } from '#platform/audit/staff-actions.ts'

import { cx } from '../cx.ts'
import { subjectLinks } from './audit-subject-links.ts'
import { formatDateTime } from './format-date.ts'

import css from './audit-trail.module.css'
import page from './detail-page.module.css'

export const LogList = ({ rows }: { rows: readonly StaffAuditEntry[] }) => (
  <section aria-labelledby="history">
    <h2 id="history">What we did</h2>
    {rows.length === 0 ? (
      <p className={page.none}>Nothing yet.</p>
    ) : (
      <ol className={cx(page.history, css.log)}>
        {rows.map(row => (
          <li key={row.id}>
            <span className="mono">{formatDateTime(row.at)}</span>
            <span>{staffActions[row.action]}</span>
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

export const LogChanges = ({ row: { changes } }: { row: StaffAuditEntry }) =>
  changes.length > 0 && (
    <span className={css.changes}>
      {changes.map(({ field, was, is, refers }) => (
        <span key={field}>
          {field}: <ChangeValue text={was} about={refers?.about} id={refers?.was} /> →{' '}
          <ChangeValue text={is} about={refers?.about} id={refers?.is} />
        </span>
      ))}
    </span>
  )

type ChangeValueProps = { text: string; about: AuditSubject | undefined; id: string | null | undefined }

const ChangeValue = ({ text, about, id }: ChangeValueProps) =>
  about && id ? <Link to={subjectLinks[about].to(id)}>{text}</Link> : text
