/** The gateway's storage: tables in memory, with a journal file that restores them after a restart. */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'

import type { GatewayTables } from './records.ts'

type TableName = keyof GatewayTables
type JournalEntry = [table: TableName, id: string, record: GatewayTables[TableName] | null]

export type Table<T> = {
  get(id: string): T | undefined
  put(record: T): T
  delete(id: string): void
  /** Every record, oldest first. */
  all(): T[]
}

export type Store = { [N in TableName]: Table<GatewayTables[N]> } & { clear(): void; close(): void }

const tableNames: TableName[] = [
  'customers',
  'methods',
  'nonces',
  'transactions',
  'authentications',
  'paypal_requests',
  'disputes',
  'webhooks',
]

/** Opens the store, in memory only without a folder. Each change is in the file before the call returns. */
export function openStore(folder?: string): Store {
  const recordsByTable = new Map(tableNames.map(name => [name, new Map<string, GatewayTables[TableName]>()]))
  const file = folder && path.join(folder, 'gateway.jsonl')
  let journal: number | undefined
  const tables: Map<string, unknown>[] = []

  if (file) {
    mkdirSync(path.dirname(file), { recursive: true })
    for (const [table, id, record] of readLines(file)) {
      if (record) recordsByTable.get(table)?.set(id, record)
      else recordsByTable.get(table)?.delete(id)
    }
    journal = compact(file, recordsByTable)
  }

  const appendEntry = (entry: JournalEntry) => {
    if (journal !== undefined) writeSync(journal, `${JSON.stringify(entry)}\n`)
  }

  function table<N extends TableName>(name: N): Table<GatewayTables[N]> {
    const records = new Map(recordsByTable.get(name) as Map<string, GatewayTables[N]>)
    tables.push(records)
    return {
      get: id => records.get(id),
      put: record => {
        records.set(record.id, record)
        appendEntry([name, record.id, record])
        return record
      },
      delete: id => {
        if (records.delete(id)) appendEntry([name, id, null])
      },
      all: () => [...records.values()],
    }
  }
  return {
    customers: table('customers'),
    methods: table('methods'),
    nonces: table('nonces'),
    transactions: table('transactions'),
    authentications: table('authentications'),
    paypal_requests: table('paypal_requests'),
    disputes: table('disputes'),
    webhooks: table('webhooks'),
    clear() {
      for (const records of tables) records.clear()
      if (!file || journal === undefined) return
      closeSync(journal)
      journal = compact(file, new Map())
    },
    close() {
      if (journal !== undefined) closeSync(journal)
      journal = undefined
    },
  }
}

function readLines(file: string): JournalEntry[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  // A crash can cut off the last line, whose change was not confirmed to anyone.
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
  return completeLines
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as JournalEntry)
}

/** Writes one line per record to a new file and renames it over the journal. Returns the journal open for appending. */
function compact(file: string, recordsByTable: Map<TableName, Map<string, GatewayTables[TableName]>>): number {
  const lines = [...recordsByTable].flatMap(([name, records]) =>
    [...records].map(([id, record]) => JSON.stringify([name, id, record])),
  )
  const temporaryFile = `${file}.new`
  writeFileSync(temporaryFile, lines.map(line => `${line}\n`).join(''))
  renameSync(temporaryFile, file)
  return openSync(file, 'a')
}
