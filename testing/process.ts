/** The shop as a process that can be killed, with a data folder and database that survive it. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { sql } from 'kysely'
import { inject as provided } from 'vitest'

import { freePort } from '../scripts/tasks/postgres.ts'
import { createApi } from '../src/app/api.ts'
import { openDatabase, openShop } from '../src/app/main.ts'
import { readConfig } from '../src/platform/config.server.ts'
import { openEmbedded, openPostgres, type Db } from '../src/platform/db/database.server.ts'
import { createCaller } from '../src/platform/http/call.ts'
import { createFakeJobs } from '../src/platform/jobs/jobs.server.ts'
import type { TestApp } from './app.ts'

type ProcessEnvironment = Record<string, string>

/** Creates a database for a shop in `folder`: on the TEST_DATABASE_URL server, otherwise embedded. */
const createDatabase = async (folder: string): Promise<{ env: ProcessEnvironment; drop: () => Promise<void> }> => {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) {
    const snapshot = new Blob([readFileSync(provided('migrated'))])
    await (await openEmbedded(path.join(folder, 'data/database'), snapshot)).close()
    return { env: {}, drop: async () => {} }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const serverConnection = await openPostgres(server, 1)
  await sql`create database ${sql.id(name)}`.execute(serverConnection.db)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = async () => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(serverConnection.db)
    await serverConnection.close()
  }
  return { env: { DATABASE_URL: url.href }, drop }
}

/** Writes a minimal build for `startShop` from the sources, without pages. */
const writeBuild = (folder: string) => {
  mkdirSync(path.join(folder, 'client'))
  mkdirSync(path.join(folder, 'server'))
  const source = (file: string) => JSON.stringify(path.resolve('src/app', file))
  const lines = [
    `export { createApi as createApp } from ${source('api.ts')}`,
    `export { startWorker } from ${source('worker.ts')}`,
  ]
  writeFileSync(path.join(folder, 'server/index.js'), `${lines.join('\n')}\n`)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
}

/** Only one process at a time may open the shop: this one through `inside`, or the one that `start` returns. */
export const createProcessShop = async (overrides: ProcessEnvironment) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-process-'))
  writeBuild(folder)
  const database = await createDatabase(folder)
  const env = { DATA_DIR: path.join(folder, 'data'), DEMO: '0', RATE_LIMITS: '0', LOG_LEVEL: 'silent' }
  const environment = { ...env, CAPTCHA_KEYS: '4', ...overrides, ...database.env }
  /** The current address for visitors. */
  let origin = ''

  /** A browser session that continues across processes. */
  const visitor = () => {
    const cookies = new Map<string, string>()
    const send = async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { 'sec-fetch-site': 'same-origin', ...init.headers, cookie }
      const response = await fetch(`${origin}${url}`, { ...init, headers })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return response
    }
    return { cookies, send, call: createCaller(send) }
  }

  return {
    /** The environment to open the same shop in another process. */
    environment,
    /** Opens the shop in this process, calls `work`, and closes it. */
    inside: async <T>(work: (shop: TestApp) => Promise<T>): Promise<T> => {
      const { deps, close } = await openShop(environment)
      await deps.db
        .insertInto('shop_opening')
        .values({ opened_at: deps.clock.now() })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      // Nothing runs the jobs that it queues.
      const app = await createApi({ ...deps, jobs: createFakeJobs() })
      await app.listen({ port: 0, host: '127.0.0.1' })
      origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      try {
        return await work({ ...deps, deps, visitor } as unknown as TestApp)
      } finally {
        await app.close()
        await close()
      }
    },
    /** Opens only the database, as it is. */
    onDatabase: async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const database = await openDatabase(readConfig(environment))
      return work(database.db).finally(database.close)
    },
    start: async (more: ProcessEnvironment = {}) => {
      const port = await freePort()
      const child = spawn(process.execPath, ['bench/serve.ts', folder], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...environment,
          ...more,
          PORT: String(port),
        },
      })
      const exit = once(child, 'exit')
      const stderr = text(child.stderr)
      await Promise.race([once(child.stdout, 'data'), exit.then(async () => Promise.reject(new Error(await stderr)))])
      origin = `http://127.0.0.1:${port}`
      const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
        child.kill(signal)
        await exit
      }
      return { port, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
    },
    remove: async () => {
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
