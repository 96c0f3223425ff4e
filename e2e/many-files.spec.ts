/** Many files at once: an order as a zip that other programs unpack, chosen ones as a zip, and one by one into a folder. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { aBuyer, askShop, billCart, clipsOf, payAtOnce } from './shop.ts'

const place = '/super-secret-bulk-download-poc'

/** Somebody who bought two clips in one order, for a project. */
const boughtTwo = async (page: Page) => {
  const { id } = await aBuyer(page)
  const [, second] = await clipsOf(page)
  const choice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await askShop(page, 'POST', '/v2/cart/items', { ...choice, clips: [second?.id] })
  const number = await payAtOnce(page, await billCart(page, id))
  await askShop(page, 'PUT', `/workspace/orders/${number}/project-details`, {
    client_name: 'Aster',
    project_name: 'Tidal',
    project_description: 'A film about the sea',
    start_date: '2026-12-01',
  })
  return number
}

const savedBy = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

test('an order is downloaded as one zip, and files across orders from the licenses', async ({ page }) => {
  const number = await boughtTwo(page)
  await page.goto(`/workspace/orders/${number}`)
  const all = await savedBy(page, () => page.getByRole('button', { name: 'Download all' }).click())
  expect(all.suggestedFilename()).toBe(`longtake-${number}.zip`)
  if (existsSync('/usr/bin/unzip')) {
    const into = mkdtempSync(path.join(os.tmpdir(), 'longtake-unzip-'))
    execFileSync('/usr/bin/unzip', ['-q', await all.path(), '-d', into])
    const said = execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: into }).toString()
    expect(said.match(/: OK$/gm)).toHaveLength(3)
    rmSync(into, { recursive: true })
  }

  await page.goto('/account/licenses')
  const boxes = page.getByRole('checkbox', { name: /^Choose .* for a zip$/ })
  await boxes.first().check()
  await boxes.last().check()
  const bar = page.getByRole('region', { name: 'Chosen files' })
  await expect(bar).toContainText('2 files')
  await expectAccessible(page, 'licenses with files chosen')
  const some = await savedBy(page, () => bar.getByRole('button', { name: 'Download as zip' }).click())
  expect(some.suggestedFilename()).toBe('longtake-2-files.zip')
})

test('files are saved into a folder one by one, and go on where they broke off', async ({ page }) => {
  await boughtTwo(page)
  // The browser's own private folder in the place of one that somebody picks.
  await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() }))
  await page.goto(place)
  await page.getByRole('checkbox', { name: /^All 2 on this page/ }).check()
  await expectAccessible(page, 'bulk download')
  const bar = page.getByRole('region', { name: 'Chosen files' })
  let first = true
  await page.route('**/download/masters/**', async route => {
    if (!first) return route.continue()
    first = false
    return route.abort('connectionreset')
  })
  await bar.getByRole('button', { name: 'Save into a folder' }).click()
  await expect(page.getByRole('heading', { name: 'All files are saved' })).toBeVisible()
  const sizes = await page.evaluate(async () => {
    const found: number[] = []
    const folder = await navigator.storage.getDirectory()
    for await (const handle of (folder as unknown as { values: () => AsyncIterable<FileSystemFileHandle> }).values())
      found.push((await handle.getFile()).size)
    return found
  })
  expect(sizes).toHaveLength(2)
  expect(Math.min(...sizes)).toBeGreaterThan(10_000)

  await bar.getByRole('button', { name: 'Choose none' }).click()
  await expect(bar).toBeHidden()
})

test('guests log in first', async ({ page }) => {
  await page.goto(place)
  await expect(page).toHaveURL(/\/login\?next=%2Fsuper-secret-bulk-download-poc/)
})
