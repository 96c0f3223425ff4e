/** A temporary PostgreSQL with generated clips, and the shop and the baseline server as processes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'

import { buildWhenStale } from '../scripts/tasks/build.ts'
import { freePort, startPostgres } from '../scripts/tasks/postgres.ts'
import { startSandboxProcess } from '../scripts/tasks/sandbox.ts'
import { openPostgres, type Db } from '../src/platform/db/database.server.ts'
import { migrate } from '../src/platform/db/migrate.server.ts'
import { insertBuyers } from './buyers.ts'
import { generateClips } from './generate.ts'
import { describeMachine } from './machine.ts'

const settings = [
  'shared_buffers=1GB',
  'work_mem=16MB',
  'maintenance_work_mem=512MB',
  'max_wal_size=4GB',
  'jit=off',
  'random_page_cost=1.1',
]
/** Many more than the connections, so that the end of a round, with few buyers left, takes little of its time. */
const BUYER_COUNT = 256

type IndexSizes = { search_bytes: number; index_bytes: number }

export type BenchEnvironment = {
  /** Origins of the shop and the baseline server. */
  shop: string
  floor: string
  /** Origin of the sandbox gateway. */
  sandbox: string
  /** Session cookies of buyers on account. */
  cookies: string[]
  sizes: IndexSizes
  /** Resident memory of the shop's process, in bytes. */
  shopMemory: () => number
  close: () => Promise<void>
}

type EnvironmentOptions = {
  /** Fills the database; by default with generated clips. */
  fill?: (db: Db) => Promise<void>
  /** Settings of the shop besides its defaults. */
  env?: Record<string, string>
}

export const openEnvironment = async (
  clips: number,
  { fill = db => generateClips(db, clips), env: extraEnv = {} }: EnvironmentOptions = {},
): Promise<BenchEnvironment> => {
  const build = await buildWhenStale('production')
  const postgres = await startPostgres(settings)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-bench-'))
  const children: ChildProcess[] = []
  const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'))

  const close = async () => {
    // Stop them before their database, to avoid connection errors.
    await Promise.all(children.map(stopProcess))
    await sandbox.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  const start = async (file: string, args: string[], env: Record<string, string>) => {
    const port = await freePort()
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: postgres.url, PORT: String(port), ...env },
    })
    children.push(child)
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve)
      child.once('exit', () => reject(new Error(`${file} did not start.`)))
    })
    return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
  }

  try {
    const { cookies, sizes } = await fillDatabase(postgres.url, fill)
    const benchSettings = { RATE_LIMITS: '0', CAPTCHA_KEYS: '0', DEMO: '0', ROLE: 'web', LOG_LEVEL: 'error' }
    const env = { ...sandbox.env, ...benchSettings, DATA_DIR: folder, ...extraEnv }
    const shop = await start('bench/serve.ts', [build], env)
    const floor = await start('bench/baseline.ts', [], {})
    await waitForSearch(shop.origin, clips)
    return {
      shop: shop.origin,
      floor: floor.origin,
      sandbox: sandbox.http,
      cookies,
      sizes,
      shopMemory: () => readMemory(shop.pid),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const fillDatabase = async (url: string, fill: (db: Db) => Promise<void>) => {
  const database = await openPostgres(url, 4)
  await migrate(database)
  await database.db.insertInto('shop_opening').values({ opened_at: new Date() }).execute()
  const { rows } = await sql<{
    version: string
  }>`select 'PostgreSQL ' || current_setting('server_version') as version`.execute(database.db)
  console.error(describeMachine(rows[0]?.version ?? ''))
  console.error('Filling the database …')
  const startedAt = performance.now()
  await fill(database.db)
  console.error(`  in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  const cookies = await insertBuyers(database.db, BUYER_COUNT)
  const sizes = await sql<IndexSizes>`
    select pg_table_size('clip_search')::double precision as search_bytes,
           pg_indexes_size('clip_search')::double precision as index_bytes`.execute(database.db)
  await database.close()
  return { cookies, sizes: sizes.rows[0] ?? { search_bytes: 0, index_bytes: 0 } }
}

/** Waits until the search index is in memory: from then on totals are exact. */
const waitForSearch = async (origin: string, clips: number) => {
  const startedAt = performance.now()
  for (let total = 0; total !== clips;) {
    await new Promise(resolve => setTimeout(resolve, 200))
    // The query changes each time, because results are cached for two seconds. Only early pages, because deep ones are slow in the database.
    const response = await fetch(`${origin}/api/clips?per_page=1&page=${1 + (Math.floor(performance.now()) % 1_000)}`)
    if (response.ok)
      total = ((await response.json()) as { meta: { pagination: { total: number } } }).meta.pagination.total
    if (performance.now() - startedAt > 300_000) throw new Error(`The search index never reached all ${clips} clips.`)
  }
  console.error(`  search in memory ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the first question`)
}

const stopProcess = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  const exit = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

const readMemory = (pid: number): number => {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb ?? 0) * 1024
}
