/** Input for doors: from their own description, and past it. */
import fc from 'fast-check'

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

const deep = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202etxt.exe',
  'Ｆｕｌｌ',
  '🎬'.repeat(300),
  'x'.repeat(100_000),
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\\u0000',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'null',
  'NaN',
  '1e999',
  '-1',
  '0',
  '2147483648',
  '999999999',
  '"a" & (b | !c) <-> :*',
  'line\r\nbreak',
]
const others = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_991,
  [],
  {},
  [null],
  [[[]]],
  { constructor: { name: 'x' } },
  { toString: 1, valueOf: null, length: -1 },
  Array.from({ length: 2_000 }, (_, n) => n),
  deep(2_000),
]

/** One of what has broken shops before, or anything at all. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...texts, ...others) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
)

/** What an address can carry of it. */
export const hostileText = fc.oneof(
  fc.constantFrom(...texts.filter(text => text.length < 5_000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** Up to 200 characters that search parsers stumble over: runs of punctuation, quotes, dashes of any kind and half surrogates. */
export const punctuation = fc
  .array(
    fc.tuple(
      fc
        .array(
          fc.constantFrom(
            '-',
            '"',
            "'",
            ' ',
            ' or ',
            '(',
            ')',
            '!',
            '&',
            '|',
            ':*',
            '<->',
            '\\',
            '%',
            '—',
            '–',
            '\ud83d',
            'sea',
          ),
          {
            minLength: 1,
            maxLength: 4,
          },
        )
        .map(parts => parts.join('')),
      fc.constantFrom(1, 2, 40, 200),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(runs =>
    runs
      .map(([text, times]) => text.repeat(times))
      .join('')
      .slice(0, 200),
  )

const numbers = ({ minimum = 0, maximum = 1e9 }: Schema) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, 6) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  )

const strings = ({ pattern, format, minLength = 0, maxLength = 80 }: Schema) => {
  if (format === 'email') return fc.emailAddress()
  if (pattern && !/\(\?|\\p/.test(pattern)) {
    const shape = new RegExp(pattern)
    const edges = ['0', '1', '999999999'].filter(text => shape.test(text))
    const matching = fc.stringMatching(shape, { size: 'small' })
    return edges.length > 0 ? fc.oneof(matching, fc.constantFrom(...edges)) : matching
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 80)) })
}

const objects = ({ properties = {}, required = [] }: Schema) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema)])), {
    requiredKeys: required,
  })

/** Values that a description allows, mostly. */
export const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  const kinds = [schema.type ?? 'any'].flat().map((type): fc.Arbitrary<unknown> => {
    if (type === 'string') return strings(schema)
    if (type === 'integer' || type === 'number') return numbers(schema)
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'array')
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      })
    return type === 'object' ? objects(schema) : fc.jsonValue()
  })
  return fc.oneof(...kinds)
}

type Place = { in: Record<string, unknown>; key: string }

const placesIn = (value: unknown): Place[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => [
        { in: value as Record<string, unknown>, key },
        ...placesIn(inner),
      ])
    : []

/** What fits, with something hostile in the place of one part, or beside them, or of the whole. */
export const spoiled = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.tuple(fitting(schema), hostile, fc.nat()).map(([value, poison, n]) => {
    const places = placesIn(value)
    const place = places[n % (places.length + 2)]
    if (place) place.in[place.key] = poison
    else if (n % (places.length + 2) === places.length) return poison
    else if (value !== null && typeof value === 'object') (value as Record<string, unknown>)['unknown'] = poison
    return value
  })
