/** Writes everything of a shop into files that other programs read, with a schema. It is of one moment. */
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import { formatCell } from '#platform/csv.ts'
import type { Database, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { VERSION } from '#platform/version.server.ts'

import { fixFormats, listTables, readRows, type TableShape } from '../backup/tables.server.ts'

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What other systems can't use: sessions and one-time codes, and what is computed from the rest. */
const LEFT_OUT = new Set(
  [
    'sessions login_attempts password_resets email_codes pending_logins registrations passkey_challenges',
    'google_challenges email_verifications preference_links recovery_codes authenticator_apps idempotency_keys',
    'used_tokens event_mails events workspace_invite_tokens',
    'clip_search clip_search_deletions clip_descriptors descriptor_centroids clip_embeddings',
  ].flatMap(names => names.split(' ')),
)
/** Proofs of secrets. Passwords stay, as hashes: another shop can use them (argon2id). */
const SECRET_COLUMN = /(^|_)(token_hash|code_hash|share_hash|link_hash|sealed|secret)($|_)|_sealed$|^sealed_/

type Relation = { name: string; columns: string[]; table: string; references: string[] }

const listKeys = async (trx: Trx) => {
  const { rows } = await sql<{
    table: string
    kind: 'p' | 'f'
    columns: string[]
    target: string | null
    references: string[] | null
  }>`
    select c.conrelid::regclass::text as table, c.contype as kind,
           (select json_agg(a.attname order by k.n) from unnest(c.conkey) with ordinality k(attnum, n)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns,
           case when c.confrelid <> 0 then c.confrelid::regclass::text end as target,
           (select json_agg(a.attname order by k.n) from unnest(c.confkey) with ordinality k(attnum, n)
            join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.attnum) as references
    from pg_constraint c where c.contype in ('p', 'f') and c.connamespace = 'public'::regnamespace and c.conparentid = 0
    order by 1, c.conname`.execute(trx)
  return rows
}

/** Returns the shop's own tables without secrets. */
const listExported = async (trx: Trx): Promise<TableShape[]> =>
  (await listTables(trx))
    .filter(({ schema, name }) => schema === 'public' && !LEFT_OUT.has(name))
    .map(table => ({ ...table, columns: table.columns.filter(({ name }) => !SECRET_COLUMN.test(name)) }))

const CONVERTED = new Set(['integer', 'bigint', 'real', 'double precision', 'boolean', 'json', 'jsonb'])

/** Numbers, truth values and JSON as such, anything else as text. */
const toValue = (text: string | null, type: string): unknown =>
  text === null
    ? null
    : type === 'boolean'
      ? text === 'true'
      : CONVERTED.has(type)
        ? (JSON.parse(text) as unknown)
        : text

const toCsvLine = (cells: readonly (string | null)[]) => `${cells.map(formatCell).join(',')}\r\n`

const toJsonLine = (cells: readonly (string | null)[], { columns }: TableShape) =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name, type }, index) => [name, toValue(cells[index] ?? null, type)])))}\n`

async function* toText(trx: Trx, table: TableShape, format: ExportFormat, count: (rows: number) => void) {
  if (format === 'csv') yield toCsvLine(table.columns.map(({ name }) => name))
  for await (const lines of readRows(trx, table)) {
    count(lines.length)
    const rows = lines.map(line => JSON.parse(line) as (string | null)[])
    yield rows.map(cells => (format === 'csv' ? toCsvLine(cells) : toJsonLine(cells, table))).join('')
  }
}

const ABOUT = `Everything of the shop, as of one moment. schema.json lists the tables with their columns, keys and references.

data/   a file per table. CSV: UTF-8, with a heading, every cell in quotes; an empty cell is null or an empty text, and a
        cell that a spreadsheet would run as a formula begins with an apostrophe. JSON: one object per line, exact.
files/  masters, previews and pictures (with --files), under the names that the tables have.

Times are in UTC, amounts in cents. Passwords are argon2id hashes. Sessions, one-time codes and secrets are left out.
`

export type ExportSummary = { folder: string; tables: number; rows: number; files: boolean }

/** Exports into a new or empty folder. Throws an Error with a sentence. */
export const exportShop = async (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { db }: Pick<Database, 'db'>,
  { folder, format, files }: { folder: string; format: ExportFormat; files: boolean },
): Promise<ExportSummary> => {
  await mkdir(path.join(folder, 'data'), { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 1 || (await readdir(path.join(folder, 'data'))).length > 0)
    throw new Error(`${folder} is not empty: choose a new folder.`)
  const made_at = clock.now().toISOString()
  let rows = 0
  const tables = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      await fixFormats(trx)
      const keys = await listKeys(trx)
      const entries = []
      for (const table of await listExported(trx)) {
        const file = `data/${table.name}.${format === 'csv' ? 'csv' : 'jsonl'}`
        let count = 0
        const text = toText(trx, table, format, more => (count += more))
        await writeFile(path.join(folder, file), text, { mode: 0o600 })
        rows += count
        const own = keys.filter(key => key.table === table.name)
        const references: Relation[] = own
          .filter(({ kind }) => kind === 'f')
          .map(key => ({
            name: table.name,
            columns: key.columns,
            table: key.target ?? '',
            references: key.references ?? [],
          }))
        const primary_key = own.find(({ kind }) => kind === 'p')?.columns ?? []
        entries.push({
          name: table.name,
          file,
          rows: count,
          columns: table.columns,
          primary_key,
          references: references.map(({ name: _, ...reference }) => reference),
        })
      }
      return entries
    })
  const schema = { format, version: VERSION, made_at, tables }
  await writeFile(path.join(folder, 'schema.json'), `${JSON.stringify(schema, null, 1)}\n`, { mode: 0o600 })
  await writeFile(path.join(folder, 'README.txt'), ABOUT, { mode: 0o600 })
  if (files) await cp(path.join(config.data_dir, 'files'), path.join(folder, 'files'), { recursive: true })
  return { folder, tables: tables.length, rows, files }
}
