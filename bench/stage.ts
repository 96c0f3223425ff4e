/** A PostgreSQL of its own with generated clips, the shop and the bare floor as processes over it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'

import { buildWhenStale } from '../scripts/tasks/build.ts'
import { freePort, startPostgres } from '../scripts/tasks/postgres.ts'
import { startSandboxProcess } from '../scripts/tasks/sandbox.ts'
import { openPostgres } from '../src/platform/database.server.ts'
import { migrate } from '../src/platform/migrate.server.ts'
import { generateClips } from './generate.ts'
import { machineLine } from './machine.ts'
import { makeBuyers } from './people.ts'

const settings = [
  'shared_buffers=1GB',
  'work_mem=16MB',
  'maintenance_work_mem=512MB',
  'max_wal_size=4GB',
  'jit=off',
  'random_page_cost=1.1',
]
/** Many more than buy at once, so that hardly any of a round's time is its end, when only a few are left. */
const buyers = 256

type Sizes = { search_bytes: number; index_bytes: number }

export type Stage = {
  /** Addresses of both. */
  shop: string
  floor: string
  /** Of the stand-in for the payment gateway. */
  sandbox: string
  /** Cookies of buyers who may pay on account. */
  cookies: string[]
  sizes: Sizes
  /** Resident memory of the shop's process, in bytes. */
  shopMemory: () => number
  close: () => Promise<void>
}

export const openStage = async (clips: number): Promise<Stage> => {
  const build = await buildWhenStale('production')
  const postgres = await startPostgres(settings)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-bench-'))
  const children: ChildProcess[] = []
  const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'))

  const close = async () => {
    // Before their database goes, so that nobody complains about a lost connection.
    await Promise.all(children.map(end))
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
    const { cookies, sizes } = await fill(postgres.url, clips)
    const quiet = { RATE_LIMITS: '0', CAPTCHA_KEYS: '0', DEMO: '0', ROLE: 'web', LOG_LEVEL: 'error' }
    const env = { ...sandbox.env, ...quiet, DATA_DIR: folder }
    const shop = await start('bench/serve.ts', [build], env)
    const floor = await start('bench/floor.ts', [], {})
    await searchIsLoaded(shop.origin, clips)
    return {
      shop: shop.origin,
      floor: floor.origin,
      sandbox: sandbox.http,
      cookies,
      sizes,
      shopMemory: () => memoryOf(shop.pid),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const fill = async (url: string, clips: number) => {
  const database = await openPostgres(url, 4)
  await migrate(database)
  const { rows } = await sql<{
    version: string
  }>`select 'PostgreSQL ' || current_setting('server_version') as version`.execute(database.db)
  console.log(machineLine(rows[0]?.version ?? ''))
  console.log(`Making ${clips.toLocaleString('en-US')} clips …`)
  const began = performance.now()
  await generateClips(database.db, clips)
  console.log(`  in ${Math.round((performance.now() - began) / 1000)} s`)
  const cookies = await makeBuyers(database.db, buyers)
  const sizes = await sql<Sizes>`
    select pg_table_size('clip_search')::double precision as search_bytes,
           pg_indexes_size('clip_search')::double precision as index_bytes`.execute(database.db)
  await database.close()
  return { cookies, sizes: sizes.rows[0] ?? { search_bytes: 0, index_bytes: 0 } }
}

/** A large catalog is loaded beside the first answers; once it is, totals have no cap. */
const searchIsLoaded = async (origin: string, clips: number) => {
  const began = performance.now()
  for (let total = 0; total !== clips;) {
    await new Promise(resolve => setTimeout(resolve, 200))
    // Never the same question: an answer is shared for two seconds. The first pages only: deeper, the database reads for seconds.
    const answer = await fetch(`${origin}/api/clips?per_page=1&page=${1 + (Math.floor(performance.now()) % 1_000)}`)
    if (answer.ok) total = ((await answer.json()) as { meta: { pagination: { total: number } } }).meta.pagination.total
    if (performance.now() - began > 300_000) throw new Error(`The search never had all ${clips} clips.`)
  }
  console.log(`  search in memory ${((performance.now() - began) / 1000).toFixed(1)} s after the first question`)
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const memoryOf = (pid: number): number => {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb ?? 0) * 1024
}
