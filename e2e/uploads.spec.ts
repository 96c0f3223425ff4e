/** A filmmaker's upload becomes a clip in the shop: uploaded, described, sent back, corrected and published. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test, type Page, type Route } from '@playwright/test'

import { requirePrograms } from '../src/media/ffmpeg.server.ts'
import { expectAccessible } from './accessibility.ts'
import { demoShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'
import { waitForHydration, callApi, listClips, password } from './shop.ts'
import { createTestVideo } from './video.ts'

/** A slow machine needs up to a minute to check a two-second video. */
const CHECK_TIMEOUT_MS = 180_000

const logIn = async (page: Page, login: string) => {
  await callApi(page, 'POST', '/auth/login', { login, password })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
}

test('a filmmaker uploads a video, staff publish it, and buyers find it', async ({ browser }) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS + CHECK_TIMEOUT_MS)
  const programs = requirePrograms()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-film-'))
  const videoFile = createTestVideo(folder, programs.ffmpeg)
  const otherVideoFile = createTestVideo(folder, programs.ffmpeg, 'wrong_take.mp4', 25)
  const env = { FFMPEG_PATH: programs.ffmpeg, FFPROBE_PATH: programs.ffprobe }
  await withOwnShop(demoShop(), env, async baseURL => {
    const openPage = async () =>
      (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const [page, adminPage, buyer] = [await openPage(), await openPage(), await openPage()]
    await logIn(page, 'samira@siroccoreel.example')
    await logIn(adminPage, 'otto@longtake.example')

    await test.step('uploads the file, pauses and resumes', async () => {
      await page.goto('/filmmaker')
      await page.getByRole('link', { name: 'Uploads' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible()
      await waitForHydration(page)
      // Hold the first chunk: once until its file is gone, once until it is paused.
      const [unreadableChunk, pausedChunk] = [Promise.withResolvers<Route>(), Promise.withResolvers<Route>()]
      await page.route('**/pieces/0', pausedChunk.resolve, { times: 1 })
      await page.route('**/pieces/0', unreadableChunk.resolve, { times: 1 })
      await page.getByLabel('Shoot').fill('Southern lights')
      await page.getByLabel('Choose masters').setInputFiles(videoFile)
      const chunk = await unreadableChunk.promise
      renameSync(videoFile, `${videoFile}.away`)
      await chunk.abort()
      await expect(page.getByText('The file can no longer be read')).toBeVisible()
      renameSync(`${videoFile}.away`, videoFile)
      await page.getByLabel('Shoot').fill('Northern lights')
      await page.getByLabel('Choose masters').setInputFiles(videoFile)
      await pausedChunk.promise
      await expect(page.getByText(/Northern lights/)).toHaveCount(1)
      await page.getByRole('button', { name: 'Pause lighthouse_sweep.mp4' }).click()
      await expect(page.getByText(/^Paused, 0% of /)).toBeVisible()
      await expectAccessible(page, 'uploads')
      await page.getByRole('button', { name: 'Resume lighthouse_sweep.mp4' }).click()
      await expect(page.getByRole('link', { name: 'Describe Lighthouse sweep' })).toBeVisible({
        timeout: CHECK_TIMEOUT_MS,
      })
    })

    await test.step('describes the clip and sees what is missing', async () => {
      await page.getByRole('link', { name: 'Describe Lighthouse sweep' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse sweep' })).toBeVisible()
      await waitForHydration(page)
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByText('Choose a category.')).toBeVisible()
      await page.getByLabel('Description').fill('The lamp of a lighthouse sweeps over the sea.')
      await page.getByLabel('Keywords').fill('lighthouse, sea, zephyrine')
      await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
      await page.getByLabel('Camera look').selectOption('wide')
      await page.getByLabel('Motion').selectOption('realtime')
      await page.getByLabel('Time of day').selectOption('night')
      await page.getByLabel('No release needed').check()
      await page.getByLabel(/^I filmed this/).check()
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByText('Our editors look at it. You get a mail')).toBeVisible()
      await expectAccessible(page, 'a clip in review')
    })

    const row = () => adminPage.getByRole('link', { name: /Lighthouse sweep/ })
    await test.step('staff review the clip and send it back', async () => {
      await adminPage.goto('/admin/ingest')
      await expectAccessible(adminPage, 'ingest')
      await row().first().click()
      await expect(adminPage.getByRole('region', { name: 'Player: Lighthouse sweep' })).toBeVisible()
      await waitForHydration(adminPage)
      await adminPage.getByRole('button', { name: 'Send back' }).click()
      const dialog = adminPage.getByRole('dialog', { name: 'Send back Lighthouse sweep' })
      await dialog.getByLabel('Reason').fill('Please name the place.')
      await dialog.getByRole('button', { name: 'Send back' }).click()
      await expect(adminPage.getByText('1 clip is sent back.')).toBeVisible()
    })

    await test.step('the filmmaker reads the reason, corrects the clip and submits it again', async () => {
      await page.reload()
      await expect(page.getByText('Please name the place.')).toBeVisible()
      await waitForHydration(page)
      await page.getByLabel('Location').fill('Reykjanes')
      await page.getByLabel(/^I filmed this/).check()
      await page.getByRole('button', { name: 'Submit again' }).click()
      await expect(page.getByText('Our editors look at it. You get a mail')).toBeVisible()
    })

    await test.step('withdraws the submission before a decision, and submits it again', async () => {
      await page.getByRole('button', { name: 'Take it back' }).click()
      await expect(page.getByText('“Lighthouse sweep” is yours again')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete this draft' })).toBeVisible()
      await page.getByLabel(/^I filmed this/).check()
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByText('Our editors look at it. You get a mail')).toBeVisible()
    })

    await test.step('deletes a draft of another video', async () => {
      await page.goto('/filmmaker/uploads')
      await waitForHydration(page)
      await page.getByLabel('Choose masters').setInputFiles(otherVideoFile)
      const remove = page.getByRole('button', { name: 'Delete Wrong take' })
      await expect(remove).toBeVisible({ timeout: CHECK_TIMEOUT_MS })
      await remove.click()
      const dialog = page.getByRole('dialog', { name: 'Delete “Wrong take”?' })
      await expectAccessible(page, 'the dialog that confirms a deletion')
      await dialog.getByRole('button', { name: 'Delete it' }).click()
      await expect(page.getByText('“Wrong take” is deleted.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Describe Wrong take' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Take back Lighthouse sweep' })).toBeVisible()
    })

    await test.step('staff publish the clip, and buyers find it', async () => {
      expect(await listClips(buyer, 'q=zephyrine')).toEqual([])
      await adminPage.goto('/admin/catalog?state=in_review')
      await row().first().click()
      await waitForHydration(adminPage)
      await adminPage.getByRole('button', { name: 'Publish' }).click()
      await expect(adminPage.getByText('1 clip is published.')).toBeVisible()
      // A job updates the search index.
      const clipLink = buyer.locator('article').getByRole('link').first()
      await expect(async () => {
        await buyer.goto('/clips?q=zephyrine')
        await expect(clipLink).toBeVisible({ timeout: 3_000 })
      }).toPass({ timeout: CHECK_TIMEOUT_MS })
      await clipLink.click()
      await expect(buyer.getByRole('heading', { level: 1, name: 'Lighthouse sweep' })).toBeVisible()
    })
  })
  rmSync(folder, { recursive: true, force: true })
})
