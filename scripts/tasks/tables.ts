/** `npm run tables`: writes src/platform/db/tables.ts from the migrated database. With --check it only compares. */
import { readFileSync, writeFileSync } from 'node:fs'

import { sql } from 'kysely'

import { openEmbedded } from '../../src/platform/db/database.server.ts'
import { migrate } from '../../src/platform/db/migrate.server.ts'

const OUTPUT_FILE = 'src/platform/db/tables.ts'
const typeScriptTypes: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Uint8Array',
  citext: 'string',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsquery: 'string',
  tsvector: 'string',
  uuid: 'string',
  xid8: 'string',
}

type ColumnInfo = {
  table: string
  column: string
  type: string
  array: boolean
  nullable: boolean
  optional: boolean
  computed: boolean
}

const database = await openEmbedded(undefined)
await migrate(database)
const { rows } = await sql<ColumnInfo>`
  select c.relname as "table", a.attname as "column", coalesce(e.typname, t.typname) as type, e.oid is not null as array,
         not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as optional,
         a.attgenerated <> '' or a.attidentity = 'a' as computed
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migrations'
  order by 1, a.attnum`.execute(database.db)
await database.close()

const typeOf = ({ table, column, type, array, nullable, optional, computed }: ColumnInfo) => {
  const base = typeScriptTypes[type]
  if (!base) throw new Error(`${table}.${column} has the type ${type}, which this script does not support yet.`)
  const columnType = `${base}${array ? '[]' : ''}${nullable ? ' | null' : ''}`
  return computed ? `GeneratedAlways<${columnType}>` : optional ? `Generated<${columnType}>` : columnType
}

const text = [
  '// Written by `npm run tables` from the migrated database. Edit the migrations instead.',
  "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'\n",
  '// JSON goes in as text, so that arrays are not mistaken for PostgreSQL arrays.',
  'export type Json = ColumnType<unknown, string, string>\n',
  'export type Tables = {',
  ...Object.entries(Object.groupBy(rows, row => row.table)).map(
    ([table, columns]) => `  ${table}: {\n${(columns ?? []).map(c => `    ${c.column}: ${typeOf(c)}`).join('\n')}\n  }`,
  ),
  '}\n',
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(OUTPUT_FILE, text)
else if (readFileSync(OUTPUT_FILE, 'utf8') !== text) {
  console.error(`${OUTPUT_FILE} does not match the migrations: run npm run tables.`)
  process.exit(1)
}
