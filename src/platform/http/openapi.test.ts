/** Tests for the published API descriptions: one for customers, one for staff. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type OpenApiDocument = { openapi: string; paths: Record<string, Record<string, { summary?: string }>> }

const read = async (visitor: Visitor, path: string) => {
  const response = await visitor.send(path, { method: 'GET' })
  return (await response.json()) as OpenApiDocument
}

test('the public description lists customer endpoints and no staff endpoints', async () => {
  const document = await read(shop.visitor(), '/api/openapi.json')
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/auth': { get: { summary: expect.any(String) } } },
  })
  expect(JSON.stringify(document)).not.toMatch(/\/api\/admin|x-access|x-masquerade/)
})

test('staff have their own description, and both together are complete', async () => {
  const { visitor } = await seedStaff(shop)
  const { paths } = await read(visitor, '/api/admin/openapi.json')
  expect(paths).toMatchObject({ '/api/admin/people': { get: { summary: expect.any(String) } } })
  expect(Object.keys(paths).filter(path => !path.startsWith('/api/admin/'))).toEqual([])
  const allPaths = Object.keys((shop.app.swagger() as { paths?: object }).paths ?? {})
  const published = [...Object.keys(paths), ...Object.keys((await read(visitor, '/api/openapi.json')).paths)]
  expect(published.toSorted()).toEqual(allPaths.toSorted())
})
