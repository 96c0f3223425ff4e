/** `npm run setup` as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { good_password } from '../../testing/builders/people.ts'
import { createProcessShop } from '../../testing/process.ts'

const MINUTE_MS = 60_000
let shop: Awaited<ReturnType<typeof createProcessShop>>
beforeAll(async () => {
  shop = await createProcessShop({ VIES_URL: 'http://127.0.0.1:9' })
})
afterAll(() => shop.remove())

/** `input`: its standard input, which is no terminal. */
const runSetup = async (args: readonly string[], input = '', more: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['scripts/tasks/setup.ts', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...shop.environment, ...more },
  })
  // A process that fails early doesn't read it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, output, errors }
}
const ADA = ['--email', 'ada@shop.test', '--name', 'Ada King Lovelace', '--password-stdin']
const listUsers = () =>
  shop.onDatabase(db =>
    db.selectFrom('users').select(['email', 'first_name', 'last_name', 'platform_roles']).orderBy('id').execute(),
  )

test('--help explains it, also where no shop can be opened', async () => {
  const { code, output } = await runSetup(['--help'], '', { PORT: 'x' })
  expect([code, output]).toEqual([0, expect.stringContaining('Creates the first administrator of a shop')])
})

test(
  'a demo, a weak password and a password that is missing exit with 1 and a sentence',
  { timeout: 5 * MINUTE_MS },
  async () => {
    const demo = await runSetup(ADA, `${good_password}\n`, { DEMO: '1' })
    expect([demo.code, demo.errors]).toEqual([1, expect.stringContaining('demo')])
    const weak = await runSetup(ADA, 'password\n')
    expect([weak.code, weak.errors]).toEqual([
      1,
      expect.stringContaining('The password must contain at least one uppercase letter.'),
    ])
    const unknown = await runSetup(['--mail', 'ada@shop.test'])
    expect([unknown.code, unknown.errors]).toEqual([
      1,
      expect.stringMatching(/^Unknown option '--mail'[^]*Exit codes: /),
    ])
    const missing = await runSetup(['--email', 'ada@shop.test', '--name', 'Ada Lovelace'])
    expect([missing.code, missing.errors]).toEqual([
      1,
      expect.stringMatching(/^Password is missing\.[^]*--password-stdin/),
    ])
    expect(await listUsers()).toEqual([])
  },
)

test('it creates the first administrator and no second one, who exits with 2', { timeout: 5 * MINUTE_MS }, async () => {
  const created = await runSetup([...ADA, '--json'], `${good_password}\n`)
  expect([created.code, created.errors]).toEqual([0, ''])
  expect(JSON.parse(created.output)).toEqual({
    user_id: expect.any(Number),
    email: 'ada@shop.test',
    next: expect.stringMatching(/^http.*\/setup$/),
  })
  const owner = { email: 'ada@shop.test', first_name: 'Ada King', last_name: 'Lovelace', platform_roles: [1, 2] }
  expect(await listUsers()).toEqual([owner])
  const second = await runSetup(['--email', 'eve@shop.test', ...ADA.slice(2)], `${good_password}\n`)
  expect([second.code, second.errors]).toEqual([
    2,
    expect.stringContaining('This shop has an owner already. Log in at'),
  ])
  expect(await listUsers()).toEqual([owner])
})

test('without --json it says how to go on', { timeout: 5 * MINUTE_MS }, async () => {
  const other = await createProcessShop({ VIES_URL: 'http://127.0.0.1:9' })
  const { code, output } = await runSetup(ADA, good_password, other.environment)
  await other.remove()
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^ada@shop\.test is the owner\. Start the shop, log in and go on at http.*\/setup\n$/),
  ])
})
