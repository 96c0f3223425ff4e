import fc from 'fast-check'
import { expect, test } from 'vitest'

import { filterNames, rangeNames, filterTable, normalizeFilterValue, type FilterName } from '#catalog/filter-table.ts'
import {
  browsePath,
  filterStateOf,
  listSelectedFilters,
  emptyBrowseQuery,
  formatBrowseQuery,
  parseBrowseQuery,
  sorts,
  setFilterState,
  type BrowseQuery,
  type Filters,
} from '#catalog/filters.ts'

const slug = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,6})?$/)

/** Any valid value of a filter. */
const valueOf = (name: FilterName): fc.Arbitrary<string> => {
  const { traits, range } = filterTable[name]
  if (traits) return fc.constantFrom(...traits.map(trait => trait.value))
  if (!range) return slug
  const end = fc.integer({ min: 0, max: 200 }).map(n => (range.digits > 0 ? n / 8 : n))
  return fc
    .tuple(end, end, fc.constantFrom('-', 'from', 'to', 'one'))
    .map(([a, b, kind]) =>
      kind === 'from' ? `${a}-` : kind === 'to' ? `-${a}` : kind === 'one' ? `${a}` : `${a}-${b}`,
    )
    .filter(text => normalizeFilterValue(name, text) !== undefined)
    .map(text => normalizeFilterValue(name, text) ?? '')
}

const filterValue = fc.constantFrom(...filterNames).chain(name => valueOf(name).map(text => [name, text] as const))

const browse: fc.Arbitrary<BrowseQuery> = fc
  .record({
    q: fc
      .string({ unit: 'grapheme', maxLength: 500 })
      .map(text =>
        text
          .toWellFormed()
          .replaceAll(/\p{Cc}/gu, '')
          .trim(),
      )
      .filter(text => text.length <= 500),
    exact: fc.boolean(),
    sort: fc.constantFrom(...sorts),
    page: fc.integer({ min: 1, max: 100_000 }),
    values: fc.uniqueArray(fc.tuple(filterValue, fc.boolean()), {
      selector: ([[name, text]]) => `${name} ${text}`,
      maxLength: 12,
    }),
  })
  .map(({ values, ...fields }) => {
    const pick = (included: boolean): Filters =>
      Object.fromEntries(
        filterNames
          .map(name => [name, values.filter(v => v[0][0] === name && v[1] === included).map(v => v[0][1])] as const)
          .filter(([, list]) => list.length > 0),
      )
    return { ...fields, exact: fields.exact && fields.q !== '', include: pick(true), exclude: pick(false) }
  })

test('a search formatted as a URL parses back to the same search', () => {
  fc.assert(
    fc.property(browse, search => {
      expect(parseBrowseQuery(formatBrowseQuery(search))).toEqual(search)
    }),
  )
})

test('any URL parses, and formatting the result is stable', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.dictionary(
        fc.constantFrom('q', 'page', 'sort', 'nonsense', ...filterNames, ...filterNames.map(n => `no-${n}`)),
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(filterValue.map(([, text]) => text)).map(parts => parts.join(',')),
          fc.constantFrom(
            'a'.repeat(10_000),
            '🎬'.repeat(199),
            `${'x'.repeat(199)}🎬`,
            '1'.repeat(400),
            '5-1',
            '--',
            '0-',
            '\u0007\n',
          ),
        ),
      ),
      (noise, fields) => {
        for (const params of [new URLSearchParams(noise), new URLSearchParams(fields)]) {
          const parsed = parseBrowseQuery(params)
          expect(parseBrowseQuery(formatBrowseQuery(parsed))).toEqual(parsed)
        }
      },
    ),
  )
})

test('URLs stay short and readable', () => {
  expect(browsePath(emptyBrowseQuery)).toBe('/clips')
  expect(
    browsePath(
      parseBrowseQuery(new URLSearchParams('page=1&sort=relevance&no-look=aerial&category=oceans,skies&q=low+sun')),
    ),
  ).toBe('/clips?q=low+sun&category=oceans,skies&no-look=aerial')
})

test('a value both included and excluded is excluded', () => {
  const { include, exclude } = parseBrowseQuery(new URLSearchParams('look=aerial,macro&no-look=aerial'))
  expect({ include, exclude }).toEqual({ include: { look: ['macro'] }, exclude: { look: ['aerial'] } })
})

test('a value can be included, excluded and reset, back on the first page', () => {
  fc.assert(
    fc.property(browse, filterValue, (start, [name, text]) => {
      fc.pre(filterStateOf(start, name, text) === undefined)
      const once = setFilterState(start, name, text, 'include')
      const twice = setFilterState(once, name, text, 'exclude')
      expect(filterStateOf(once, name, text)).toBe('include')
      expect(filterStateOf(twice, name, text)).toBe('exclude')
      expect(setFilterState(twice, name, text, undefined)).toEqual({ ...start, page: 1 })
      expect(listSelectedFilters(once)).toHaveLength(listSelectedFilters(start).length + 1)
    }),
  )
})

test('a repeated filter merges its values, and invalid values are dropped', () => {
  const read = (text: string) => parseBrowseQuery(new URLSearchParams(text))
  expect(read('look=aerial&look=macro&unknown=1&people=lots,one').include).toEqual({
    look: ['aerial', 'macro'],
    people: ['one'],
  })
  expect(read(`q=${'x'.repeat(10_000)}&page=999999999&page=2`)).toEqual({ ...emptyBrowseQuery, q: 'x'.repeat(500) })
  expect(read('q=low%00sun%07%0A').q).toBe('low sun')
})

test.each([
  ['duration', '5-10', '5-10'],
  ['duration', '10-5', '5-10'],
  ['duration', '7-7', '7'],
  ['duration', '07', '7'],
  ['duration', '-10', '-10'],
  ['duration', '0-10', '-10'],
  ['duration', '20-', '20-'],
  ['duration', '20-999999', '20-'],
  ['fps', '23.976', '23.976'],
  ['fps', '23.97602-30.0', '23.976-30'],
  ['duration', '0-', undefined],
  ['duration', '-', undefined],
  ['duration', '', undefined],
  ['duration', '1e3', undefined],
  ['duration', '--5', undefined],
  ['duration', 'five', undefined],
] as const)('the %s %s is written %s', (name, text, written) => {
  expect(normalizeFilterValue(name, text)).toBe(written)
})

test('a normalized range normalizes to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rangeNames), fc.string(), (name, text) => {
      const written = normalizeFilterValue(name, text)
      if (written !== undefined) expect(normalizeFilterValue(name, written)).toBe(written)
    }),
  )
})
