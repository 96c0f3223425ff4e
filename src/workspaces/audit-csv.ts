/** The log as a table that opens in any spreadsheet. Pure. */
import { auditActions } from './audit-actions.ts'
import type { AuditRow } from './audit-contract.ts'

const heads = ['Number', 'At (UTC)', 'Who', 'Email', 'Acted as', 'What', 'About', 'From', 'To']

/** What begins like this would be carried out by a spreadsheet: somebody's name is no formula. */
const formula = /^[=+\-@\t\r]/

const cell = (text: string | number | null): string => {
  const said = String(text ?? '')
  const safe = formula.test(said) ? `'${said}` : said
  return `"${safe.replaceAll('"', '""')}"`
}

const lineOf = ({ number, at, actor, acted_as, action, about, from, to }: AuditRow) =>
  [number, at, actor?.name ?? null, actor?.email ?? null, acted_as?.name ?? null, auditActions[action], about, from, to]
    .map(cell)
    .join(',')

export const auditCsv = (rows: readonly AuditRow[]): string =>
  [heads.map(cell).join(','), ...rows.map(lineOf)].map(line => `${line}\r\n`).join('')
