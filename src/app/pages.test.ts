/** Pages as a browser gets them: who is signed in, in which language a search is read, and what maintenance closes. */
import { afterEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { seedMember } from '../../testing/builders/orders.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import type { ApiFeature } from './api.ts'
import { pages } from './pages.ts'

let shop: TestApp
const open = async (env: Record<string, string>) => {
  const servePages: ApiFeature = (app, deps) => void app.register(pages, deps)
  shop = await openTestApp(env, { probes: [servePages] })
}
afterEach(() => shop.close())

test.each(['http://shop.example', 'https://shop.example'])('at %s a member opens their own pages', async origin => {
  await open({ PUBLIC_URL: origin })
  const { visitor } = await seedMember(shop)
  const headers = { accept: 'text/html' }
  const page = await visitor.send('/workspace/overview', { method: 'GET', headers })
  expect([page.status, page.headers.get('location')]).toEqual([200, null])
  const guestPage = await shop.visitor().send('/workspace/overview', { method: 'GET', headers })
  expect([guestPage.status, guestPage.headers.get('location')]).toEqual([302, '/login?next=%2Fworkspace%2Foverview'])
})

test('with MAINTENANCE=1 every page is the maintenance page', async () => {
  await open({ MAINTENANCE: '1' })
  for (const path of ['/', '/clips', '/workspace/overview', '/nothing-here']) {
    const page = await shop.visitor().send(path, { method: 'GET' })
    expect([page.status, page.headers.get('retry-after')], path).toEqual([503, '600'])
    expect(await page.text()).toContain('<h1>Changing the reel.</h1>')
  }
})

test('a search is read in the language of the browser', async () => {
  await open({})
  await saveTestClips(shop, [{ name: 'Campfire at night', keywords: ['fire'] }])
  const search = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await shop.visitor().send('/clips?q=feu', { method: 'GET', headers })).text()
  }
  // A cached page of one language isn't sent to another.
  expect(await search('en-US')).not.toContain('Campfire at night')
  expect(await search('fr-CA,fr;q=0.9')).toContain('Campfire at night')
  expect(await search('en-US')).not.toContain('Campfire at night')
})
