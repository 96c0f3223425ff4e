/** Both OpenAPI documents of a running shop, with ids that exist beside those that Schemathesis makes up. */
import type { Db } from '../../src/platform/database.server.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Description = { paths: Record<string, Record<string, Json>> }

export type Documents = { customers: Description; staff: Description }

const METHODS = new Set(['get', 'post', 'put', 'delete'])

/** Enough for the rows of a demo. */
const FIRST_IDS = Array.from({ length: 40 }, (_, index) => index + 1)

/** What exists, by the pattern that a document gives for it. */
const existing = async (db: Db): Promise<Record<string, string[]>> => {
  const orders = await db.selectFrom('orders').select('universal_invoice_number as number').limit(40).execute()
  const quotes = await db.selectFrom('quotes').select('number').limit(40).execute()
  const categories = await db.selectFrom('categories').select('slug').limit(40).execute()
  return {
    '^\\d{1,9}$': FIRST_IDS.map(String),
    '^LT-\\d{4}-\\d{6,9}$': orders.flatMap(({ number }) => number ?? []),
    '^Q-\\d{4}-\\d{6,9}$': quotes.map(({ number }) => number),
    '^[a-z0-9-]{1,100}$': categories.map(({ slug }) => slug),
  }
}

/** Python's expressions have none: with such a pattern Schemathesis leaves the whole operation out. */
const UNICODE_CLASS = /\\p\{/i

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withExisting = (value: Json, known: Record<string, string[]>, name = ''): Json => {
  if (Array.isArray(value)) return value.map(part => withExisting(part, known))
  if (!isObject(value)) return value
  const ids =
    typeof value['pattern'] === 'string'
      ? known[value['pattern']]
      : value['type'] === 'integer' && /(?:^|_)id$/.test(name)
        ? FIRST_IDS
        : undefined
  if (ids && ids.length > 0) return { anyOf: [value, { enum: ids }] }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'pattern' && typeof part === 'string' && UNICODE_CLASS.test(part)))
      .map(([key, part]) => [key, withExisting(part, known, key)]),
  )
}

/** `cookie` is that of a member of the staff who may read both. Throws when a document can't be read. */
export const documentsOf = async (shop: string, cookie: string, db: Db): Promise<Documents> => {
  const known = await existing(db)
  const read = async (address: string) => {
    const answer = await fetch(`${shop}${address}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`)
    return withExisting((await answer.json()) as Description, known) as Description
  }
  return { customers: await read('/api/openapi.json'), staff: await read('/api/admin/openapi.json') }
}

export type Operation = { method: string; path: string; matches: RegExp }

/** The operations of a document. A path without parameters comes before one that would match it, too. */
export const operationsOf = ({ paths }: Description): Operation[] =>
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
