/** A demo is filled once, by what starts a shop alone, and neither opens a shop nor is opened as one. */
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
import { openShop } from '../src/main.ts'
import { readConfig } from '../src/platform/config.server.ts'
import type { Db } from '../src/platform/database.server.ts'
import { markDemo, refuseOtherKind } from '../src/platform/installation.server.ts'
import { openTestApp } from '../testing/app.ts'
import { newcomer } from '../testing/builders/people.ts'
import { placeShop } from '../testing/process.ts'
import { fillDemo } from './fill.ts'
import { passwordOfDemo } from './password.ts'
import { publishedPassword, soloBuyer } from './people.ts'

const count = async (db: Db, table: 'users' | 'coupons' | 'clips' | 'installation') =>
  (
    await db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Runs a task of `npm run` as a process. Answers what it said. */
const runTask = async (task: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [`scripts/tasks/${task}.ts`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], VIES_URL: 'http://127.0.0.1:9', ...env },
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said: (await said).join('') }
}

const onPostgres = describe.runIf(process.env['TEST_DATABASE_URL'])
onPostgres('on an empty PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof placeShop>>
  let env: Record<string, string>
  beforeAll(async () => {
    place = await placeShop({ DEMO: '1' })
    env = place.environment
  })
  afterAll(() => place.remove())

  test.each(['', '1'])('`npm run reindex` with DEMO=%j creates neither people nor coupons', async DEMO => {
    expect(await runTask('reindex', { ...env, DEMO })).toMatchObject({ code: 0 })
    await place.inside(async ({ db }) => {
      expect([await count(db, 'users'), await count(db, 'coupons'), await count(db, 'installation')]).toEqual([0, 0, 0])
    })
  })

  test('two processes that start a demo at once both have it, once', async () => {
    const shops = await Promise.all([openShop(env), openShop(env)])
    const [demo, other] = await Promise.all(shops.map(fillDemo))
    for (const shop of shops) await shop.close()
    expect(demo).toEqual(other)
    expect(demo?.accounts.length).toBeGreaterThan(8)
    expect(demo?.custom_cart).toBeTruthy()
    await place.inside(async ({ db }) => {
      expect(await count(db, 'users')).toBe(demo?.accounts.length)
      expect([await count(db, 'coupons'), await count(db, 'installation')]).toEqual([3, 1])
    })
  })

  test('what is no demo refuses it afterwards, whichever command it is', async () => {
    const refusal =
      'The database of DATABASE_URL holds a demo with invented customers, and this start is a shop. Set DATABASE_URL to another database, or DEMO=1 to open the demo.'
    await expect(openShop({ ...env, DEMO: '0' })).rejects.toThrow(refusal)
    const { code, said } = await runTask('reindex', { ...env, DEMO: '' })
    expect([code, said.trim()]).toEqual([1, refusal])
  })
})

test('a demo lives in a folder of its own: with DEMO=0 the same DATA_DIR opens an empty shop', async () => {
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'longtake-demo-'))
  const env = { NODE_ENV: 'test', DATA_DIR, LOG_LEVEL: 'silent' }
  try {
    await (await openShop(env)).close()
    // What a shop's first start makes, without the time that its migrations take.
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
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    await announceShop(shop, undefined, undefined)
    expect(said.mock.calls.flat().join('\n')).toContain(
      'This shop is empty: it has no footage, and nobody administers it.',
    )
    said.mockRestore()
    await shop.close()

    // The demo's folder, named as a shop's.
    await expect(openShop({ ...env, DEMO: '0', DATA_DIR: path.join(DATA_DIR, 'demo') })).rejects.toThrow(
      `The database in ${path.join(DATA_DIR, 'demo')} holds a demo with invented customers, and this start is a shop. Set DATA_DIR to another folder, or DEMO=1 to open the demo.`,
    )
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})

test('a demo refuses a shop that has people, and adds nothing to it', async () => {
  const shop = await openTestApp({ DEMO: '1' })
  await newcomer(shop)
  await expect(fillDemo(shop)).rejects.toThrow(
    /holds a shop, and this start is a demo, which would add invented customers to it\. Set DEMO=0 to open the shop/,
  )
  expect([await count(shop.db, 'users'), await count(shop.db, 'coupons')]).toEqual([1, 0])
  await shop.close()
})

test('where other machines reach it, a demo has a password of its own, also for accounts of a demo that was local', async () => {
  const shop = await openTestApp({ DEMO: '1' })
  const logIn = (password: string) => shop.visitor().call(login, { body: { login: soloBuyer.email, password } })
  const register = async () => {
    const password_hash = await hashPassword(publishedPassword)
    await shop.db
      .transaction()
      .execute(trx =>
        registerUser(trx, { ...soloBuyer, password_hash }, { steps: [], cart_hash: null, now: shop.clock.now() }),
      )
  }
  await markDemo(shop.db, shop.config, shop.clock.now())
  await register()
  expect(await passwordOfDemo(shop)).toBe(publishedPassword)
  await logIn(publishedPassword)

  const config = readConfig({ DEMO: '1', HOST: '0.0.0.0' })
  const own = await passwordOfDemo({ ...shop, config })
  expect(own).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  await expect(logIn(publishedPassword)).rejects.toMatchObject({ status: 422 })
  await logIn(own)

  // It stays: on other machines, on this one, and at the next start.
  const behind_proxy = readConfig({ DEMO: '1', PUBLIC_URL: 'https://demo.example' })
  expect(await passwordOfDemo({ ...shop, config: behind_proxy })).toBe(own)
  expect(await passwordOfDemo(shop)).toBe(own)
  // With another secret nobody can read it: there is another one.
  const later = await passwordOfDemo({ ...shop, secret: ['x'.repeat(32)] })
  expect(later).not.toBe(own)
  await logIn(later)
  await shop.close()
})

test('a demo from before the mark gets it by the migration', async () => {
  const shop = await openTestApp({ DEMO: '0' })
  await newcomer(shop, soloBuyer.email)
  await sql`drop table installation`.execute(shop.db)
  await shop.database.exec(readFileSync('migrations/0120_installation.sql', 'utf8'))
  await expect(refuseOtherKind(shop.db, shop.config)).rejects.toThrow('holds a demo with invented customers')
  await shop.close()
})

test('nothing of the shop, and no task but those that start one, reaches for the demo', () => {
  const importing = (file: string) => /from '[./]+\/demo\/(?!uploads|people)/.test(readFileSync(file, 'utf8'))
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'bench/*.ts', 'testing/**/*.ts', 'e2e/*.ts'])
  expect(files.filter(file => !file.endsWith('.test.ts') && importing(file)).toSorted()).toEqual([
    'e2e/serve.ts',
    'scripts/tasks/announce.ts',
    'scripts/tasks/dev.ts',
    // On folders of their own that are gone afterwards.
    'scripts/tasks/fuzz-api.ts',
    'scripts/tasks/screens.ts',
    'scripts/tasks/start.ts',
  ])
})
