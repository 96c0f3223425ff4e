import { auditActions } from '../audit-actions.ts'
import type { AuditRow } from '../audit-contract.ts'
import { roleLabels } from '../roles.ts'

import css from './audit-entry.module.css'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Roles in words; names as they were. */
const worded = (text: string): string => new Map<string, string>(Object.entries(roleLabels)).get(text) ?? text

/** One change: when, who, what, and from what to what. */
export const AuditEntry = ({
  row: { number, at, actor, acted_as, is_support, action, about, from, to },
}: {
  row: AuditRow
}) => (
  <li className={css.entry} data-support={is_support || undefined}>
    <span className={css.number}>{number}</span>
    <time dateTime={at} className={css.at}>
      {days.format(new Date(at))}
    </time>
    <span className={css.who}>
      {actor?.name ?? 'Somebody whose account is gone'}
      {acted_as && <span className={css.as}> as {acted_as.name}</span>}
    </span>
    <span className={css.what}>
      {auditActions[action]}
      {about && about !== actor?.name && <strong>: {about}</strong>}
      {(from ?? to) && (
        <span className={css.change}>
          {from && <s>{worded(from)}</s>} {to && worded(to)}
        </span>
      )}
    </span>
  </li>
)
