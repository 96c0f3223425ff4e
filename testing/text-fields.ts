/** The fields of the API that take free text, and which of them a test filled with markup. */
import type { FastifyInstance } from 'fastify'

import type { ApiFeature } from '../src/app/api.ts'

type TextSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, TextSchema>
  items?: TextSchema
  anyOf?: TextSchema[]
  oneOf?: TextSchema[]
  not?: unknown
}
type TextOperation = {
  /** Shared ones, such as the Idempotency-Key, are references. */
  parameters?: ({ name: string; schema: TextSchema } | { $ref: string })[]
  requestBody?: { content: { 'application/json'?: { schema: TextSchema } } }
}

let serial = 0

/** A digit and two of base 36: enough for all tests of a worker, and never the name of a character reference. */
const formatSerial = (number: number) =>
  `${Math.floor(number / 1_296)}${(number % 1_296).toString(36).padStart(2, '0')}`

/** Starts like a formula, leaves a script and an attribute, and opens an element. Unique, and 20 characters long, the maximum of a postal code. */
export const createMarkup = (): string => `=</script><b>"'&${formatSerial((serial += 1))};`

const MARKUP_PATTERN = /=<\/script><b>"'&\d[\da-z]{2};/g
export const findMarkup = (text: string): string[] => text.match(MARKUP_PATTERN) ?? []

/** Whether the schema's own rules accept markup, in an address if not alone. */
const acceptsMarkup = ({ type, enum: options, const: constant, format, pattern, not }: TextSchema): boolean => {
  const takesText = type === undefined ? not === undefined : [type].flat().includes('string')
  if (!takesText || options || constant !== undefined || format) return false
  const regexp = new RegExp(pattern ?? '', 'u')
  return ['', 'studio.example/'].some(start => regexp.test(`${start}${createMarkup()}`))
}

const listSchemaFields = (schema: TextSchema, path: string): string[] => {
  const { properties = {}, items, anyOf, oneOf } = schema
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])]
  if (alternatives.length > 0) return alternatives.flatMap(alternative => listSchemaFields(alternative, path))
  return [
    ...(acceptsMarkup(schema) ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) => listSchemaFields(field, path ? `${path}.${name}` : name)),
    ...(items ? listSchemaFields(items, `${path}[]`) : []),
  ]
}

/** Names such as `POST /api/wishlists name`, of all endpoints that change something. */
export const listTextFields = (app: FastifyInstance): string[] => {
  const { paths } = app.swagger() as unknown as { paths: Record<string, Record<string, TextOperation>> }
  const fields = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => method !== 'get')
      .flatMap(([method, { parameters = [], requestBody }]) => {
        const body = requestBody?.content['application/json']?.schema
        return [
          ...parameters.flatMap(part => ('schema' in part ? listSchemaFields(part.schema, part.name) : [])),
          ...(body ? listSchemaFields(body, '') : []),
        ].map(field => `${method.toUpperCase()} ${path} ${field}`)
      }),
  )
  return [...new Set(fields)]
}

const listFilledFields = (value: unknown, path: string): (readonly [string, string])[] => {
  if (typeof value === 'string') return findMarkup(value.replaceAll('""', '"')).map(text => [path, text] as const)
  if (Array.isArray(value)) return value.flatMap(item => listFilledFields(item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => listFilledFields(field, path ? `${path}.${name}` : name))
}

/** Notes which markup successful requests sent in which fields. */
export const createFillRecorder = () => {
  const filled: { field: string; text: string }[] = []
  const bodies = new WeakMap<object, unknown>()
  const record: ApiFeature = app => {
    // Before validation, because it cleans the body.
    app.addHook('preValidation', async request => {
      bodies.set(request, structuredClone(request.body))
    })
    app.addHook('onSend', async (request, reply) => {
      if (reply.statusCode >= 400) return
      const path = (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
      for (const [field, text] of listFilledFields(bodies.get(request), ''))
        filled.push({ field: `${request.method} ${path} ${field}`, text })
    })
  }
  return { filled, record }
}
