/** The published API documents, as tools read them: a linter, and a generated client. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { groupApiCalls } from '#site/api-calls.tsx'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedMember, seedClip } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'

const CLIENT_FOLDER = path.resolve('testing/api-client')

type Client = {
  saveFirstClip: (
    fetch: (request: Request) => Promise<Response>,
    words: string,
  ) => Promise<{ clip: { id: number; name: string }; board: { name: string; clip_count: number } }>
  findInputErrors: (fetch: (request: Request) => Promise<Response>) => Promise<Record<string, string[]> | undefined>
}
type ApiDocument = { paths: Record<string, Record<string, { summary: string }>> }

let shop: TestApp
let staff: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  ;({ visitor: staff } = await seedStaff(shop))
})
afterAll(() => shop.close())

const readDocument = async (url: string) => (await staff.send(url, { method: 'GET' })).text()

test.each(['/api/openapi.json', '/api/admin/openapi.json'])(
  'the linter’s recommended rules find nothing in %s',
  async url => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: await readDocument(url), absoluteRef: `${url}`, config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  },
)

test.each(['/api/openapi.json', '/api/admin/openapi.json'])('the summaries of %s are imperative', async url => {
  const { paths } = JSON.parse(await readDocument(url)) as ApiDocument
  const summaries = Object.values(paths).flatMap(operations => Object.values(operations).map(({ summary }) => summary))
  expect(summaries.length).toBeGreaterThan(100)
  const isImperative = (summary: string) => !/^(The|An?|One|This|Whether|What|How|Every|All|\w+[^s]s)\b/.test(summary)
  expect(summaries.filter(summary => !isImperative(summary))).toEqual([])
})

test('the documentation begins with search, has every endpoint in a group, and names its parameters', async () => {
  const document: unknown = JSON.parse(await readDocument('/api/openapi.json'))
  const groups = groupApiCalls(document)
  expect(groups.map(({ name }) => name).slice(0, 3)).toEqual(['clips', 'searches', 'categories'])
  expect(groups[0]?.calls[0]).toMatchObject({ method: 'GET', path: '/api/clips' })
  const calls = groups.flatMap(group => group.calls)
  const operations = Object.values((document as ApiDocument).paths).flatMap(path => Object.keys(path))
  expect(calls).toHaveLength(operations.length)
  const parametersOf = (path: string) => calls.find(call => call.path === path)?.parameters
  expect(parametersOf('/api/checkout/braintree')).toContain('Idempotency-Key')
  expect(parametersOf('/api/v2/cart/items')).toContain('Idempotency-Key?')
  expect(calls.flatMap(({ parameters }) => parameters)).not.toContain('undefined?')
})

test('a client generated from the public document compiles and works', async () => {
  const generator = pathToFileURL(path.join(CLIENT_FOLDER, 'generate.ts')).href
  const { generateTypes } = (await import(generator)) as { generateTypes: (document: string) => Promise<string> }
  writeFileSync(path.join(CLIENT_FOLDER, 'schema.d.ts'), await generateTypes(await readDocument('/api/openapi.json')))
  const compilation = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', CLIENT_FOLDER], {
    encoding: 'utf8',
  })
  expect(compilation.stdout).toBe('')

  const client = (await import(pathToFileURL(path.join(CLIENT_FOLDER, 'client.ts')).href)) as Client
  const { visitor } = await seedMember(shop)
  const { id, name } = await seedClip(shop, 'Slow tide at dusk')
  const send = async (request: Request) =>
    visitor.send(new URL(request.url).pathname + new URL(request.url).search, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(request.method !== 'GET' && { body: await request.text() }),
    })
  expect(await client.saveFirstClip(send, 'slow tide')).toMatchObject({
    clip: { id, name },
    board: { name, clip_count: 1 },
  })
  expect(await client.findInputErrors(send)).toEqual({ name: [expect.any(String)] })
})
