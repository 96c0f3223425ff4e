/** The published descriptions of the API: one for customers, one for staff. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aStaff } from '../../testing/builders/staff.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type Document = { openapi: string; paths: Record<string, Record<string, { summary?: string }>> }

const read = async (visitor: Visitor, path: string) => {
  const answer = await visitor.send(path, { method: 'GET' })
  return (await answer.json()) as Document
}

test('anybody reads what customers may call, and learns of no endpoint for staff', async () => {
  const document = await read(shop.visitor(), '/api/openapi.json')
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/auth': { get: { summary: expect.any(String) } } },
  })
  expect(JSON.stringify(document)).not.toMatch(/\/api\/admin|x-who|x-masquerade/)
})

test('staff read what they may call, apart', async () => {
  const { visitor } = await aStaff(shop)
  const { paths } = await read(visitor, '/api/admin/openapi.json')
  expect(paths).toMatchObject({ '/api/admin/people': { get: { summary: expect.any(String) } } })
  expect(Object.keys(paths).filter(path => !path.startsWith('/api/admin/'))).toEqual([])
  const whole = Object.keys((shop.app.swagger() as { paths?: object }).paths ?? {})
  const published = [...Object.keys(paths), ...Object.keys((await read(visitor, '/api/openapi.json')).paths)]
  expect(published.toSorted()).toEqual(whole.toSorted())
})
