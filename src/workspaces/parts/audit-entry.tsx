import { auditActions } from '../audit-actions.ts'
import type { AuditRow } from '../audit-contract.ts'
import { roleLabels } from '../roles.ts'

import css from './audit-entry.module.css'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Returns a role's label, or the text itself for a name. */
const formatValue = (text: string): string => new Map<string, string>(Object.entries(roleLabels)).get(text) ?? text

/** An entry of the audit log: when, who, what, and the old and new values. */
export const AuditEntry = ({
  row: { number, at, actor, acted_as, is_support, action, about, from, to },
}: {
  row: AuditRow
}) => (
  <li className={css.entry} data-support={is_support || undefined}>
    <span className={css.number}>{number}</span>
    <time dateTime={at} className={css.at}>
      {dateFormat.format(new Date(at))}
    </time>
    <span className={css.who}>
      {actor?.name ?? 'A deleted account'}
      {acted_as && <span className={css.as}> as {acted_as.name}</span>}
    </span>
    <span className={css.what}>
      {auditActions[action]}
      {about && about !== actor?.name && <strong>: {about}</strong>}
      {(from ?? to) && (
        <span className={css.change}>
          {from && <s>{formatValue(from)}</s>} {to && formatValue(to)}
        </span>
      )}
    </span>
  </li>
)
