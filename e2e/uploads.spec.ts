/** A filmmaker's file becomes a clip that buyers find: sent, described, declined, corrected, published. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test, type Page, type Route } from '@playwright/test'

import { needPrograms } from '../src/media/ffmpeg.server.ts'
import { expectAccessible } from './accessible.ts'
import { makeFilm } from './film.ts'
import { demoShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'
import { alive, askShop, clipsOf, password } from './shop.ts'

/** A slow machine reads two seconds of film in a minute. */
const checked_ms = 180_000

const logIn = async (page: Page, login: string) => {
  await askShop(page, 'POST', '/auth/login', { login, password })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
}

test('a filmmaker uploads a film, staff publishes it, and it is found in the shop', async ({ browser }) => {
  test.setTimeout(own_shop_story_ms + checked_ms)
  const programs = needPrograms()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-film-'))
  const film = makeFilm(folder, programs.ffmpeg)
  const take = makeFilm(folder, programs.ffmpeg, 'wrong_take.mp4', 25)
  const env = { FFMPEG_PATH: programs.ffmpeg, FFPROBE_PATH: programs.ffprobe }
  await inOwnShop(demoShop(), env, async baseURL => {
    const open = async () => (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const [page, desk, buyer] = [await open(), await open(), await open()]
    await logIn(page, 'samira@siroccoreel.example')
    await logIn(desk, 'otto@longtake.example')

    await test.step('sends it, pauses, and goes on', async () => {
      await page.goto('/filmmaker')
      await page.getByRole('link', { name: 'Uploads' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible()
      await alive(page)
      // The first piece is held on its way: once until its file is gone, once until it is paused.
      const [lost, held] = [Promise.withResolvers<Route>(), Promise.withResolvers<Route>()]
      await page.route('**/pieces/0', held.resolve, { times: 1 })
      await page.route('**/pieces/0', lost.resolve, { times: 1 })
      await page.getByLabel('Shoot').fill('Southern lights')
      await page.getByLabel('Choose masters').setInputFiles(film)
      const piece = await lost.promise
      renameSync(film, `${film}.away`)
      await piece.abort()
      await expect(page.getByText('The file can no longer be read')).toBeVisible()
      renameSync(`${film}.away`, film)
      await page.getByLabel('Shoot').fill('Northern lights')
      await page.getByLabel('Choose masters').setInputFiles(film)
      await held.promise
      await expect(page.getByText(/Northern lights/)).toHaveCount(1)
      await page.getByRole('button', { name: 'Pause lighthouse_sweep.mp4' }).click()
      await expect(page.getByText(/^Paused, 0% of /)).toBeVisible()
      await expectAccessible(page, 'uploads')
      await page.getByRole('button', { name: 'Go on with lighthouse_sweep.mp4' }).click()
      await expect(page.getByRole('link', { name: 'Describe Lighthouse sweep' })).toBeVisible({ timeout: checked_ms })
    })

    await test.step('describes it, and hears what is missing', async () => {
      await page.getByRole('link', { name: 'Describe Lighthouse sweep' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse sweep' })).toBeVisible()
      await alive(page)
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

    const row = () => desk.getByRole('link', { name: /Lighthouse sweep/ })
    await test.step('the editors watch it and send it back', async () => {
      await desk.goto('/admin/ingest')
      await expectAccessible(desk, 'ingest')
      await row().first().click()
      await expect(desk.getByRole('region', { name: 'Player: Lighthouse sweep' })).toBeVisible()
      await alive(desk)
      await desk.getByRole('button', { name: 'Send back' }).click()
      const dialog = desk.getByRole('dialog', { name: 'Send back Lighthouse sweep' })
      await dialog.getByLabel('Reason').fill('Please name the place.')
      await dialog.getByRole('button', { name: 'Send back' }).click()
      await expect(desk.getByText('1 clip is sent back.')).toBeVisible()
    })

    await test.step('the filmmaker reads why, corrects it and submits again', async () => {
      await page.reload()
      await expect(page.getByText('Please name the place.')).toBeVisible()
      await alive(page)
      await page.getByLabel('Location').fill('Reykjanes')
      await page.getByLabel(/^I filmed this/).check()
      await page.getByRole('button', { name: 'Submit again' }).click()
      await expect(page.getByText('Our editors look at it. You get a mail')).toBeVisible()
    })

    await test.step('takes it back while nobody has decided, and submits it after all', async () => {
      await page.getByRole('button', { name: 'Take it back' }).click()
      await expect(page.getByText('“Lighthouse sweep” is yours again')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete this draft' })).toBeVisible()
      await page.getByLabel(/^I filmed this/).check()
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByText('Our editors look at it. You get a mail')).toBeVisible()
    })

    await test.step('deletes a draft of another take', async () => {
      await page.goto('/filmmaker/uploads')
      await alive(page)
      await page.getByLabel('Choose masters').setInputFiles(take)
      const remove = page.getByRole('button', { name: 'Delete Wrong take' })
      await expect(remove).toBeVisible({ timeout: checked_ms })
      await remove.click()
      const dialog = page.getByRole('dialog', { name: 'Delete “Wrong take”?' })
      await expectAccessible(page, 'the question before a draft is deleted')
      await dialog.getByRole('button', { name: 'Delete it' }).click()
      await expect(page.getByText('“Wrong take” is deleted.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Describe Wrong take' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Take back Lighthouse sweep' })).toBeVisible()
    })

    await test.step('it is published, and buyers find it', async () => {
      expect(await clipsOf(buyer, 'q=zephyrine')).toEqual([])
      await desk.goto('/admin/catalog?state=in_review')
      await row().first().click()
      await alive(desk)
      await desk.getByRole('button', { name: 'Publish' }).click()
      await expect(desk.getByText('1 clip is published.')).toBeVisible()
      // The search learns of it by a job.
      const found = buyer.locator('article').getByRole('link').first()
      await expect(async () => {
        await buyer.goto('/clips?q=zephyrine')
        await expect(found).toBeVisible({ timeout: 3_000 })
      }).toPass({ timeout: checked_ms })
      await found.click()
      await expect(buyer.getByRole('heading', { level: 1, name: 'Lighthouse sweep' })).toBeVisible()
    })
  })
  rmSync(folder, { recursive: true, force: true })
})
