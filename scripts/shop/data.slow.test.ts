/** The commands that change or read a shop, as processes: on a shop that runs, on one that does not, and on an empty folder. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from '../../src/app/main.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { createProcessShop } from '../../testing/process.ts'
import { runShopCommand } from '../../testing/shop-command.ts'

const MINUTE_MS = 60_000
const AS = ['--as', 'ada@fieldnote.test']
const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-data-'))
let shop: Awaited<ReturnType<typeof createProcessShop>>

beforeAll(async () => {
  shop = await createProcessShop({ VIES_URL: 'http://127.0.0.1:9' })
  await shop.inside(async ({ db, clock }) => {
    const admin = { email: 'ada@fieldnote.test', username: 'ada', email_verified_at: clock.now() }
    await db
      .insertInto('users')
      .values({ ...admin, platform_roles: [1, 2] })
      .execute()
  })
})
afterAll(async () => {
  await shop.remove()
  rmSync(home, { recursive: true, force: true })
})

const write = (name: string, lines: readonly string[]) => {
  const file = path.join(home, name)
  writeFileSync(file, ['external_id,email,first_name', ...lines].join('\n'))
  return file
}
const run = (...args: string[]) => runShopCommand(args, shop.environment)

test(
  'an import while the shop runs reports bad lines with exit code 1, and brings all rows when they are good',
  { timeout: 5 * MINUTE_MS },
  async () => {
    const running = await shop.start()
    const good = Array.from({ length: 300 }, (_, n) => `c-${n},person-${n}@studio.test,Ada`)
    const bad = await run('import', 'customers', write('bad.csv', [...good, 'c-x,nothing,Ada']), ...AS)
    expect([bad.code, bad.output]).toEqual([
      1,
      'line 302: Invalid email address.\n301 rows: 0 imported, 0 imported before, 1 bad.\nNothing was imported.\n',
    ])
    const file = write('good.csv', good)
    const first = await run('import', 'customers', file, ...AS, '--json')
    expect([first.code, first.json()]).toEqual([0, expect.objectContaining({ ok: true, imported: 300, mistakes: [] })])
    const second = await run('import', 'customers', file, ...AS)
    expect([second.code, second.output]).toEqual([0, '300 rows: 0 imported, 300 imported before, 0 bad.\n'])
    const set = await run('settings', 'set', 'company.name', 'North Light', ...AS)
    expect([set.code, set.output]).toEqual([0, 'company.name: "Longtake" → "North Light"\n'])
    await running.stop()

    // On a stopped shop the command opens the database itself.
    const get = await run('settings', 'get', 'company.name', '--json')
    expect(get.json()).toEqual({ ok: true, value: 'North Light' })
    const exported = await run('export', path.join(home, 'export'), '--json')
    expect([exported.code, exported.json()['ok']]).toEqual([0, true])
    const staff = await run('staff', 'list')
    expect(staff.output).toBe('ada@fieldnote.test  Platform admin\n')
  },
)

test('missing options and wrong choices exit with 2, mistakes of the shop with 1', async () => {
  const kind = await run('import', 'clips', 'x.csv', ...AS)
  expect([kind.code, kind.errors]).toEqual([2, expect.stringContaining('customers, workspaces, licenses, rates')])
  const noActor = await run('settings', 'set', 'company.name', 'X')
  expect([noActor.code, noActor.errors]).toEqual([2, expect.stringContaining('--as is required.')])
  const stranger = await run('settings', 'set', 'company.name', 'X', '--as', 'no@fieldnote.test')
  expect([stranger.code, stranger.errors]).toEqual([
    1,
    expect.stringContaining('Nobody has the email no@fieldnote.test'),
  ])
})

test('no command seeds a demo, also where npm start would', { timeout: 5 * MINUTE_MS }, async () => {
  const environment = { DATA_DIR: path.join(home, 'new') }
  expect((await runShopCommand(['staff', 'list', '--json'], environment)).json()).toEqual({ ok: true, staff: [] })
  for (const task of ['reindex', 'reseal']) {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment }
    expect([task, spawnSync(process.execPath, [`scripts/tasks/${task}.ts`], { env }).status]).toEqual([task, 0])
  }
  const config = readConfig(environment)
  expect(config.demo).toBe(true)
  expect(existsSync(path.join(config.data_dir, 'database'))).toBe(true)
  const database = await openDatabase(config)
  const counts = []
  for (const table of ['users', 'clips', 'coupons', 'installation'] as const)
    counts.push((await database.db.selectFrom(table).selectAll().execute()).length)
  await database.close()
  expect(counts).toEqual([0, 0, 0, 0])
})
