/** The whole JSON API on a fresh, migrated database: the real door for tests. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { inject as provided } from 'vitest'

import { createApi, features, type Feature } from '../src/api.ts'
import { caller } from '../src/platform/call.ts'
import { testClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.server.ts'
import { openEmbedded, openPostgres, type Database } from '../src/platform/database.server.ts'
import { oncePerEvent } from '../src/platform/event-mails.server.ts'
import { openFlags } from '../src/platform/flags.server.ts'
import { GOOGLE_NONCE_PREFIX, HOST_COOKIES, hostCookieName } from '../src/platform/host-cookie.server.ts'
import { rememberJobs, type Jobs } from '../src/platform/jobs.server.ts'
import { rememberMail } from '../src/platform/mail.server.ts'
import type { Load } from '../src/platform/overload.server.ts'
import { openPlaces } from '../src/platform/places.server.ts'
import { rememberReports } from '../src/platform/reporter.server.ts'
import type { Secrets } from '../src/platform/secrets.server.ts'
import { openDisk } from '../src/platform/storage/disk.server.ts'

/** With TEST_DATABASE_URL each app gets a database of its own on that server; else the embedded one, in memory. */
const openDatabase = async (): Promise<Database> => {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return openEmbedded(undefined, new Blob([readFileSync(provided('migrated'))]))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const outside = await openPostgres(server, 1)
  await sql`create database ${sql.id(name)} template ${sql.id(provided('migrated'))}`.execute(outside.db)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href, 30)
  return {
    ...database,
    close: async () => {
      await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(outside.db)
      await outside.close()
    },
  }
}

const sentName = (config: { public_url: string }, name: string) => {
  if (name.startsWith(GOOGLE_NONCE_PREFIX))
    return `${hostCookieName(config, GOOGLE_NONCE_PREFIX)}${name.slice(GOOGLE_NONCE_PREFIX.length)}`
  const host_cookie = HOST_COOKIES.find(one => one === name)
  return host_cookie ? hostCookieName(config, host_cookie) : name
}

type Options = {
  probes?: Feature[]
  log?: { write: (line: string) => void }
  load?: Load
  /** Opens a queue that works; without it, what is sent is only remembered. */
  queue?: (database: Database) => Jobs
}

/** `env` adds to the environment that the shop reads, `probes` to its endpoints; `log` gets its log. Close it when done. */
export const openTestApp = async (
  env: Record<string, string> = {},
  { probes = [], log, load, queue }: Options = {},
) => {
  const database = await openDatabase()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-test-'))
  const clock = testClock()
  const outgoing = rememberMail()
  const mail = { ...oncePerEvent({ db: database.db, clock }, outgoing), sent: outgoing.sent }
  const jobs = Object.assign(rememberJobs(), queue?.(database))
  const config = readConfig({
    NODE_ENV: 'test',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
    CAPTCHA_KEYS: '4',
    DATA_DIR: folder,
    // Footage of tests is as small as it can be.
    MASTER_MIN_SIDE_PX: '64',
    MASTER_MIN_SECONDS: '1',
    MASTER_MIN_FPS: '12',
    ...env,
  })
  mkdirSync(config.data_dir, { recursive: true })
  const flags = await openFlags({ config, db: database.db, clock })
  const reporter = rememberReports()
  const places = await openPlaces(config)
  const deps = {
    config,
    db: database.db,
    storage: openDisk(config.data_dir),
    mail,
    jobs,
    clock,
    flags,
    reporter,
    secret: ['s'.repeat(32)] satisfies [string] as Secrets,
    ...(places && { places }),
    ...(load && { load }),
    ...(log && { log }),
  }
  const app = await createApi(deps, [...features, ...probes])
  await app.ready()
  return {
    ...deps,
    deps,
    app,
    database,
    /** A browser of its own: keeps its cookies, by their names without a prefix. */
    visitor: () => {
      const cookies = new Map<string, string>()
      const send = async (
        url: string,
        init: { method: string; headers?: Record<string, string>; body?: string | Buffer },
      ) => {
        const answer = await app.inject({
          url,
          method: init.method as 'GET',
          headers: {
            'sec-fetch-site': 'same-origin',
            ...init.headers,
            cookie: [...cookies].map(([name, value]) => `${sentName(config, name)}=${value}`).join('; '),
          },
          ...(init.body !== undefined && { payload: init.body }),
        })
        for (const { name, value } of answer.cookies) {
          const plain = name.replace(/^__Host-/, '')
          if (value === '') cookies.delete(plain)
          else cookies.set(plain, value)
        }
        return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
          status: answer.statusCode,
          headers: Object.entries(answer.headers).map(([k, v]) => [k, String(v)]) as [string, string][],
        })
      }
      return { cookies, send, call: caller(send) }
    },
    close: async () => {
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>
export type Visitor = ReturnType<TestApp['visitor']>
