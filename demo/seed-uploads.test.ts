/** The demo's filmmaker has a clip in each state that needs action, and the editors have one to review. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '../src/accounts/contract.ts'
import { listUploads } from '../src/ingest/uploads/contract.ts'
import { getDraft } from '../src/ingest/uploads/drafts-contract.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { artist, PUBLISHED_PASSWORD } from './people.ts'
import { seedUploads } from './seed-uploads.ts'
import { seedDemo } from './seed.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await seedDemo(shop, PUBLISHED_PASSWORD)
  await seedUploads(shop)
})
afterAll(() => shop.close())

test('seeds one clip to describe, one in review and one that was sent back, each with pictures, and only once', async () => {
  await seedUploads(shop)
  const { call } = shop.visitor()
  await call(login, { body: { login: artist.email, password: PUBLISHED_PASSWORD } })
  const { data } = await call(listUploads, { query: {} })
  expect(data.map(({ state }) => state)).toEqual(['needs_details', 'in_review', 'declined'])
  expect(data.every(({ is_own, clip }) => is_own && (clip?.thumbs.length ?? 0) > 0)).toBe(true)
  const sentBack = data[2]
  expect(sentBack?.reason).toContain('time-lapse')
  const { data: draft } = await call(getDraft, { params: { id: String(sentBack?.clip?.id) } })
  expect(draft).toMatchObject({
    state: 'declined',
    words: { motion: 'realtime', category_id: expect.any(Number) as number },
  })
})
