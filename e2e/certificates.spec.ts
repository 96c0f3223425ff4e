/** A license is proved to somebody without an account, by its page and by the small program alone. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { aBuyer, clipsOf, payAtOnce } from './shop.ts'

test('a license’s certificate is checked by its page, and offline', async ({ page, browser }, info) => {
  const { cart } = await aBuyer(page)
  const [clip] = await clipsOf(page)
  await payAtOnce(page, cart)
  await page.goto('/account/licenses')
  await expect(page.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', /certificate\.pdf$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'signed file' }).click(),
  ])
  const file = info.outputPath('certificate.json')
  await download.saveAs(file)
  const { verify_url } = JSON.parse(readFileSync(file, 'utf8')) as { verify_url: string }

  const stranger = await browser.newPage()
  await stranger.goto(new URL(verify_url).pathname)
  await expect(stranger.getByRole('heading', { name: 'This license is valid' })).toBeVisible()
  await expect(stranger.getByText(clip?.name ?? '')).toBeVisible()
  await expect(stranger.getByText('Aster & Daughters')).toBeVisible()
  await expectAccessible(stranger, 'verify')
  // What the page offers is all that the check needs.
  const fetched = async (name: string, as: string) => {
    const href = await stranger.getByRole('link', { name }).getAttribute('href')
    const answer = await stranger.request.get(href ?? '')
    writeFileSync(info.outputPath(as), await answer.body())
  }
  await fetched('public key', 'key.pem')
  await fetched('small program', 'verify-certificate.mjs')
  const { status, stdout } = spawnSync(process.execPath, ['verify-certificate.mjs', 'certificate.json', 'key.pem'], {
    cwd: path.dirname(file),
    env: {},
  })
  expect(status).toBe(0)
  expect(stdout.toString()).toContain('Genuine')

  await stranger.goto(`/verify/${'x'.repeat(43)}`)
  await expect(stranger.getByRole('heading', { name: 'We do not know this certificate' })).toBeVisible()
  await stranger.close()
})
