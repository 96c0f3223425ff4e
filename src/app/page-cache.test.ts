/** The page cache serves guests only. */
import { expect, test } from 'vitest'

import { testClock } from '#platform/clock.ts'

import { createPageCache, type RenderedPage } from './page-cache.server.ts'

const PAGE_URL = 'https://longtake.test/clips?q=ocean'

const openCache = (headers: Record<string, string> = {}) => {
  const clock = testClock()
  let revision = ''
  const cache = createPageCache(clock, () => revision)
  let renderCount = 0
  let visitors = 0
  const visit = async (cookie = '', url = PAGE_URL, method = 'GET') => {
    const nonce = `nonce${(visitors += 1)}`
    const request = new Request(url, { method, ...(cookie && { headers: { cookie } }) })
    const render = async ({ signal }: Request): Promise<RenderedPage> => {
      renderCount += 1
      const page = Buffer.from(
        `<script nonce="${nonce}">“${renderCount}” \u{1F30A}${signal.aborted ? ' broken off' : ''}`,
      )
      return { status: 200, headers: new Headers(headers), page, nonce }
    }
    const rendered = await cache(request, nonce, render)
    return { nonce, pageNonce: rendered.nonce, page: rendered.page.toString() }
  }
  return { clock, visit, renders: () => renderCount, changeSettings: () => (revision += '.') }
}

test('guests within two seconds share one rendering, each with their own nonce', async () => {
  const { clock, visit, renders } = openCache()
  const pages = await Promise.all(Array.from({ length: 20 }, () => visit('device_id=abc; registration_referral=you')))
  clock.advance(1_999)
  pages.push(await visit())
  expect(renders()).toBe(1)
  expect(new Set(pages.map(({ pageNonce }) => pageNonce)).size).toBe(21)
  for (const { nonce, pageNonce, page } of pages) {
    expect(pageNonce).toBe(nonce)
    expect(page).toBe(`<script nonce="${nonce}">“1” \u{1F30A}`)
  }
  clock.advance(1)
  expect((await visit()).page).toContain('“2”')
})

test('a change of the settings is on the next page', async () => {
  const { visit, renders, changeSettings } = openCache()
  await visit()
  changeSettings()
  await visit()
  expect(renders()).toBe(2)
})

test.each(['session=a', 'cart_hash=b', 'theme=dark; invite=c', 'whatever=d'])(
  'a visitor with %s gets their own page',
  async cookie => {
    const { visit, renders } = openCache()
    await visit()
    await visit(cookie)
    await visit(cookie)
    await visit()
    expect(renders()).toBe(3)
  },
)

test.each(['/account/notification-preferences/TOKEN', '/reset-password/TOKEN?x=1', '/board/tide/3?key=TOKEN'])(
  'a visitor with the link %s always gets the current page',
  async path => {
    const { visit, renders } = openCache()
    const url = `https://longtake.test${path.replace('TOKEN', 'Aa-_0'.repeat(9).slice(0, 43))}`
    await visit('', url)
    await visit('', url)
    expect(renders()).toBe(2)
  },
)

test('another theme, URL, host or method is another page', async () => {
  const { visit, renders } = openCache()
  await visit()
  await visit('theme=dark')
  await visit('theme=light')
  await visit('', `${PAGE_URL}&page=2`)
  await visit('', PAGE_URL.replace('longtake', 'elsewhere'))
  await visit('', PAGE_URL, 'POST')
  expect(renders()).toBe(6)
})

test('a page that sets a cookie is not shared', async () => {
  const { visit } = openCache({ 'set-cookie': 'cart_hash=mine' })
  const [first, second] = [await visit(), await visit()]
  expect(first.page).not.toBe(second.page.replace(second.nonce, first.nonce))
})

test('an aborted first request does not break the page for the others', async () => {
  const cache = createPageCache(testClock(), () => '')
  const controller = new AbortController()
  const render = async ({ signal }: Request): Promise<RenderedPage> => {
    controller.abort()
    return {
      status: 200,
      headers: new Headers(),
      page: Buffer.from(signal.aborted ? 'broken off' : 'whole'),
      nonce: 'a',
    }
  }
  const rendered = await cache(new Request(PAGE_URL, { signal: controller.signal }), 'a', render)
  expect(rendered.page.toString()).toBe('whole')
})

test('a failed rendering is retried by the next request', async () => {
  const cache = createPageCache(testClock(), () => '')
  const createRequest = () => new Request(PAGE_URL)
  await expect(cache(createRequest(), 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const rendered = await cache(createRequest(), 'a', async () => ({
    status: 200,
    headers: new Headers(),
    page: Buffer.from('whole'),
    nonce: 'a',
  }))
  expect(rendered.page.toString()).toBe('whole')
})
