/** The mail server is away, and a mail is given up; a platform admin has it tried again once the server is back. */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import { expect, test } from '@playwright/test'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

import { freePort } from '../scripts/tasks/postgres.ts'
import { expectAccessible } from './accessible.ts'
import { demoShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'
import { goToRoom } from './rooms.ts'
import { askShop, password, register } from './shop.ts'

/** Keeps what it takes. */
const openMailServer = async (port: number) => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: callbackify(async (stream: SMTPServerDataStream, _: SMTPServerSession) => {
      mails.push((await buffer(stream)).toString())
    }),
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { mails, close: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

test('a mail that was given up is seen, tried again when the mail server is back, and gone', async ({ browser }) => {
  test.setTimeout(own_shop_story_ms)
  const port = await freePort()
  // No second try by itself: it would take an hour.
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, JOB_RETRIES: '0' }
  await inOwnShop(demoShop(), env, async baseURL => {
    const open = async () => (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const { id } = await register(await open())
    const page = await open()
    await askShop(page, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
    await askShop(page, 'POST', '/user/feature-banner/dismiss')

    const given = page.getByRole('region', { name: 'Given up' })
    const row = given
      .getByRole('listitem')
      .filter({ hasText: 'accounts.mail-verification' })
      .filter({ has: page.getByRole('link', { name: String(id), exact: true }) })
    await test.step('it is among those that were given up, with why and what it was about', async () => {
      await page.goto('/admin')
      await goToRoom(page, 'Jobs', 'Site')
      await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
      await expect(async () => {
        await page.getByRole('button', { name: 'Look again' }).click()
        await expect(row).toBeVisible({ timeout: 2_000 })
      }).toPass({ timeout: 60_000 })
      await expect(row).toContainText('ECONNREFUSED')
      await expect(row).toContainText('after 1 try')
      await expectAccessible(page, 'jobs')
    })

    const { mails, close } = await openMailServer(port)
    await test.step('tried again, the mail goes out, and nothing is left', async () => {
      await row.getByRole('button', { name: 'Try again: accounts.mail-verification' }).click()
      await expect(page.getByText('accounts.mail-verification is tried again.')).toBeVisible()
      await expect(row).toHaveCount(0)
      await expect.poll(() => mails.length, { timeout: 60_000 }).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Look again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
      await expect(row).toHaveCount(0)
    })
    await close()
  })
})
