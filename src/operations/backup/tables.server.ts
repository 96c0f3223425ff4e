/**
 * The rows of all tables as text: each line is a JSON array with the text of every column, so that both databases read
 * and write the same and nothing is rounded.
 */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'

import type { TableEntry } from './manifest.ts'

export type TableShape = Pick<TableEntry, 'schema' | 'name' | 'columns'>

/** Of the job queue only what waits and failed; it builds the rest itself. */
const JOB_TABLES = ['queue', 'job']

/** Returns the tables with the columns that are stored. Transaction ids belong to one database server. */
export const listTables = async (db: Db | Trx): Promise<TableShape[]> => {
  const { rows } = await sql<TableShape>`
    select n.nspname as schema, c.relname as name,
           json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and a.atttypid <> 'xid8'::regtype
      and (n.nspname = 'public' and c.relname not in ('schema_migrations', 'processes')
        or n.nspname = 'jobs' and c.relname = any (${JOB_TABLES}))
    group by n.nspname, c.relname
    order by n.nspname desc, c.relname = 'job', c.relname`.execute(db)
  return rows
}

export const tableId = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>) => sql.id(schema, name)

const FETCH_ROWS = 1_000

/** Formats values the same in every session. Ends with the transaction. */
export const fixFormats = async (trx: Trx): Promise<void> => {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
  ])
    await sql`set local ${sql.raw(setting)}`.execute(trx)
}

const keyOf = async (trx: Trx, table: TableShape): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name
    from pg_index i
    cross join lateral unnest(i.indkey) with ordinality k(attnum, position)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indisprimary and i.indrelid = to_regclass(${`"${table.schema}"."${table.name}"`})
    order by k.position`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Reads a table in the order of its key, or of all its columns when it has none. `fixFormats` comes first. */
export async function* readRows(trx: Trx, table: TableShape): AsyncGenerator<string[]> {
  const key = await keyOf(trx, table)
  const texts = table.columns.map(({ name }) => sql`${sql.id(name)}::text`)
  const order = key.length > 0 ? key.map(name => sql.id(name)) : texts.map(text => sql`${text} collate "C"`)
  await sql`
    declare backup_rows no scroll cursor for
    select to_json(array[${sql.join(texts)}]::text[])::text as line
    from ${tableId(table)} order by ${sql.join(order)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(FETCH_ROWS))} from backup_rows`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close backup_rows`.execute(trx)
}

/** Inserts lines that `readRows` read. */
export const insertRows = async (trx: Trx, table: TableShape, lines: readonly string[]): Promise<void> => {
  const values = table.columns.map(({ type }, position) => sql`(r ->> ${sql.raw(String(position))})::${sql.raw(type)}`)
  await sql`
    insert into ${tableId(table)} (${sql.join(table.columns.map(({ name }) => sql.id(name)))})
    overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) r`.execute(trx)
}
