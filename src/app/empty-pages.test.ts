/** What pages show when there is nothing to list: the not-found page, and the lists of a shop that is being set up. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import type { ApiFeature } from './api.ts'
import { pages } from './pages.ts'

let shop: TestApp
beforeAll(async () => {
  const servePages: ApiFeature = (app, deps) => void app.register(pages, deps)
  shop = await openTestApp({}, { probes: [servePages] })
})
afterAll(() => shop.close())

const read = async (visitor: Visitor, path: string) => (await visitor.send(path, { method: 'GET' })).text()
const readMain = async (visitor: Visitor, path: string) =>
  /<main[^]*<\/main>/.exec(await read(visitor, path))?.[0] ?? ''

test('lists of the catalog without entries lead visitors to the clips and editors to where entries are added', async () => {
  const { visitor: editor } = await seedStaff(shop)
  for (const [path, title, add] of [
    ['/category', 'No categories yet', '/admin/categories'],
    ['/collections', 'No collections yet', '/admin/collections'],
    ['/filmmakers', 'No filmmakers yet', '/admin/ingest'],
    ['/stock-footage', 'No popular searches yet', '/admin/ingest'],
  ] as const) {
    const main = await readMain(shop.visitor(), path)
    expect(main, path).toContain(title)
    expect(main, path).toContain('href="/clips"')
    expect(main, path).not.toContain('/admin/')
    expect(await readMain(editor, path), path).toContain(`href="${add}"`)
  }
  expect(await read(shop.visitor(), '/category')).not.toContain('by subject: .')
})

test('an empty cart has no order summary', async () => {
  const main = await readMain(shop.visitor(), '/cart')
  expect(main).toContain('Your cart is empty.')
  expect(main).not.toContain('Order summary')
  expect(main).not.toContain('$0.00')
})

test('the not-found page shows the company’s clip, a popular one while it isn’t published, and none without clips', async () => {
  const readNotFound = () => readMain(shop.visitor(), '/nowhere')
  expect(await readNotFound()).toContain('Media offline')
  expect(await readNotFound()).not.toContain('href="/clips/')

  const [draft = 0, quiet = 0] = await saveTestClips(shop, [
    { name: 'Draft of a pier', draft: true },
    { name: 'Quiet harbor', popularity: 1 },
    { name: 'Windy harbor', popularity: 5 },
  ])
  // Results of a search are cached for a moment.
  shop.clock.advance(60_000)
  expect(await readNotFound()).toContain('Windy harbor')
  await changeSettings(shop, 'look', { not_found_clip_id: quiet })
  expect(await readNotFound()).toContain('Quiet harbor')
  await changeSettings(shop, 'look', { not_found_clip_id: draft })
  expect(await readNotFound()).toContain('Windy harbor')
})
