/** Tests for the checks of services: each does the real thing, and names what is missing. */
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { findPrograms } from '#media/ffmpeg.server.ts'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedOwner } from '../../testing/builders/setup.ts'
import type { SetupCheckName } from './checks.ts'
import { confirmMailCheck, getSetupProgress, listSetupChecks, runSetupCheck } from './contract.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
const shops: TestApp[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const shop of shops.splice(0)) await shop.close()
})

const open = async (env: Record<string, string> = {}) => {
  const shop = await openTestApp({ DEMO: '0', ...env }, { unopened: true })
  shops.push(shop)
  const { visitor } = await seedOwner(shop)
  const run = async (name: SetupCheckName) =>
    (await visitor.call(runSetupCheck, { params: { name } })).data.find(check => check.name === name)
  return { shop, visitor, run }
}

test('without services each check says which lines of the environment are missing', async () => {
  vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('FFMPEG_PATH', '')
  const { run, visitor } = await open()
  expect((await visitor.call(listSetupChecks, {})).data.map(({ passed }) => passed)).toEqual([null, null, null, null])
  expect(await run('payments')).toMatchObject({
    passed: false,
    message: expect.stringContaining('set BRAINTREE_ENVIRONMENT'),
  })
  expect(await run('mail')).toMatchObject({ passed: false, message: expect.stringContaining('set SMTP_URL') })
  expect(await run('ffmpeg')).toMatchObject({ passed: false, message: expect.stringContaining('set FFMPEG_PATH') })
  const { data } = await visitor.call(getSetupProgress, {})
  expect(data.steps).toContainEqual({ key: 'services', is_done: false })
})

test('the payment check authorizes a dollar at the gateway and voids it', async () => {
  const { run } = await open({ SANDBOX_URL: sandbox.origins.http })
  expect(await run('payments')).toMatchObject({
    passed: true,
    message: expect.stringContaining('authorized and voided'),
  })
  const response = await fetch(`${sandbox.origins.http}/_control/transactions`)
  const { transactions } = (await response.json()) as { transactions: { amount: string; status: string }[] }
  expect(transactions).toMatchObject([{ amount: '1.00', status: 'voided' }])
})

test('a gateway that is down fails the check with its reason', async () => {
  const { run } = await open({ SANDBOX_URL: 'http://127.0.0.1:9', BRAINTREE_TIMEOUT_MS: '500' })
  expect(await run('payments')).toMatchObject({ passed: false, message: expect.stringContaining('BRAINTREE_') })
})

test('the mail check passes when its link is followed, by anyone and once it is the latest one', async () => {
  const { shop, run } = await open({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Aster <hello@aster.example>' })
  const followLink = (mail: { text: string } | undefined) => {
    const token = /\/setup\/mail\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    return shop.visitor().call(confirmMailCheck, { params: { token } })
  }
  expect(await run('mail')).toMatchObject({ passed: null, message: expect.stringContaining('ada@example.com') })
  const [first] = shop.mail.sent
  expect(first).toMatchObject({ to: 'ada@example.com', subject: 'Longtake: Mail works' })
  await run('mail')
  await expect(followLink(first)).rejects.toMatchObject({ status: 404 })
  await followLink(shop.mail.sent.at(-1))
  const [row] = await shop.db.selectFrom('setup_checks').where('name', '=', 'mail').select('passed').execute()
  expect(row).toEqual({ passed: true })
})

test('a mail server without a sender, or that refuses the mail, fails the check', async () => {
  const { run } = await open({ SMTP_URL: 'smtp://127.0.0.1:9' })
  expect(await run('mail')).toMatchObject({ passed: false, message: expect.stringContaining('set MAIL_FROM') })
  const refusing = await open({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Aster <hello@aster.example>' })
  vi.spyOn(refusing.shop.deps.mail, 'send').mockRejectedValue(new Error('550 relay access denied'))
  expect(await refusing.run('mail')).toMatchObject({
    passed: false,
    message: 'The mail server of SMTP_URL refused the mail: 550 relay access denied',
  })
})

test('the storage check writes, reads and deletes a file, and names the folder that refuses it', async () => {
  const { shop, run } = await open()
  expect(await run('storage')).toMatchObject({ passed: true, message: 'A file was written, read and deleted.' })
  vi.spyOn(shop.deps.storage, 'put').mockRejectedValue(new Error('EROFS: read-only file system'))
  expect(await run('storage')).toMatchObject({
    passed: false,
    message: expect.stringContaining(
      `EROFS: read-only file system. Check DATA_DIR, which is ${path.resolve(shop.config.data_dir)}`,
    ),
  })
})

test.skipIf(findPrograms() === null)('the ffmpeg check encodes a second of video', async () => {
  const { run } = await open()
  expect(await run('ffmpeg')).toMatchObject({
    passed: true,
    message: expect.stringMatching(/^ffmpeg \S+ encoded a second/),
  })
})
