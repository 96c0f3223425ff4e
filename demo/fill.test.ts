/** The demo is seeded once and only by the tasks that start a shop; demos and shops refuse each other's databases. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { announceShop } from '../scripts/tasks/announce.ts'
import { login } from '../src/accounts/contract.ts'
import { hashPassword } from '../src/accounts/passwords.server.ts'
import { registerUser } from '../src/accounts/register.server.ts'
import { assertUpgradable, markDemo } from '../src/app/installation.server.ts'
import { openShop } from '../src/app/main.ts'
import { readConfig } from '../src/platform/config.server.ts'
import type { Db } from '../src/platform/db/database.server.ts'
import { openTestApp } from '../testing/app.ts'
import { registerPerson } from '../testing/builders/people.ts'
import { createProcessShop } from '../testing/process.ts'
import { fillDemo } from './fill.ts'
import { loadDemoPassword } from './password.ts'
import { PUBLISHED_PASSWORD, soloBuyer } from './people.ts'

const count = async (db: Db, table: 'users' | 'coupons' | 'clips' | 'installation') =>
  (
    await db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Runs a task of `npm run` as a process. Returns its exit code and output. */
const runTask = async (task: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [`scripts/tasks/${task}.ts`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], VIES_URL: 'http://127.0.0.1:9', ...env },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'exit')) as [number]
  return { code, output: (await output).join('') }
}

const onPostgres = describe.runIf(process.env['TEST_DATABASE_URL'])
onPostgres('on an empty PostgreSQL', () => {
  let shopProcess: Awaited<ReturnType<typeof createProcessShop>>
  let env: Record<string, string>
  beforeAll(async () => {
    shopProcess = await createProcessShop({ DEMO: '1' })
    env = shopProcess.environment
  })
  afterAll(() => shopProcess.remove())

  test.each(['', '1'])('`npm run reindex` with DEMO=%j creates neither people nor coupons', async DEMO => {
    expect(await runTask('reindex', { ...env, DEMO })).toMatchObject({ code: 0 })
    await shopProcess.inside(async ({ db }) => {
      expect([await count(db, 'users'), await count(db, 'coupons'), await count(db, 'installation')]).toEqual([0, 0, 0])
    })
  })

  test('two processes that start a demo at the same time seed it once', async () => {
    const shops = await Promise.all([openShop(env), openShop(env)])
    const [demo, other] = await Promise.all(shops.map(fillDemo))
    for (const shop of shops) await shop.close()
    expect(demo).toEqual(other)
    expect(demo?.accounts.length).toBeGreaterThan(8)
    expect(demo?.custom_cart).toBeTruthy()
    await shopProcess.inside(async ({ db }) => {
      expect(await count(db, 'users')).toBe(demo?.accounts.length)
      expect([await count(db, 'coupons'), await count(db, 'installation')]).toEqual([3, 1])
    })
  })

  test('a demo database is refused by every command that is not a demo', async () => {
    const refusal =
      'The database of DATABASE_URL holds a demo with invented customers, and this start is a shop. Set DATABASE_URL to another database, or DEMO=1 to open the demo.'
    await expect(openShop({ ...env, DEMO: '0' })).rejects.toThrow(refusal)
    const { code, output } = await runTask('reindex', { ...env, DEMO: '' })
    expect([code, output.trim()]).toEqual([1, refusal])
  })
})

test('a demo has its own data folder: with DEMO=0 the same DATA_DIR opens an empty shop', async () => {
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'longtake-demo-'))
  const env = { NODE_ENV: 'test', DATA_DIR, LOG_LEVEL: 'silent' }
  try {
    await (await openShop(env)).close()
    // Copies what the first start of a shop creates, to save the time of the migrations.
    cpSync(path.join(DATA_DIR, 'demo/database'), path.join(DATA_DIR, 'database'), { recursive: true })
    const demo = await openShop(env)
    await markDemo(demo.deps.db, demo.config, demo.deps.clock.now())
    await demo.close()
    expect(existsSync(path.join(DATA_DIR, 'demo/secret'))).toBe(true)

    const shop = await openShop({ ...env, DEMO: '0' })
    expect([await count(shop.deps.db, 'users'), await count(shop.deps.db, 'installation')]).toEqual([0, 0])
    expect(readFileSync(path.join(DATA_DIR, 'secret'), 'utf8')).not.toBe(
      readFileSync(path.join(DATA_DIR, 'demo/secret'), 'utf8'),
    )
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await announceShop(shop, undefined, undefined)
    expect(log.mock.calls.flat().join('\n')).toMatch(
      /This shop has no owner yet\. [^]*\n {2}http:\/\/localhost:\d+\/setup\?code=[2-9A-Z]{10}\n/,
    )
    log.mockRestore()
    await sql`insert into schema_migrations (name, sha256) values ('0012_words.sql', '')`.execute(shop.deps.db)
    await shop.close()
    await expect(openShop({ ...env, DEMO: '0' })).rejects.toThrow('was created by a pre-release version')

    // The demo's folder as the DATA_DIR of a shop.
    await expect(openShop({ ...env, DEMO: '0', DATA_DIR: path.join(DATA_DIR, 'demo') })).rejects.toThrow(
      `The database in ${path.join(DATA_DIR, 'demo')} holds a demo with invented customers, and this start is a shop. Set DATA_DIR to another folder, or DEMO=1 to open the demo.`,
    )
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('a demo refuses a shop that has people and adds nothing to it', async () => {
  const shop = await openTestApp({ DEMO: '1' })
  await registerPerson(shop)
  await expect(fillDemo(shop)).rejects.toThrow(
    /holds a shop, and this start is a demo, which would add invented customers to it\. Set DEMO=0 to open the shop/,
  )
  expect([await count(shop.db, 'users'), await count(shop.db, 'coupons')]).toEqual([1, 0])
  await shop.close()
})

test('a demo that other machines can reach has its own password, also for the accounts of a demo that was local', async () => {
  const shop = await openTestApp({ DEMO: '1' })
  const logIn = (password: string) => shop.visitor().call(login, { body: { login: soloBuyer.email, password } })
  const register = async () => {
    const password_hash = await hashPassword(PUBLISHED_PASSWORD)
    await shop.db
      .transaction()
      .execute(trx =>
        registerUser(trx, { ...soloBuyer, password_hash }, { hooks: [], cart_hash: null, now: shop.clock.now() }),
      )
  }
  await markDemo(shop.db, shop.config, shop.clock.now())
  await register()
  expect(await loadDemoPassword(shop)).toBe(PUBLISHED_PASSWORD)
  await logIn(PUBLISHED_PASSWORD)

  const config = readConfig({ DEMO: '1', HOST: '0.0.0.0' })
  const ownPassword = await loadDemoPassword({ ...shop, config })
  expect(ownPassword).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  await expect(logIn(PUBLISHED_PASSWORD)).rejects.toMatchObject({ status: 422 })
  await logIn(ownPassword)

  // It stays the same on other machines, on this one, and after a restart.
  const behind_proxy = readConfig({ DEMO: '1', PUBLIC_URL: 'https://demo.example' })
  expect(await loadDemoPassword({ ...shop, config: behind_proxy })).toBe(ownPassword)
  expect(await loadDemoPassword(shop)).toBe(ownPassword)
  // With another secret it cannot be unsealed, so a new one is generated.
  const nextPassword = await loadDemoPassword({ ...shop, secret: ['x'.repeat(32)] })
  expect(nextPassword).not.toBe(ownPassword)
  await logIn(nextPassword)
  await shop.close()
})

test('a database of a pre-release version is refused with what to do', async () => {
  const shop = await openTestApp({ DEMO: '0' })
  const { db, config } = shop
  await expect(assertUpgradable(db, config)).resolves.toBeUndefined()
  await sql`insert into schema_migrations (name, sha256) values ('0012_words.sql', '')`.execute(db)
  const refusal = (options: Partial<typeof config>) =>
    assertUpgradable(db, { ...config, database_url: undefined, data_dir: 'data/demo', ...options })
  const cause = 'was created by a pre-release version and can’t be upgraded.'
  await expect(refusal({ demo: true })).rejects.toThrow(
    `The database in data/demo ${cause} Delete the folder data/demo and start again.`,
  )
  await expect(refusal({ demo: false })).rejects.toThrow(
    `The database in data/demo ${cause} Set DATA_DIR to another folder.`,
  )
  await expect(refusal({ demo: true, database_url: 'postgres://localhost/shop' })).rejects.toThrow(
    `The database of DATABASE_URL ${cause} Set DATABASE_URL to another database.`,
  )

  await sql`delete from schema_migrations where name = '0012_words.sql'`.execute(db)
  await sql`update schema_migrations set sha256 = reverse(sha256) where name = '0001_platform.sql'`.execute(db)
  await expect(refusal({ demo: true })).rejects.toThrow(
    'The database in data/demo can’t be upgraded, because migrations that created it have changed since: 0001_platform.sql. Restore these files from the release that you run. To start without this data: Delete the folder data/demo and start again.',
  )
  await shop.close()
})

test('nothing in the shop imports the demo, and only the tasks that start a shop do', () => {
  const importsDemo = (file: string) => /from '[./]+\/demo\/(?!uploads|people)/.test(readFileSync(file, 'utf8'))
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'bench/*.ts', 'testing/**/*.ts', 'e2e/*.ts'])
  expect(files.filter(file => !file.endsWith('.test.ts') && importsDemo(file)).toSorted()).toEqual([
    'e2e/serve.ts',
    'scripts/tasks/announce.ts',
    'scripts/tasks/dev.ts',
    // These run on temporary folders.
    'scripts/tasks/fuzz-api.ts',
    'scripts/tasks/screens.ts',
    'scripts/tasks/start.ts',
    // The amounts of the tests need its registrations for tax.
    'testing/app.ts',
  ])
})
