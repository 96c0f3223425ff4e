/** A day of our people: footage comes in, is decided about, curated, quoted, sold and partly taken back; the log has all of it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { needPrograms } from '../src/media/ffmpeg.server.ts'
import { makeFilm } from './film.ts'
import { demoShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'
import { goToRoom } from './rooms.ts'
import { settleCharge } from './sandbox.ts'
import { alive, askShop, clipsOf, password, proofOf, register, saveBilling } from './shop.ts'

// What is not there says so, long before the story's time is over.
test.use({ actionTimeout: 30_000 })

/** A slow machine reads two seconds of film in a minute. */
const checked_ms = 180_000

type Order = { lines: { name: string }[]; attempts: { transaction_id: string }[] }
type Quote = { number: string; cart: { fingerprint: string } }

/** The buyer's part: the quote is paid as its page pays it, with the card that the gateway publishes for tests. */
const accept = async (buyer: Page, number: string): Promise<string> => {
  const { cart } = await askShop<Quote>(buyer, 'GET', `/workspace/quotes/${number}`)
  const paid = await askShop<{ invoice_number: string }>(
    buyer,
    'POST',
    `/v2/checkout/${number}`,
    {
      nonce: 'fake-valid-nonce',
      payment_type: 'card',
      payment_method_id: null,
      remember_payment_method: false,
      seen: cart.fingerprint,
      'g-recaptcha-response': await proofOf(buyer, 'checkout_form'),
    },
    { 'idempotency-key': randomUUID() },
  )
  return paid.invoice_number
}

test('staff day: ingest, review, curate, quote, refund, and the log of it', async ({ browser }) => {
  test.setTimeout(own_shop_story_ms + checked_ms)
  const programs = needPrograms()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-day-'))
  const film = makeFilm(folder, programs.ffmpeg, 'harbor_crane.mp4')
  const env = { FFMPEG_PATH: programs.ffmpeg, FFPROBE_PATH: programs.ffprobe }
  await inOwnShop(demoShop(), env, async (baseURL, sandbox) => {
    const open = async () => (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const [desk, buyer] = [await open(), await open()]
    const { id, email } = await register(buyer)
    await saveBilling(buyer, id)
    await askShop(desk, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
    await askShop(desk, 'POST', '/user/feature-banner/dismiss')
    const [known] = await clipsOf(desk)
    if (!known) throw new Error('The demo has clips.')

    let clip = ''
    await test.step('footage of a filmmaker is sent in the room Ingest', async () => {
      await desk.goto('/admin/ingest')
      await alive(desk)
      await desk.getByLabel('Filmmaker').selectOption({ label: 'Sirocco Reel' })
      await desk.getByLabel('Shoot').fill('Night shift')
      await desk.getByLabel('Choose masters').setInputFiles(film)
      const line = desk.getByRole('link', { name: 'Harbor crane', exact: true })
      await expect(line).toBeVisible({ timeout: checked_ms })
      await line.click()
      await expect(desk.getByRole('heading', { level: 1, name: 'Harbor crane' })).toBeVisible()
      clip = /\/admin\/catalog\/(\d+)/.exec(desk.url())?.[1] ?? ''
    })

    await test.step('it is described, sent back with a reason, laid before us again and published', async () => {
      await alive(desk)
      await desk.getByLabel('Description', { exact: true }).fill('A crane lifts a container at night.')
      await desk.getByLabel('Keywords', { exact: true }).fill('harbor, crane, zephyrine')
      await desk.getByLabel('Camera look', { exact: true }).selectOption({ index: 1 })
      await desk.getByLabel('Motion', { exact: true }).selectOption({ index: 1 })
      await desk.getByLabel('Time of day', { exact: true }).selectOption({ index: 1 })
      await desk.getByRole('button', { name: 'Save words' }).click()
      await expect(desk.getByText('Saved. The search is up to date.')).toBeVisible()
      await desk.getByRole('button', { name: 'Put in review' }).click()
      await expect(desk.getByText('1 clip is in review.')).toBeVisible()
      await desk.getByRole('button', { name: 'Send back' }).click()
      const dialog = desk.getByRole('dialog', { name: 'Send back Harbor crane' })
      await dialog.getByRole('button', { name: 'Send back' }).click()
      await expect(dialog.getByText('Reason is required')).toBeVisible()
      await dialog.getByLabel('Reason').fill('The horizon leans')
      await dialog.getByRole('button', { name: 'Send back' }).click()
      await expect(dialog).toHaveCount(0)
      // The next clip in review opens: the demo's filmmaker has one.
      await expect(desk).not.toHaveURL(new RegExp(`/admin/catalog/${clip}`))
      await expect(desk.getByRole('button', { name: 'Publish' })).toBeVisible()
      await desk.goto(`/admin/catalog/${clip}`)
      await alive(desk)
      await expect(desk.getByText('The horizon leans').first()).toBeVisible()
      await desk.getByRole('button', { name: 'Put in review' }).click()
      await desk.getByRole('button', { name: 'Publish' }).click()
      await expect(desk.getByText('1 clip is published.')).toBeVisible()
    })

    const collection = 'Ports at night'
    await test.step('it is curated into a collection, which is published', async () => {
      await desk.goto('/admin/collections/new')
      await alive(desk)
      await desk.getByLabel('Name', { exact: true }).fill(collection)
      await desk.getByLabel('Description').fill('Work that never sleeps.')
      await desk.getByRole('button', { name: 'Make a draft' }).click()
      await expect(desk.getByRole('heading', { level: 1, name: collection })).toBeVisible()
      await desk.getByText('Paste numbers or addresses').click()
      await desk.getByLabel('Clips', { exact: true }).fill(`${clip}\n${known.id}`)
      await desk.getByRole('button', { name: 'Add them' }).click()
      const tiles = desk.getByRole('list', { name: `Clips of ${collection}` }).locator('[data-place]')
      await expect(tiles).toHaveCount(2)
      await desk.getByRole('button', { name: 'Publish' }).click()
      await desk.getByRole('link', { name: 'See it in the shop' }).click()
      await expect(desk.getByRole('heading', { level: 1, name: collection })).toBeVisible()
    })

    let number = ''
    await test.step('a buyer’s quote is built of both clips and sent', async () => {
      await desk.goto('/admin/quotes/new')
      await alive(desk)
      await desk.getByLabel('Workspace', { exact: true }).fill(email)
      await desk.getByRole('list', { name: 'Workspaces found' }).getByRole('button').first().click()
      await desk.getByLabel('Add clips').fill(`#${clip}\n#${known.id}`)
      await desk.getByLabel('Add clips').press('Enter')
      await expect(desk.getByLabel('Agreed price of Harbor crane')).toBeVisible()
      await desk.getByLabel('Agreed price of Harbor crane').fill('120')
      await desk.getByLabel(`Agreed price of ${known.name}`).fill('80.50')
      await expect(desk.getByText('$200.50')).toBeVisible()
      await desk.getByRole('button', { name: 'Send the quote' }).click()
      await expect(desk).toHaveURL(/\/admin\/quotes\/Q-\d{4}-\d{6}$/)
      number = /Q-\d{4}-\d{6}/.exec(desk.url())?.[0] ?? ''
    })

    let invoice = ''
    await test.step('the buyer accepts it', async () => {
      invoice = await accept(buyer, number)
      await desk.reload()
      await expect(desk.getByRole('article').getByText('Accepted')).toBeVisible()
    })

    await test.step('one of the clips is given back', async () => {
      await desk.goto(`/admin/orders?search=${encodeURIComponent(email)}`)
      await desk.getByRole('link', { name: invoice }).click()
      await expect(desk.getByRole('heading', { level: 1, name: invoice })).toBeVisible()
      await alive(desk)
      const { attempts } = await askShop<Order>(desk, 'GET', new URL(desk.url()).pathname)
      await settleCharge(attempts[0]?.transaction_id ?? '', sandbox)
      await desk.getByRole('button', { name: 'Refund' }).click()
      const dialog = desk.getByRole('dialog', { name: 'Refund' })
      await dialog.getByLabel('All that is left, 2 clips').uncheck()
      await dialog.getByLabel(known.name, { exact: false }).check()
      await dialog.getByLabel('Reason').fill('Cut from the film')
      await dialog.getByRole('button', { name: /^Give back \$/ }).click()
      await expect(dialog).toHaveCount(0)
      await expect(desk.getByText('Partly refunded').first()).toBeVisible()
    })

    await test.step('the log has the whole day, newest first', async () => {
      await desk.goto('/admin')
      await goToRoom(desk, 'Log', 'Site')
      await expect(desk.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible()
      await desk.getByLabel('Who').selectOption({ label: 'otto@longtake.example' })
      await expect(desk).toHaveURL(/staff=\d+/)
      const entries = desk.getByRole('list', { name: 'The log' }).getByRole('listitem')
      // The demo's own deeds are older.
      const day = [
        ['Order', 'Cut from the film'],
        [`Quote ${number}`, 'Made and sent'],
        ['Collection', 'Published'],
        ['Clip Harbor crane', 'Published'],
        ['Clip Harbor crane', 'Put in review'],
        ['Clip Harbor crane', 'The horizon leans'],
        ['Clip Harbor crane', 'Put in review'],
      ]
      const told = await entries.allTextContents()
      const places = day.map(words => told.findIndex(entry => words.every(word => entry.includes(word))))
      expect(places, told.join('\n')).not.toContain(-1)
      expect(told.filter(entry => entry.includes('Clip Harbor crane') && entry.includes('Put in review'))).toHaveLength(
        2,
      )
      const [refund = 0, quote = 0, collected = 0, published = 0] = places
      expect([refund, quote, collected, published]).toEqual(
        [refund, quote, collected, published].toSorted((a, b) => a - b),
      )
      await desk.getByLabel('Words').fill('The horizon leans')
      await desk.getByRole('button', { name: 'Show' }).click()
      await expect(entries).toHaveCount(1)
      await entries.getByRole('link', { name: 'Clip Harbor crane' }).click()
      await expect(desk.getByRole('heading', { level: 1, name: 'Harbor crane' })).toBeVisible()
    })
  })
  rmSync(folder, { recursive: true, force: true })
})
