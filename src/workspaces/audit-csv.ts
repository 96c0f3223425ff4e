/** Formats the audit log as CSV. */
import { toCsv } from '#platform/csv.ts'

import { auditActions } from './audit-actions.ts'
import type { AuditRow } from './audit-contract.ts'

const header = ['Number', 'At (UTC)', 'Who', 'Email', 'Acted as', 'What', 'About', 'From', 'To']

const toCells = ({ number, at, actor, acted_as, action, about, from, to }: AuditRow) => [
  number,
  at,
  actor?.name ?? null,
  actor?.email ?? null,
  acted_as?.name ?? null,
  auditActions[action],
  about,
  from,
  to,
]

export const formatAuditCsv = (rows: readonly AuditRow[]): string => toCsv([header, ...rows.map(toCells)])
