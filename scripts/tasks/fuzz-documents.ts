/** Both OpenAPI documents of a running shop, extended with ids that exist, because Schemathesis invents ids. */
import type { Db } from '../../src/platform/db/database.server.ts'
import { DOCUMENT_NUMBER } from '../../src/platform/document-numbers.ts'

type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }
type OpenApiDocument = { paths: Record<string, Record<string, JsonValue>> }

export type OpenApiDocuments = { customers: OpenApiDocument; staff: OpenApiDocument }

const METHODS = new Set(['get', 'post', 'put', 'delete'])

/** Covers the rows of a demo. */
const FIRST_IDS = Array.from({ length: 40 }, (_, index) => index + 1)

/** Returns existing ids by the pattern that the documents use for them. */
const loadExistingIds = async (db: Db): Promise<Record<string, string[]>> => {
  const orders = await db.selectFrom('orders').select('universal_invoice_number as number').limit(40).execute()
  const quotes = await db.selectFrom('quotes').select('number').limit(40).execute()
  const categories = await db.selectFrom('categories').select('slug').limit(40).execute()
  return {
    '^\\d{1,9}$': FIRST_IDS.map(String),
    [DOCUMENT_NUMBER.source]: [...orders, ...quotes].flatMap(({ number }) => number ?? []),
    '^[a-z0-9-]{1,100}$': categories.map(({ slug }) => slug),
  }
}

/** Python has no Unicode classes: Schemathesis skips an operation with such a pattern. */
const UNICODE_CLASS = /\\p\{/i

const isObject = (value: JsonValue): value is { [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const addExistingIds = (value: JsonValue, existingIds: Record<string, string[]>, name = ''): JsonValue => {
  if (Array.isArray(value)) return value.map(part => addExistingIds(part, existingIds))
  if (!isObject(value)) return value
  const ids =
    typeof value['pattern'] === 'string'
      ? existingIds[value['pattern']]
      : value['type'] === 'integer' && /(?:^|_)id$/.test(name)
        ? FIRST_IDS
        : undefined
  if (ids && ids.length > 0) return { anyOf: [value, { enum: ids }] }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'pattern' && typeof part === 'string' && UNICODE_CLASS.test(part)))
      .map(([key, part]) => [key, addExistingIds(part, existingIds, key)]),
  )
}

/** `cookie`: of a staff member who may read both documents. Throws when one can't be read. */
export const loadDocuments = async (shop: string, cookie: string, db: Db): Promise<OpenApiDocuments> => {
  const existingIds = await loadExistingIds(db)
  const read = async (address: string) => {
    const response = await fetch(`${shop}${address}`, { headers: { cookie } })
    if (!response.ok) throw new Error(`${address} returned ${response.status}.`)
    return addExistingIds((await response.json()) as OpenApiDocument, existingIds) as OpenApiDocument
  }
  return { customers: await read('/api/openapi.json'), staff: await read('/api/admin/openapi.json') }
}

export type ApiOperation = { method: string; path: string; matches: RegExp }

/** Lists the operations of a document. Paths without parameters come first, because others match them, too. */
export const listOperations = ({ paths }: OpenApiDocument): ApiOperation[] =>
  Object.entries(paths)
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter(method => METHODS.has(method))
        .map(method => ({
          method: method.toUpperCase(),
          path,
          matches: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`),
        })),
    )
