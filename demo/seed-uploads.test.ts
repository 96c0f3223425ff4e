/** The demo's filmmaker finds clips in each state that asks something of them, and our editors find the one that waits. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '../src/accounts/contract.ts'
import { listUploads } from '../src/uploads/contract.ts'
import { getDraft } from '../src/uploads/drafts-contract.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { artist, publishedPassword } from './people.ts'
import { seedUploads } from './seed-uploads.ts'
import { seedDemo } from './seed.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await seedDemo(shop, publishedPassword)
  await seedUploads(shop)
})
afterAll(() => shop.close())

test('one clip to describe, one with our editors and one that they sent back, each with its pictures; once', async () => {
  await seedUploads(shop)
  const { call } = shop.visitor()
  await call(login, { body: { login: artist.email, password: publishedPassword } })
  const { data } = await call(listUploads, { query: {} })
  expect(data.map(({ state }) => state)).toEqual(['needs_details', 'in_review', 'declined'])
  expect(data.every(({ is_own, clip }) => is_own && (clip?.thumbs.length ?? 0) > 0)).toBe(true)
  const sent_back = data[2]
  expect(sent_back?.reason).toContain('time-lapse')
  const { data: draft } = await call(getDraft, { params: { id: String(sent_back?.clip?.id) } })
  expect(draft).toMatchObject({
    state: 'declined',
    words: { motion: 'realtime', category_id: expect.any(Number) as number },
  })
})
