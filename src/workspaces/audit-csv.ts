/** The log as a table that opens in any spreadsheet. Pure. */
import { csvOf } from '#platform/csv.ts'

import { auditActions } from './audit-actions.ts'
import type { AuditRow } from './audit-contract.ts'

const heads = ['Number', 'At (UTC)', 'Who', 'Email', 'Acted as', 'What', 'About', 'From', 'To']

const lineOf = ({ number, at, actor, acted_as, action, about, from, to }: AuditRow) => [
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

export const auditCsv = (rows: readonly AuditRow[]): string => csvOf([heads, ...rows.map(lineOf)])
