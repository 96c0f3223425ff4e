/** The gateway's memory: tables held in the process, with a journal file that brings them back after a restart. */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'

import type { Tables } from './records.ts'

type Name = keyof Tables
type Line = [table: Name, id: string, record: Tables[Name] | null]

export type Table<T> = {
  get(id: string): T | undefined
  put(record: T): T
  delete(id: string): void
  /** Every record, oldest first. */
  all(): T[]
}

export type Store = { [N in Name]: Table<Tables[N]> } & { clear(): void; close(): void }

const names: Name[] = [
  'customers',
  'methods',
  'nonces',
  'transactions',
  'authentications',
  'paypal_requests',
  'disputes',
  'webhooks',
]

/** Opens the store; without a folder it lives in memory only. Each change is in the file before the call returns. */
export function openStore(folder?: string): Store {
  const maps = new Map(names.map(name => [name, new Map<string, Tables[Name]>()]))
  const file = folder && path.join(folder, 'gateway.jsonl')
  let journal: number | undefined
  const tables: Map<string, unknown>[] = []

  if (file) {
    mkdirSync(path.dirname(file), { recursive: true })
    for (const [table, id, record] of readLines(file)) {
      if (record) maps.get(table)?.set(id, record)
      else maps.get(table)?.delete(id)
    }
    journal = compact(file, maps)
  }

  const write = (line: Line) => {
    if (journal !== undefined) writeSync(journal, `${JSON.stringify(line)}\n`)
  }

  function table<N extends Name>(name: N): Table<Tables[N]> {
    const records = new Map(maps.get(name) as Map<string, Tables[N]>)
    tables.push(records)
    return {
      get: id => records.get(id),
      put: record => {
        records.set(record.id, record)
        write([name, record.id, record])
        return record
      },
      delete: id => {
        if (records.delete(id)) write([name, id, null])
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

function readLines(file: string): Line[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  // Whatever follows the last line break was cut off by a crash, before anyone was told that it is kept.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line)
}

/** Writes one line per living record beside the file, then takes its place in one step; answers it open for appending. */
function compact(file: string, maps: Map<Name, Map<string, Tables[Name]>>): number {
  const lines = [...maps].flatMap(([name, records]) =>
    [...records].map(([id, record]) => JSON.stringify([name, id, record])),
  )
  const fresh = `${file}.new`
  writeFileSync(fresh, lines.map(line => `${line}\n`).join(''))
  renameSync(fresh, file)
  return openSync(file, 'a')
}
