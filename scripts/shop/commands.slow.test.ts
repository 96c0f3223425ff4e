/** How the commands for operators explain themselves and refuse wrong calls, and the file that the launcher reads. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createProcessShop } from '../../testing/process.ts'
import { runShopCommand } from '../../testing/shop-command.ts'

const MINUTE_MS = 60_000
const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-commands-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
/** No command of this file may open a shop there. */
const environment = { DATA_DIR: path.join(home, 'nothing') }
const ACTOR = ['--as', 'ada@shop.test', '--reason', 'Test']

/** Each command with a wrong call, and the sentence about it. */
const wrongCalls: readonly (readonly [string, readonly string[], string])[] = [
  ['doctor', ['--min-free-gib', '0'], '--min-free-gib is a number above 0.'],
  ['backup', [], 'Name one folder.'],
  ['restore', ['one', 'two'], 'Name one folder.'],
  ['import', ['clips', 'clips.csv', ...ACTOR.slice(0, 2)], 'customers, workspaces, licenses, rates'],
  ['export', [home, '--format', 'xml'], '--format is one of'],
  ['settings get', ['company', 'look'], 'Name one setting.'],
  ['settings set', ['company.name'], 'Name a setting and a value.'],
  ['staff list', ['--all'], "Unknown option '--all'"],
  ['staff invite', ['ben@shop.test', ...ACTOR.slice(0, 2)], 'Name the email of one person, and their roles.'],
  ['staff grant', ['ben@shop.test', 'king', ...ACTOR], 'The role is one of platform_admin'],
  ['staff revoke', ['ben@shop.test', 'platform_admin', '--as', 'ada@shop.test'], '--reason is required.'],
  ['staff reset-second-step', [], 'Name the email of one person.'],
  ['staff unlock', ['ben@shop.test', 'cy@shop.test', ...ACTOR], 'Name one person.'],
]

test('the overview names all commands of the table', async () => {
  const { code, output } = await runShopCommand([], environment)
  const names = [...output.matchAll(/^ {2}([a-z][a-z -]*?) {2,}/gm)].map(([, name]) => name)
  expect([code, names]).toEqual([0, wrongCalls.map(([name]) => name)])
})

test.each(wrongCalls)(
  '%s explains itself with --help, and exits with 2 after a wrong call',
  { timeout: 2 * MINUTE_MS },
  async (name, args, message) => {
    const words = name.split(' ')
    const help = await runShopCommand([...words, '--help'], environment)
    expect([help.code, help.errors, help.output]).toEqual([
      0,
      '',
      expect.stringMatching(new RegExp(`^npm run shop -- ${name} [^]*\\n\\n\\S`)),
    ])
    const wrong = await runShopCommand([...words, ...args], environment)
    expect([wrong.code, wrong.output, wrong.errors]).toEqual([2, '', expect.stringContaining(message)])
  },
)

test('a staff command changes a running and a stopped shop', { timeout: 5 * MINUTE_MS }, async () => {
  const shop = await createProcessShop({ VIES_URL: 'http://127.0.0.1:9' })
  await shop.inside(async ({ db, clock }) => {
    for (const [email, platform_roles] of [
      ['ada@shop.test', [1, 2]],
      ['ben@shop.test', [1]],
    ] as const)
      await db
        .insertInto('users')
        .values({ email, username: email, platform_roles: [...platform_roles], email_verified_at: clock.now() })
        .execute()
  })
  const change = (verb: string) =>
    runShopCommand(['staff', verb, 'ben@shop.test', 'support_staff', ...ACTOR], shop.environment)
  const running = await shop.start()
  const granted = await change('grant')
  expect([granted.code, granted.output, granted.errors]).toEqual([0, 'ben@shop.test: Support\n', ''])
  const again = await change('grant')
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('This person already has these roles.')])
  await running.stop()
  const revoked = await change('revoke')
  expect([revoked.code, revoked.output]).toEqual([0, 'ben@shop.test: no staff role\n'])
  await shop.remove()
})

test('the launcher reads the file of ENV_FILE, and a variable that is set wins', { timeout: 2 * MINUTE_MS }, () => {
  const file = path.join(home, 'env')
  writeFileSync(file, 'PORT=eighty\nJOB_RETRIES=-1\n')
  const examine = (more: Record<string, string>) => {
    const env = { PATH: process.env['PATH'], HOME: home, ...environment, ENV_FILE: file, ...more }
    const { stdout } = spawnSync(process.execPath, ['scripts/launch.mjs', 'shop', 'doctor', '--json'], {
      env,
      encoding: 'utf8',
    })
    const { checks } = JSON.parse(stdout) as { checks: { name: string; finding: string }[] }
    return checks.find(({ name }) => name === 'environment')?.finding
  }
  expect(examine({})).toMatch(/PORT must be a port number[^]*JOB_RETRIES must be/)
  const finding = examine({ PORT: '3000' })
  expect(finding).toContain('JOB_RETRIES must be')
  expect(finding).not.toContain('PORT')
})
