/** The complete JSON API on a fresh, migrated database, for tests. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { inject as provided } from 'vitest'

import { demoTaxSettings } from '../demo/tax-settings.ts'
import { createApi, apiFeatures, type ApiFeature } from '../src/app/api.ts'
import { testClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.server.ts'
import { openEmbedded, openPostgres, type Database } from '../src/platform/db/database.server.ts'
import { openFlags } from '../src/platform/flags/flags.server.ts'
import { createCaller } from '../src/platform/http/call.ts'
import { GOOGLE_NONCE_PREFIX, HOST_COOKIES, hostCookieName } from '../src/platform/http/host-cookie.server.ts'
import type { LoadMonitor } from '../src/platform/http/overload.server.ts'
import { openVisitorLocator } from '../src/platform/http/visitor-country.server.ts'
import { createFakeJobs, type Jobs } from '../src/platform/jobs/jobs.server.ts'
import { createFakeMailer } from '../src/platform/mail/mail.server.ts'
import { createFakeReporter } from '../src/platform/monitoring/reporter.server.ts'
import type { Secrets } from '../src/platform/security/secrets.server.ts'
import { openSettings } from '../src/platform/settings/settings.server.ts'
import { openDisk } from '../src/platform/storage/disk.server.ts'

/** With TEST_DATABASE_URL each app gets its own database on that server, otherwise an embedded one in memory. */
const openDatabase = async (): Promise<Database> => {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return openEmbedded(undefined, new Blob([readFileSync(provided('migrated'))]))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const serverConnection = await openPostgres(server, 1)
  await sql`create database ${sql.id(name)} template ${sql.id(provided('migrated'))}`.execute(serverConnection.db)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href, 30)
  return {
    ...database,
    close: async () => {
      await database.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(serverConnection.db)
      await serverConnection.close()
    },
  }
}

/** The registrations of the demo's company, so that tax is charged. */
const testTaxSettings = (updated_at: Date) => ({ key: 'tax', value: JSON.stringify(demoTaxSettings), updated_at })

const cookieNameFor = (config: { public_url: string }, name: string) => {
  if (name.startsWith(GOOGLE_NONCE_PREFIX))
    return `${hostCookieName(config, GOOGLE_NONCE_PREFIX)}${name.slice(GOOGLE_NONCE_PREFIX.length)}`
  const host_cookie = HOST_COOKIES.find(hostCookie => hostCookie === name)
  return host_cookie ? hostCookieName(config, host_cookie) : name
}

type TestAppOptions = {
  probes?: ApiFeature[]
  log?: { write: (line: string) => void }
  load?: LoadMonitor
  /** Opens a real queue; by default, jobs are only recorded. */
  queue?: (database: Database) => Jobs
  /** Leaves a shop that isn't a demo closed for visitors, as it is at first. */
  unopened?: boolean
}

/** `env` adds to the shop's environment, `probes` to its endpoints; `log` receives its log. Close the app when done. */
export const openTestApp = async (
  env: Record<string, string> = {},
  { probes = [], log, load, queue, unopened = false }: TestAppOptions = {},
) => {
  const database = await openDatabase()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-test-'))
  const clock = testClock()
  const jobs = Object.assign(createFakeJobs(), queue?.(database))
  const config = readConfig({
    NODE_ENV: 'test',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'silent',
    CAPTCHA_KEYS: '4',
    DATA_DIR: folder,
    // Test footage is as small as possible.
    MASTER_MIN_SIDE_PX: '64',
    MASTER_MIN_SECONDS: '1',
    MASTER_MIN_FPS: '12',
    ...env,
  })
  if (!unopened) await database.db.insertInto('settings').values(testTaxSettings(clock.now())).execute()
  const settings = await openSettings(database.db, config.public_url)
  const mail = createFakeMailer(settings)
  mkdirSync(config.data_dir, { recursive: true })
  if (!config.demo && !unopened)
    await database.db.insertInto('shop_opening').values({ opened_at: clock.now() }).execute()
  const flags = await openFlags({ config, db: database.db, clock })
  const reporter = createFakeReporter()
  const places = await openVisitorLocator(config)
  const deps = {
    config,
    db: database.db,
    storage: openDisk(config.data_dir),
    mail,
    jobs,
    clock,
    flags,
    settings,
    reporter,
    secret: ['s'.repeat(32)] satisfies [string] as Secrets,
    ...(places && { locator: places }),
    ...(load && { load }),
    ...(log && { log }),
  }
  const app = await createApi(deps, [...apiFeatures, ...probes])
  await app.ready()
  return {
    ...deps,
    deps,
    app,
    database,
    /** Returns a new browser session with its own cookies, by their names without the `__Host-` prefix. */
    visitor: () => {
      const cookies = new Map<string, string>()
      const send = async (
        url: string,
        init: { method: string; headers?: Record<string, string>; body?: string | Buffer },
      ) => {
        const response = await app.inject({
          url,
          method: init.method as 'GET',
          headers: {
            'sec-fetch-site': 'same-origin',
            ...init.headers,
            cookie: [...cookies].map(([name, value]) => `${cookieNameFor(config, name)}=${value}`).join('; '),
          },
          ...(init.body !== undefined && { payload: init.body }),
        })
        for (const { name, value } of response.cookies) {
          const plain = name.replace(/^__Host-/, '')
          if (value === '') cookies.delete(plain)
          else cookies.set(plain, value)
        }
        return new Response(response.statusCode === 204 ? null : new Uint8Array(response.rawPayload), {
          status: response.statusCode,
          headers: Object.entries(response.headers).map(([k, v]) => [k, String(v)]) as [string, string][],
        })
      }
      return { cookies, send, call: createCaller(send) }
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
