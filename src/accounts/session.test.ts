import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { getSession } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('a guest has no session', async () => {
  expect(await shop.visitor().call(getSession, {})).toEqual({ data: null, meta: {} })
})

test('the description of the API is served', async () => {
  const answer = await shop.visitor().send('/api/openapi.json', { method: 'GET' })
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/auth': { get: { summary: expect.any(String) } } },
  })
})
