/** Arbitraries of valid and invalid input for endpoints, from their JSON schemas. */
import fc from 'fast-check'

export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

const nest = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

const hostileTexts = [
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
const hostileValues = [
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
  nest(2_000),
]

/** Values that commonly break services, or arbitrary JSON. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileTexts, ...hostileValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
)

/** Hostile text that fits into a URL. */
export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts.filter(text => text.length < 5_000)),
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

/** Mostly small numbers, which are ids of what exists. */
const numbersFor = ({ minimum = 0, maximum = 1e9 }: JsonSchema) => {
  const min = Math.ceil(Math.max(minimum, 0))
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min, max: Math.max(min, Math.floor(Math.min(maximum, min + 6))) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  )
}

const stringsFor = ({ pattern, format, minLength = 0, maxLength = 80 }: JsonSchema) => {
  if (format === 'email') return fc.emailAddress()
  if (pattern && !/\(\?|\\p/.test(pattern)) {
    const regexp = new RegExp(pattern)
    const edges = ['0', '1', '999999999'].filter(text => regexp.test(text))
    const matching = fc.stringMatching(regexp, { size: 'small' })
    return edges.length > 0 ? fc.oneof(matching, fc.constantFrom(...edges)) : matching
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 80)) })
}

const objectsFor = ({ properties = {}, required = [] }: JsonSchema) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validFor(schema)])), {
    requiredKeys: required,
  })

/** Values that match a schema, with few exceptions. */
export const validFor = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validFor))
  const kinds = [schema.type ?? 'any'].flat().map((type): fc.Arbitrary<unknown> => {
    if (type === 'string') return stringsFor(schema)
    if (type === 'integer' || type === 'number') return numbersFor(schema)
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'array')
      return fc.array(validFor(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      })
    return type === 'object' ? objectsFor(schema) : fc.jsonValue()
  })
  return fc.oneof(...kinds)
}

type ValueSlot = { in: Record<string, unknown>; key: string }

const slotsIn = (value: unknown): ValueSlot[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => [
        { in: value as Record<string, unknown>, key },
        ...slotsIn(inner),
      ])
    : []

/** Valid values in which one part, the whole, or an extra property is replaced by a hostile value. */
export const corruptedFor = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.tuple(validFor(schema), hostile, fc.nat()).map(([value, poison, n]) => {
    const slots = slotsIn(value)
    const slot = slots[n % (slots.length + 2)]
    if (slot) slot.in[slot.key] = poison
    else if (n % (slots.length + 2) === slots.length) return poison
    else if (value !== null && typeof value === 'object') (value as Record<string, unknown>)['unknown'] = poison
    return value
  })
