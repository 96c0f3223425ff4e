import { expect, test } from 'vitest'

import { openTestApp } from '../../../testing/app.ts'
import { MAX_PAGES } from './rate-limits.server.ts'

test('an address gets 300 pages per minute; the API, files and other addresses are counted separately', async () => {
  const shop = await openTestApp(
    { RATE_LIMITS: '1' },
    {
      probes: [
        app => {
          app.get('/*', async () => 'a page')
          app.get('/robots-like.txt', async () => 'a file')
        },
      ],
    },
  )
  const statusOf = async (url: string, remoteAddress = '203.0.113.7') =>
    (await shop.app.inject({ url, remoteAddress })).statusCode
  const pages = await Promise.all(Array.from({ length: MAX_PAGES }, (_, n) => statusOf(`/clips?page=${n}`)))
  expect(new Set(pages)).toEqual(new Set([200]))
  expect(await statusOf('/')).toBe(429)
  expect(await statusOf('/', '203.0.113.8')).toBe(200)
  expect(await statusOf('/robots-like.txt')).toBe(200)
  expect(await statusOf('/api/geoip')).toBe(200)
  await shop.close()
})
