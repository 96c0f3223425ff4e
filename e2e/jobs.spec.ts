/** A mail job fails while the mail server is down; a platform admin retries it once the server is back. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import { expect, test } from '@playwright/test'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

import { freePort } from '../scripts/tasks/postgres.ts'
import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { demoShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'
import { callApi, password, solveCaptcha } from './shop.ts'

/** A mail server that stores what it receives. */
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

test('a failed mail job is listed, and succeeds when it is retried @full', async ({ browser }) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS)
  const port = await freePort()
  // Without automatic retries, which would take an hour.
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, JOB_RETRIES: '0' }
  await withOwnShop(demoShop(), env, async baseURL => {
    const openPage = async () =>
      (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const guest = await openPage()
    const registration = { email: `story-${randomUUID()}@example.com`, password, password_again: password }
    await callApi(guest, 'POST', '/auth/register', { ...registration, captcha: await solveCaptcha(guest, 'register') })
    const page = await openPage()
    await callApi(page, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
    await callApi(page, 'POST', '/user/feature-banner/dismiss')

    const failedJobs = page.getByRole('region', { name: 'Failed jobs' })
    const row = failedJobs.getByRole('listitem').filter({ hasText: 'accounts.mail-registration' })
    await test.step('the job is listed as failed, with its error and its payload', async () => {
      await page.goto('/admin')
      await goToAdminPage(page, 'Jobs', 'Site')
      await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        await expect(row).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await expect(row).toContainText('ECONNREFUSED')
      await expect(row).toContainText('after 1 try')
      await expectAccessible(page, 'jobs')
    })

    const { mails, close } = await openMailServer(port)
    await test.step('the retried job sends the mail and disappears from the list', async () => {
      await row.getByRole('button', { name: 'Retry: accounts.mail-registration' }).click()
      await expect(page.getByText('accounts.mail-registration was queued again.')).toBeVisible()
      await expect(row).toHaveCount(0)
      await expect.poll(() => mails.length).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
      await expect(row).toHaveCount(0)
    })
    await close()
  })
})
