/** Bulk downloads: an order as a zip, selected files as a zip, and files saved one by one into a folder. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { createBuyer, callApi, billCart, listClips, payCart } from './shop.ts'

const BULK_DOWNLOAD_PATH = '/super-secret-bulk-download-poc'

/** Buys two clips in one order, assigned to a project. Returns the order number. */
const buyTwoClips = async (page: Page) => {
  const { id } = await createBuyer(page)
  const [, second] = await listClips(page)
  const choice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await callApi(page, 'POST', '/v2/cart/items', { ...choice, clips: [second?.id] })
  const number = await payCart(page, await billCart(page, id))
  await callApi(page, 'PUT', `/workspace/orders/${number}/project-details`, {
    client_name: 'Aster',
    project_name: 'Tidal',
    project_description: 'A film about the sea',
    start_date: '2026-12-01',
  })
  return number
}

const downloadFrom = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

test('an order downloads as one zip, and so do selected files of several orders @full', async ({ page }) => {
  const number = await buyTwoClips(page)
  await page.goto(`/workspace/orders/${number}`)
  const zip = await downloadFrom(page, () => page.getByRole('button', { name: 'Download all' }).click())
  expect(zip.suggestedFilename()).toBe(`longtake-${number}.zip`)
  if (existsSync('/usr/bin/unzip')) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-unzip-'))
    execFileSync('/usr/bin/unzip', ['-q', await zip.path(), '-d', folder])
    const checksumOutput = execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder }).toString()
    expect(checksumOutput.match(/: OK$/gm)).toHaveLength(3)
    rmSync(folder, { recursive: true })
  }

  await page.goto('/account/licenses')
  const boxes = page.getByRole('checkbox', { name: /^Select .* for a zip$/ })
  await boxes.first().check()
  await boxes.last().check()
  const bar = page.getByRole('region', { name: 'Chosen files' })
  await expect(bar).toContainText('2 files')
  await expectAccessible(page, 'licenses with files chosen')
  const selection = await downloadFrom(page, () => bar.getByRole('button', { name: 'Download as zip' }).click())
  expect(selection.suggestedFilename()).toBe('longtake-2-files.zip')
})

test('files are saved into a folder one by one and resume after an interruption', async ({ page }) => {
  await buyTwoClips(page)
  // The browser's private file system stands in for a picked folder.
  await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() }))
  await page.goto(BULK_DOWNLOAD_PATH)
  await page.getByRole('checkbox', { name: /^All 2 on this page/ }).check()
  await expectAccessible(page, 'bulk download')
  const bar = page.getByRole('region', { name: 'Chosen files' })
  let isFirst = true
  await page.route('**/download/masters/**', async route => {
    if (!isFirst) return route.continue()
    isFirst = false
    return route.abort('connectionreset')
  })
  await bar.getByRole('button', { name: 'Save into a folder' }).click()
  await expect(page.getByRole('heading', { name: 'All files are saved' })).toBeVisible()
  const sizes = await page.evaluate(async () => {
    const fileSizes: number[] = []
    const folder = await navigator.storage.getDirectory()
    for await (const handle of (folder as unknown as { values: () => AsyncIterable<FileSystemFileHandle> }).values())
      fileSizes.push((await handle.getFile()).size)
    return fileSizes
  })
  expect(sizes).toHaveLength(2)
  expect(Math.min(...sizes)).toBeGreaterThan(10_000)

  await bar.getByRole('button', { name: 'Choose none' }).click()
  await expect(bar).toBeHidden()
})

test('guests must log in @full', async ({ page }) => {
  await page.goto(BULK_DOWNLOAD_PATH)
  await expect(page).toHaveURL(/\/login\?next=%2Fsuper-secret-bulk-download-poc/)
})
