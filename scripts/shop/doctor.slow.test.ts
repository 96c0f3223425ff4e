import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
/** `npm run shop -- doctor` on a good shop, and on shops that are broken in one way each. */
import { createServer, request as sendRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import type { Check } from '../../src/operations/doctor/check.ts'
import { openEmbedded, type Db } from '../../src/platform/db/database.server.ts'
import { createProcessShop } from '../../testing/process.ts'
import { runShopCommand } from '../../testing/shop-command.ts'
import { freePort } from '../tasks/postgres.ts'
import { findFfmpeg } from '../tasks/tools.ts'
import { doctor } from './doctor.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof createProcessShop>>
let environment: Record<string, string>

beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await createProcessShop({
    SANDBOX_URL: sandbox.origins.http,
    SANDBOX_SMTP_URL: `smtp://127.0.0.1:${sandbox.ports.smtp}`,
    MAIL_FROM: 'Fieldnote <hello@fieldnote.test>',
    VIES_URL: 'http://127.0.0.1:9',
    FFMPEG_PATH: findFfmpeg(),
    FFPROBE_PATH: findFfmpeg().replace(/ffmpeg$/, 'ffprobe'),
    PORT: String(await freePort()),
  })
  environment = shop.environment
  await shop.inside(({ db }) => db.transaction().execute(trx => seedHealthyState(trx)))
})
afterAll(async () => {
  await shop.remove()
  await sandbox.close()
})

/** Two admins, a backup of this night, and a registration for tax with today's exchange rate. */
const seedHealthyState = async (db: Db) => {
  for (const name of ['ada', 'ben'])
    await sql`
      insert into users (email, username, first_name, last_name, password_hash, platform_roles)
      values (${`${name}@fieldnote.test`}, ${name}, ${name}, 'Reyes', 'x', '{1,2}')`.execute(db)
  await sql`
    insert into backups (folder, version, size_bytes, started_at, finished_at)
    values ('/backups/1', '0.1.0', 1, now(), now())`.execute(db)
  const today = new Date().toISOString().slice(0, 10)
  const tax = {
    registrations: [{ scheme: 'union_oss', place: 'IE', number: '', from: '2026-01-01', to: null }],
    exchange_rates: [{ currency: 'USD', from: today, per_euro: 1.16 }],
  }
  await sql`
    insert into settings (key, value, updated_at) values ('tax', ${JSON.stringify(tax)}::jsonb, now())`.execute(db)
}

/** Runs the command in this process: starting one takes longer than the examination. */
const examine = async (overrides: Record<string, string> = {}, min_free_gib = '1') => {
  const values = { 'min-free-gib': min_free_gib }
  const outcome = await doctor.run({ environment: { ...environment, ...overrides }, values, positionals: [] })
  const { checks } = outcome.data as { checks: Check[] }
  return {
    ok: outcome.ok,
    checks,
    of: (name: string) => checks.filter(check => check.name === name),
    failed: () => checks.filter(({ status }) => status === 'fail').map(({ name }) => name),
  }
}

/** Changes the database of the stopped shop for one examination. */
const examineAfter = async (change: (db: Db) => Promise<unknown>, undo: (db: Db) => Promise<unknown>) => {
  await shop.inside(({ db }) => change(db))
  try {
    return await examine()
  } finally {
    // The shop itself would refuse some of these databases.
    await shop.onDatabase(undo)
  }
}

test('of a good shop that runs, everything is right, and it exits with 0', { timeout: 5 * 60_000 }, async () => {
  const running = await shop.start()
  const report = await runShopCommand(['doctor', '--json'], { ...environment, PORT: String(running.port) })
  const table = await runShopCommand(['doctor'], { ...environment, PORT: String(running.port) })
  await running.stop()
  const { ok, checks } = report.json() as { ok: boolean; checks: Check[] }
  expect(checks.filter(({ status }) => status !== 'ok')).toEqual([])
  expect(checks.map(({ name }) => name).join(' ')).toBe(
    'environment database extensions clock migrations kind staff processes queues backup tax mail payments storage disk ffmpeg address proxy',
  )
  expect([report.code, ok]).toEqual([0, true])
  expect(table.output).toMatch(/^ok {4}environment {2}production, ROLE=all[^]*18 ok, 0 to look at, 0 failed\n$/)
})

describe('of a shop that is broken', () => {
  test('by its environment, it reports every mistake and nothing else', async () => {
    const report = await runShopCommand(['doctor', '--json'], { ...environment, PORT: 'x', JOB_RETRIES: '-1' })
    const { checks } = report.json()
    expect(report.code).toBe(1)
    expect(checks).toEqual([
      {
        name: 'environment',
        status: 'fail',
        finding: expect.stringMatching(/PORT must be a port number[^]*JOB_RETRIES must be/),
        advice: expect.stringContaining('.env.example'),
      },
    ])
  })

  test('because nothing runs, it misses the process and the address', async () => {
    const { ok, of } = await examine()
    expect(ok).toBe(false)
    expect(of('processes')[0]).toMatchObject({ status: 'fail', finding: 'No process of the shop runs.' })
    expect(of('address')[0]).toMatchObject({ status: 'fail', finding: expect.stringContaining('ECONNREFUSED') })
  })

  test('by a database that does not answer, it says so and checks the rest', async () => {
    const { of, failed } = await examine({ DATABASE_URL: 'postgres://127.0.0.1:1/shop' })
    expect(of('database')[0]).toMatchObject({ finding: expect.stringContaining('ECONNREFUSED'), status: 'fail' })
    expect(failed()).toEqual(['database', 'address'])
  })

  test('by a mail server that does not answer', async () => {
    const { of } = await examine({ SANDBOX_SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(of('mail')[0]).toMatchObject({ status: 'fail', advice: expect.stringContaining('SMTP_URL') })
  })

  test('by a payment provider that does not answer', async () => {
    const { of } = await examine({ SANDBOX_URL: 'http://127.0.0.1:1' })
    expect(of('payments')[0]).toMatchObject({ status: 'fail', advice: expect.stringContaining('BRAINTREE_') })
  })

  test('by a registration for tax that is missing', async () => {
    const { of } = await examineAfter(
      db => sql`update settings set value = value || '{"registrations": []}' where key = 'tax'`.execute(db),
      db =>
        sql`update settings set value = value || '{"registrations": [{"scheme": "union_oss", "place": "IE", "number": "", "from": "2026-01-01", "to": null}]}' where key = 'tax'`.execute(
          db,
        ),
    )
    expect(of('tax')[0]).toMatchObject({ status: 'warn', finding: expect.stringContaining('no tax is charged') })
  })

  test('by a missing ffmpeg', async () => {
    const { of } = await examine({ FFMPEG_PATH: '/nowhere/ffmpeg' })
    expect(of('ffmpeg')[0]).toMatchObject({ status: 'fail', advice: expect.stringContaining('apt install ffmpeg') })
  })

  test('by a full disk', async () => {
    const { of } = await examine({}, '99999999')
    expect(of('disk')[0]).toMatchObject({ status: 'fail', finding: expect.stringMatching(/GiB free \(\d+ %\)/) })
  })

  test('by a folder for files in which it cannot write', async () => {
    const files = path.join(environment['DATA_DIR'] ?? '', 'files')
    mkdirSync(files, { recursive: true })
    renameSync(files, `${files}.away`)
    writeFileSync(files, '')
    const { of } = await examine()
    rmSync(files)
    renameSync(`${files}.away`, files)
    expect(of('storage')[0]).toMatchObject({ status: 'fail', finding: expect.stringContaining(files) })
  })

  test('by a database of a newer version', async () => {
    const { of, failed } = await examineAfter(
      db => sql`insert into schema_migrations (name, sha256) values ('9999_future.sql', 'x')`.execute(db),
      db => sql`delete from schema_migrations where name = '9999_future.sql'`.execute(db),
    )
    expect(of('migrations')[0]).toMatchObject({
      status: 'fail',
      finding: expect.stringMatching(/newer than this version .*9999_future\.sql/),
    })
    // What needs its tables is not checked.
    expect(failed()).not.toContain('processes')
  })

  test('by a database of a pre-release version', async () => {
    const { of } = await examineAfter(
      db => sql`insert into schema_migrations (name, sha256) values ('0012_words.sql', 'x')`.execute(db),
      db => sql`delete from schema_migrations where name = '0012_words.sql'`.execute(db),
    )
    expect(of('migrations')[0]).toMatchObject({
      status: 'fail',
      finding: 'The database was created by a pre-release version and can’t be upgraded.',
    })
  })

  test('by a migration that was changed afterwards', async () => {
    const { of } = await examineAfter(
      db => sql`update schema_migrations set sha256 = reverse(sha256) where name = '0001_platform.sql'`.execute(db),
      db => sql`update schema_migrations set sha256 = reverse(sha256) where name = '0001_platform.sql'`.execute(db),
    )
    expect(of('migrations')[0]?.finding).toBe('Changed after they were applied: 0001_platform.sql')
  })

  test('by missing extensions', async () => {
    const folder = path.join(environment['DATA_DIR'] ?? '', 'new')
    await (await openEmbedded(path.join(folder, 'database'))).close()
    const { of } = await examine({ DATA_DIR: folder })
    expect(of('extensions')[0]).toMatchObject({
      status: 'fail',
      finding: 'pg_trgm, unaccent, citext not installed in this database',
      advice: expect.stringContaining('create extension pg_trgm; create extension unaccent; create extension citext;'),
    })
  })

  test('because it opens a demo', async () => {
    const { of } = await examineAfter(
      db => sql`insert into installation (is_demo) values (true)`.execute(db),
      db => sql`delete from installation`.execute(db),
    )
    expect(of('kind')[0]).toMatchObject({ status: 'fail', finding: expect.stringContaining('invented customers') })
  })

  test('by events that nothing dispatches', async () => {
    const { of } = await examineAfter(
      db =>
        sql`insert into events (name, payload, recorded_at) values ('order.paid', '{}', now() - interval '2 hours')`.execute(
          db,
        ),
      db => sql`delete from events`.execute(db),
    )
    expect(of('queues')[0]).toMatchObject({ status: 'fail', finding: expect.stringMatching(/an event, for 2 hours/) })
  })

  test('by an old backup', async () => {
    const move = (days: number) => (db: Db) =>
      sql`update backups set started_at = started_at - ${days} * interval '1 day', finished_at = finished_at - ${days} * interval '1 day'`.execute(
        db,
      )
    const { of } = await examineAfter(move(9), move(-9))
    expect(of('backup')[0]).toMatchObject({ status: 'fail', finding: 'The last backup is 9 days old: /backups/1' })
  })
})

/** A reverse proxy with mistakes. */
const startProxy = async (target: () => number, change: (headers: IncomingHttpHeaders) => void, strips = false) => {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers }
    change(headers)
    const forwarded = sendRequest(
      { host: '127.0.0.1', port: target(), path: incoming.url, method: incoming.method, headers },
      response => {
        const { 'set-cookie': cookies, ...rest } = response.headers
        outgoing.writeHead(response.statusCode ?? 502, {
          ...rest,
          ...(cookies && !strips && { 'set-cookie': cookies }),
        })
        response.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

describe('of a proxy that', () => {
  const examineBehind = async (change: (headers: IncomingHttpHeaders) => void, strips = false) => {
    let port = 0
    const proxy = await startProxy(() => port, change, strips)
    const running = await shop.start({ PUBLIC_URL: proxy.url, TRUST_PROXY: '1' })
    port = running.port
    const report = await examine({ PUBLIC_URL: proxy.url, TRUST_PROXY: '1' })
    await running.stop()
    proxy.close()
    return report
  }

  test('replaces X-Forwarded-For, it finds nothing', async () => {
    const { failed } = await examineBehind(headers => (headers['x-forwarded-for'] = '198.51.100.4'))
    expect(failed()).toEqual([])
  })

  test('passes on a visitor’s own X-Forwarded-For, it says that addresses can be invented', async () => {
    const { of } = await examineBehind(() => {})
    expect(of('proxy')[0]).toMatchObject({ status: 'fail', finding: expect.stringContaining('pretend') })
  })

  test('removes cookies or changes the host, it names both', async () => {
    const { of } = await examineBehind(headers => {
      headers['x-forwarded-for'] = '198.51.100.4'
      headers.host = 'inside.test'
    }, true)
    expect(of('cookies')[0]?.finding).toBe('The proxy removes the shop’s cookies from responses.')
    expect(of('proxy')[0]).toMatchObject({ status: 'warn', finding: 'The proxy changes the host to inside.test.' })
  })
})

test('an unknown option or command exits with 2 and shows the usage; --help explains', async () => {
  const option = await runShopCommand(['doctor', '--nothing'], environment)
  expect([option.code, option.errors]).toEqual([
    2,
    expect.stringContaining('npm run shop -- doctor [--min-free-gib 1]'),
  ])
  const command = await runShopCommand(['nothing', '--json'], environment)
  expect([command.code, command.json()]).toEqual([
    2,
    { ok: false, message: expect.stringContaining('There is no command nothing.') },
  ])
  const help = await runShopCommand(['doctor', '--help'], environment)
  expect([help.code, help.output]).toEqual([0, expect.stringContaining('Exits with 1 when a check fails')])
})
