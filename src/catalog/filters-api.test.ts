/** Every filter against a plain reading of the same clips: in, out, together, and what the facets count. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveWishes, type ClipWish } from '../../testing/builders/catalog.ts'
import { listClips, listFacetValues, type Facets } from './contract.ts'
import { coveredBy, filterNames, filterTable, type FilterName } from './filter-table.ts'
import { colorNames, type ColorName } from './looks/color-names.ts'
import { publishClips } from './save.server.ts'

type Made = Required<
  Pick<
    ClipWish,
    | 'category'
    | 'subcategory'
    | 'camera_look'
    | 'motion'
    | 'time_of_day'
    | 'people_count'
    | 'location_type'
    | 'duration_ms'
    | 'fps'
    | 'releases'
    | 'formats'
    | 'keywords'
    | 'filmmaker'
    | 'shoot'
  >
> & { size: readonly [number, number]; color: ColorName; number: number }

const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
const palette: ColorName[] = ['red', 'blue', 'gray']

/** Steps without a common divisor, so that no two filters go together. */
const made: Made[] = Array.from({ length: 72 }, (_, number) => ({
  number,
  category: at(['Oceans', 'Skies & Weather'], number),
  subcategory: at(['Open water', 'Storms', 'Aurora'], number),
  camera_look: at(['handheld', 'aerial', 'locked-off', 'n/a'], number),
  motion: at(['realtime', 'slow-motion', ''], number >> 1),
  time_of_day: at(['day', 'golden hour', 'night'], number >> 2),
  people_count: at([0, 1, 4, 30], number >> 1),
  location_type: at(['sea', 'street'], number >> 3),
  size: at(
    [
      [854, 480],
      [1920, 804],
      [1080, 1920],
      [4096, 2160],
      [1000, 1000],
    ] as const,
    number,
  ),
  duration_ms: at([4_000, 6_400, 6_600, 12_000, 90_000], number >> 1),
  fps: at([24_000 / 1_001, 24, 25, 60_000 / 1_001, 120], number),
  releases: at([[], ['not-needed'], ['model', 'property'], ['editorial']] as Made['releases'][], number >> 2),
  formats: at([[3], [1, 2, 3], [3, 4]], number >> 1),
  keywords: at([['Golden Hour', 'tide'], ['tide'], ['café', 'cafe', '海']], number),
  color: at(palette, number >> 1),
  filmmaker: at(['Ada Reyes', 'Bo Lind'], number >> 4),
  shoot: `Shoot of ${at(['Ada Reyes', 'Bo Lind'], number >> 4)}`,
}))

const slug = (text: string) => text.toLowerCase().replaceAll(' & ', ' and ').replaceAll(' ', '-')
const present = (...values: string[]) => values.filter(value => value !== '' && value !== 'n/a').map(slug)

/** What a clip has in each filter, said without the code under test. */
const valuesOf: Record<FilterName, (clip: Made) => string[]> = {
  category: clip => present(clip.category, clip.subcategory),
  subcategory: clip => present(clip.subcategory),
  look: clip => present(clip.camera_look),
  motion: clip => present(clip.motion),
  time: clip => present(clip.time_of_day),
  color: clip => [clip.color],
  people: clip => [{ 0: 'none', 1: 'one', 4: 'few', 30: 'crowd' }[clip.people_count] ?? ''],
  location: clip => present(clip.location_type),
  orientation: ({ size: [width] }) =>
    ({
      854: ['horizontal'],
      1920: ['horizontal', 'scope'],
      1080: ['vertical'],
      4096: ['horizontal'],
      1000: ['square'],
    })[width] ?? [],
  resolution: ({ size: [width] }) => [{ 854: 'sd', 1920: 'hd', 1080: 'hd', 4096: '4k', 1000: 'sd' }[width] ?? ''],
  duration: clip => [{ 4_000: '4', 6_400: '6', 6_600: '7', 12_000: '12', 90_000: '90' }[clip.duration_ms] ?? ''],
  fps: clip => [at(['23.976', '24', '25', '59.94', '120'], clip.number)],
  format: clip => clip.formats.map(id => ({ 1: 'raw', 2: 'highest-res', 3: 'hd', 4: 'log' })[id] ?? ''),
  release: clip => clip.releases,
  // A guest holds nothing; what members hold is asked for in orders/licensed-filter.test.ts.
  license: () => [],
  keyword: clip => at([['golden-hour', 'tide'], ['tide'], ['cafe']], clip.number),
  collection: clip => present(clip.shoot),
  filmmaker: clip => present(clip.filmmaker),
}

const has = (clip: Made, name: FilterName, asked: string): boolean => {
  const own = valuesOf[name](clip)
  return filterTable[name].range ? coveredBy(name, asked, own).length > 0 : own.includes(asked)
}

/** Every value of every filter, and spans of the ranges. */
const values = (name: FilterName): string[] => [
  ...new Set(made.flatMap(valuesOf[name])),
  ...(filterTable[name].range?.presets.map(preset => preset.value) ?? []),
  ...(filterTable[name].personal ? (filterTable[name].traits?.map(trait => trait.value) ?? []) : []),
  ...(name === 'duration' ? ['5-10', '7-', '-6', '200-300'] : []),
  ...(name === 'fps' ? ['24-30', '48-'] : []),
]

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  const ids = await saveWishes(
    shop,
    made.map(({ size: [width, height], color, number, ...wish }) => ({
      ...wish,
      name: `Clip ${number}`,
      width,
      height,
      descriptors: { palette: [{ hex: colorNames[color], weight: 1 }] },
      draft: true,
    })),
  )
  await shop.db.transaction().execute(trx => publishClips(trx, ids, shop.clock.now()))
})
afterAll(() => shop.close())

const find = (query: Record<string, string>) => shop.visitor().call(listClips, { query: { per_page: '1', ...query } })
const total = async (query: Record<string, string>) => (await find(query)).meta.pagination.total

test.each(filterNames)('%s asks for each of its values, and leaves it out', async name => {
  for (const value of values(name)) {
    const expected = made.filter(clip => has(clip, name, value)).length
    expect([value, await total({ [name]: value })]).toEqual([value, expected])
    expect([value, await total({ [`no-${name}`]: value })]).toEqual([value, made.length - expected])
  }
})

const choice = fc
  .constantFrom(...filterNames)
  .chain(name => fc.record({ name: fc.constant(name), value: fc.constantFrom(...values(name)), exclude: fc.boolean() }))

test('any filters together find what a plain reading finds, and facets count it, each without its own inclusions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(choice, { minLength: 1, maxLength: 4 }), async choices => {
      const of = (exclude: boolean, name: FilterName) =>
        choices.filter(one => one.exclude === exclude && one.name === name).map(one => one.value)
      const fits = (clip: Made, except?: FilterName) =>
        filterNames.every(name => {
          const wanted = of(false, name)
          return (
            (wanted.length === 0 || name === except || wanted.some(value => has(clip, name, value))) &&
            !of(true, name).some(value => has(clip, name, value))
          )
        })
      const query = Object.fromEntries(
        filterNames.flatMap(name => [
          [name, of(false, name).join(',')],
          [`no-${name}`, of(true, name).join(',')],
        ]),
      )
      const { meta } = await find(query)
      expect(meta.pagination.total).toBe(made.filter(clip => fits(clip)).length)
      for (const name of filterNames) {
        // A shoot is asked for as a collection, and a subcategory as a category, but they are not counted there.
        if (name === 'collection' || name === 'category') continue
        const shown = (meta.facets as Facets)[name].filter(one => one.count > 0)
        const clips = made.filter(clip => fits(clip, name))
        for (const { value, count } of shown)
          expect([name, value, count]).toEqual([
            name,
            value,
            clips.filter(clip => valuesOf[name](clip).includes(value)).length,
          ])
        expect(new Set(shown.map(one => one.value))).toEqual(new Set(clips.flatMap(valuesOf[name])))
      }
    }),
    { numRuns: 60 },
  )
})

test('a chosen value is among the facets although nothing has it', async () => {
  const { meta } = await find({ look: 'aerial', people: 'crowd', duration: '200-300' })
  expect(meta.pagination.total).toBe(0)
  expect(meta.facets?.look).toContainEqual({ value: 'aerial', label: 'Aerial', count: 0 })
})

test('values are found by the beginning of a word in their names, counted in the search that is asked', async () => {
  const { data } = await shop.visitor().call(listFacetValues, { params: { name: 'keyword' }, query: { find: 'HOUR' } })
  expect(data).toEqual([{ value: 'golden-hour', label: 'Golden hour', count: 24 }])
  const accent = await shop.visitor().call(listFacetValues, {
    params: { name: 'keyword' },
    query: { find: 'cafe', category: 'oceans', keyword: 'tide' },
  })
  expect(accent.data).toEqual([{ value: 'cafe', label: 'Café', count: 12 }])
  const nothing = await shop.visitor().call(listFacetValues, { params: { name: 'look' }, query: { find: '海' } })
  expect(nothing.data).toEqual([])
})

test.each([
  ['duration', 'long', /takes seconds like 5-10/],
  ['fps', '-', /takes frames a second/],
  ['people', 'many', /takes names/],
  ['no-color', 'mauve', /takes names/],
])('%s=%s is refused with a sentence', async (field, value, text) => {
  await expect(find({ [field]: value })).rejects.toMatchObject({
    status: 422,
    errors: { [`${field}.0`]: [expect.stringMatching(text)] },
  })
})

test.each([
  ['a filter twice', 'look=a&look=b', 422],
  ['unknown filters', 'nonsense=1&no-nonsense=2', 200],
  ['ends the wrong way round', 'duration=9-1', 200],
  ['ten thousand letters', `q=${'x'.repeat(10_000)}`, 422],
  ['ten thousand values', `look=${'a,'.repeat(10_000)}`, 422],
  ['no page', 'page=-1', 422],
  ['a far page', 'page=99999&look=aerial', 200],
  ['control characters', 'q=%00%07', 200],
  ['numbers of another kind', 'fps=1e9-', 422],
  ['an asked and unasked value', 'look=aerial&no-look=aerial', 200],
])('%s: a clean answer', async (_, query, status) => {
  expect((await shop.visitor().send(`/api/clips?${query}`, { method: 'GET' })).status).toBe(status)
})
