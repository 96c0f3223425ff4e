/** A license can be verified without an account, on its page and offline. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { createBuyer, listClips, payCart } from './shop.ts'

test('a license certificate is verified on its page and offline @full', async ({ page, browser }, info) => {
  const { cart } = await createBuyer(page)
  const [clip] = await listClips(page)
  await payCart(page, cart)
  await page.goto('/account/licenses')
  await expect(page.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', /certificate\.pdf$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'signed license data (JSON)' }).click(),
  ])
  const file = info.outputPath('certificate.json')
  await download.saveAs(file)
  const { verify_url } = JSON.parse(readFileSync(file, 'utf8')) as { verify_url: string }

  const visitor = await browser.newPage()
  await visitor.goto(new URL(verify_url).pathname)
  await expect(visitor.getByRole('heading', { name: 'This license is valid' })).toBeVisible()
  await expect(visitor.getByText(clip?.name ?? '')).toBeVisible()
  await expect(visitor.getByText('Aster & Daughters')).toBeVisible()
  await expectAccessible(visitor, 'verify')
  // The downloads on the page are sufficient for the offline check.
  const downloadFile = async (name: string, fileName: string) => {
    const href = await visitor.getByRole('link', { name }).getAttribute('href')
    const response = await visitor.request.get(href ?? '')
    writeFileSync(info.outputPath(fileName), await response.body())
  }
  await downloadFile('public key', 'key.pem')
  await downloadFile('small program', 'verify-certificate.mjs')
  const { status, stdout } = spawnSync(process.execPath, ['verify-certificate.mjs', 'certificate.json', 'key.pem'], {
    cwd: path.dirname(file),
    env: {},
  })
  expect(status).toBe(0)
  expect(stdout.toString()).toContain('Genuine')

  await visitor.goto(`/verify/${'x'.repeat(43)}`)
  await expect(visitor.getByRole('heading', { name: 'We can’t find this certificate' })).toBeVisible()
  await visitor.close()
})
