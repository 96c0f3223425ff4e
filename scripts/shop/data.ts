/** `npm run shop -- import` and `export`. */
import path from 'node:path'

import { exportFormats } from '../../src/operations/export/export.server.ts'
import { encodings } from '../../src/operations/import/csv-file.server.ts'
import { importKinds, kinds } from '../../src/operations/import/kinds.server.ts'
import { callShop, readChoice, readText, UsageError, type ShopCommand } from './command.ts'

const columnsOf = (kind: (typeof importKinds)[number]) =>
  Object.entries(kinds[kind].columns)
    .map(([name, need]) => (need === 'required' ? name : `[${name}]`))
    .join(', ')

const MAX_SHOWN = 50

export const importCommand: ShopCommand = {
  name: 'import',
  summary: 'imports customers, workspaces, licenses or rates from a CSV file',
  usage: `<${importKinds.join('|')}> <file.csv> --as <email> [--dry-run] [--skip-bad] [--encoding latin1]`,
  help: `Checks every row, and reports each mistake with its line. Nothing is imported while a row is bad, unless --skip-bad
says so. Rows are recognized by their external_id: what was imported before stays, so the same command can be repeated
and continues after an interruption. Nobody gets mail; imported customers choose a password by "Forgot password".

  --as <email>       the platform admin who imports, for the audit log
  --dry-run          only checks
  --skip-bad         imports the good rows although others are bad
  --encoding latin1  for files that are not UTF-8

Columns, optional ones in brackets:
${importKinds.map(kind => `  ${kind}: ${columnsOf(kind)}`).join('\n')}
Amounts look like 125.50, dates like 2026-03-31. Distribution ids are separated by semicolons.
A license's order is its number where it was sold, clip the clip's number in this shop, and format RAW, HR, LOG or HD.`,
  options: {
    as: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'skip-bad': { type: 'boolean', default: false },
    encoding: { type: 'string', default: 'utf-8' },
  },
  run: async ({ environment, values, positionals }) => {
    const [kind, file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Name what to import, and one file.')
    const report = await callShop(environment, 'import', {
      kind: readChoice(kind, importKinds, 'The kind'),
      file: path.resolve(file),
      encoding: readChoice(values['encoding'], encodings, '--encoding'),
      dry_run: values['dry-run'] === true,
      skip_bad: values['skip-bad'] === true,
      as: readText(values['as'], '--as'),
    })
    const { rows, imported, unchanged, mistakes, dry_run } = report
    const count = (n: number) => n.toLocaleString('en-US')
    const lines = [
      ...mistakes.slice(0, MAX_SHOWN).map(({ line, message }) => `line ${line}: ${message}`),
      ...(mistakes.length > MAX_SHOWN ? [`… and ${count(mistakes.length - MAX_SHOWN)} more (--json lists all)`] : []),
      `${count(rows)} rows: ${count(imported)} ${dry_run ? 'to import' : 'imported'}, ${count(unchanged)} imported before, ${count(mistakes.length)} bad.`,
      ...(mistakes.length > 0 && imported === 0 && !dry_run ? ['Nothing was imported.'] : []),
    ]
    return { ok: mistakes.length === 0, data: report, text: lines.join('\n') }
  },
}

export const exportCommand: ShopCommand = {
  name: 'export',
  summary: 'writes everything of the shop as CSV or JSON, with a schema',
  usage: '<folder> [--format csv|json] [--files]',
  help: `Writes a file per table, as of one moment, and schema.json with all columns, keys and references. Sessions, one-time
codes and secrets are left out. The folder must be new or empty; it holds personal data.

  --format json   exact values, one object per line (csv: for spreadsheets)
  --files         also copies masters, previews and pictures`,
  options: { format: { type: 'string', default: 'csv' }, files: { type: 'boolean', default: false } },
  run: async ({ environment, values, positionals }) => {
    const [folder, ...more] = positionals
    if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.')
    const format = readChoice(values['format'], exportFormats, '--format')
    const input = { folder: path.resolve(folder), format, files: values['files'] === true }
    const summary = await callShop(environment, 'export', input)
    const { tables, rows } = summary
    return {
      ok: true,
      data: summary,
      text: `${summary.folder}: ${rows.toLocaleString('en-US')} rows of ${tables} tables`,
    }
  },
}
