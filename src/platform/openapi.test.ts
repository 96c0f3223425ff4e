/** The API's description: whole, and valid by a validator that is not ours. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'

type Operation = {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string | 200, { description: string; content?: Record<string, { schema?: object }> }>
}
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> }

let shop: TestApp
let description: Description
beforeAll(async () => {
  shop = await openTestApp()
  description = (await (await shop.visitor().send('/api/openapi.json', { method: 'GET' })).json()) as Description
})
afterAll(() => shop.close())

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )

test('it is valid OpenAPI 3.1', async () => {
  expect(description.openapi).toMatch(/^3\.1\./)
  expect(await new Validator().validate(structuredClone(description))).toMatchObject({ valid: true })
})

test('it describes every endpoint: what it does, what it answers, how it refuses', () => {
  expect(operations().length).toBeGreaterThan(40)
  for (const { name, operation } of operations()) {
    expect(operation.summary, name).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(operation.tags?.[0], name).toMatch(/./)
    const { 200: good, default: refusal } = operation.responses
    const [type, { schema } = {}] = Object.entries(good?.content ?? {})[0] ?? []
    expect(type, name).toMatch(/^(application\/(json|pdf|zip|x-pem-file|octet-stream)|text\/(csv|calendar))$/)
    if (type === 'application/json') expect(schema, name).toHaveProperty('properties.data')
    expect(refusal?.content?.['application/json']?.schema, name).toEqual({ $ref: '#/components/schemas/Failure' })
  }
})

test('it describes every parameter of a path', () => {
  for (const { name, path, operation } of operations()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    const described = (operation.parameters ?? []).filter(parameter => parameter.in === 'path')
    expect(described.map(parameter => parameter.name).toSorted(), name).toEqual(named.toSorted())
    for (const parameter of described)
      expect(parameter, name).toMatchObject({ required: true, schema: expect.anything() })
  }
})

test('pages, files and health are no part of it', () => {
  expect(Object.keys(description.paths).filter(path => !path.startsWith('/api/'))).toEqual([])
})
