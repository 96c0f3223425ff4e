/** Checks every filter against a plain reading of the same clips: included, excluded, combined, and counted in facets. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listClips, listFacetValues, type Facets } from '#catalog/contract.ts'
import { numbersInRange, filterNames, filterTable, type FilterName } from '#catalog/filter-table.ts'
import { publishClips } from '#catalog/save-catalog.server.ts'
import { colorNames, type ColorName } from '#catalog/visual/color-names.ts'
import { priceOf } from '#licensing/price.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import type { Prices } from '#licensing/prices.ts'
import { endClientSizes } from '#licensing/terms.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips, type TestClipInput } from '../../testing/builders/catalog.ts'

type FilterClip = Required<
  Pick<
    TestClipInput,
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
    | 'tier'
    | 'camera'
    | 'lens'
    | 'loopable'
    | 'sound'
    | 'pixel_format'
    | 'keywords'
    | 'filmmaker'
    | 'shoot'
  >
> & { size: readonly [number, number]; color: ColorName; number: number }

const pickCyclic = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
const palette: ColorName[] = ['red', 'blue', 'gray']

/** The strides have no common divisor, so that no two filters correlate. */
const clips: FilterClip[] = Array.from({ length: 72 }, (_, number) => ({
  number,
  category: pickCyclic(['Oceans', 'Skies & Weather'], number),
  subcategory: pickCyclic(['Open water', 'Storms', 'Aurora'], number),
  camera_look: pickCyclic(['handheld', 'aerial', 'locked-off', 'n/a'], number),
  motion: pickCyclic(['realtime', 'slow-motion', ''], number >> 1),
  time_of_day: pickCyclic(['day', 'golden hour', 'night'], number >> 2),
  people_count: pickCyclic([0, 1, 4, 30], number >> 1),
  location_type: pickCyclic(['sea', 'street'], number >> 3),
  size: pickCyclic(
    [
      [854, 480],
      [1920, 804],
      [1080, 1920],
      [4096, 2160],
      [1000, 1000],
    ] as const,
    number,
  ),
  duration_ms: pickCyclic([4_000, 6_400, 6_600, 12_000, 90_000], number >> 1),
  fps: pickCyclic([24_000 / 1_001, 24, 25, 60_000 / 1_001, 120], number),
  releases: pickCyclic(
    [[], ['not-needed'], ['model', 'property'], ['editorial']] as FilterClip['releases'][],
    number >> 2,
  ),
  formats: pickCyclic([[3], [1, 2, 3], [2, 4]], number >> 1),
  tier: pickCyclic(['standard', 'premium', 'signature'] as const, number >> 3),
  camera: pickCyclic(['', 'ARRI Alexa Mini LF', 'RED Komodo'], number >> 2),
  lens: pickCyclic(['Cooke S4 32mm', ''], number),
  loopable: number % 5 === 0,
  sound: number % 7 === 0,
  pixel_format: pickCyclic(['yuv420p', 'yuva444p12le', 'yuv422p10le'], number >> 1),
  keywords: pickCyclic([['Golden Hour', 'tide'], ['tide'], ['café', 'cafe', '海']], number),
  color: pickCyclic(palette, number >> 1),
  filmmaker: pickCyclic(['Ada Reyes', 'Bo Lind'], number >> 4),
  shoot: `Shoot of ${pickCyclic(['Ada Reyes', 'Bo Lind'], number >> 4)}`,
}))

const slug = (text: string) => text.toLowerCase().replaceAll(' & ', ' and ').replaceAll(' ', '-')
const present = (...values: string[]) => values.filter(value => value !== '' && value !== 'n/a').map(slug)

let prices: Prices
/** The lowest of all prices of a clip in cents. */
const lowestPrice = ({ tier, formats }: FilterClip) =>
  Math.min(
    ...Object.keys(prices.distributions).flatMap(id =>
      endClientSizes.flatMap(size =>
        formats.map(
          format_id =>
            priceOf(
              {
                choice: { org_type: 'commercial', end_client_size: size.id, distribution_ids: [Number(id)] },
                tier,
                format_id,
              },
              prices,
            ).cents,
        ),
      ),
    ),
  )

/** The values of a clip in each filter, computed without the code under test. */
const valuesOf: Record<FilterName, (clip: FilterClip) => string[]> = {
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
  fps: clip => [pickCyclic(['23.976', '24', '25', '59.94', '120'], clip.number)],
  sound: clip => (clip.sound ? ['yes'] : []),
  alpha: clip => (clip.pixel_format.startsWith('yuva') ? ['yes'] : []),
  loop: clip => (clip.loopable ? ['yes'] : []),
  camera: clip => present(clip.camera),
  lens: clip => present(clip.lens),
  price: clip => [String(lowestPrice(clip) / 100)],
  tier: clip => [clip.tier],
  format: clip => clip.formats.map(id => ({ 1: 'raw', 2: 'highest-res', 3: 'hd', 4: 'log' })[id] ?? ''),
  release: clip => clip.releases,
  // A guest holds no licenses; licenses/licensed-filter.test.ts covers members.
  license: () => [],
  keyword: clip => pickCyclic([['golden-hour', 'tide'], ['tide'], ['cafe']], clip.number),
  collection: clip => present(clip.shoot),
  filmmaker: clip => present(clip.filmmaker),
}

const matches = (clip: FilterClip, name: FilterName, value: string): boolean => {
  const clipValues = valuesOf[name](clip)
  return filterTable[name].range ? numbersInRange(name, value, clipValues).length > 0 : clipValues.includes(value)
}

/** Every value of every filter, and some spans of the ranges. */
const filterValues = (name: FilterName): string[] => [
  ...new Set(clips.flatMap(valuesOf[name])),
  ...(filterTable[name].range?.presets.map(preset => preset.value) ?? []),
  ...(filterTable[name].optional ? (filterTable[name].traits?.map(trait => trait.value) ?? []) : []),
  ...(name === 'duration' ? ['5-10', '7-', '-6', '200-300'] : []),
  ...(name === 'fps' ? ['24-30', '48-'] : []),
  ...(name === 'price' ? ['40-120', '90-'] : []),
]

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  prices = (await getCurrentPrices(shop.db, shop.clock.now())).prices
  const ids = await saveTestClips(
    shop,
    clips.map(({ size: [width, height], color, number, ...fields }) => ({
      ...fields,
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

test.each(filterNames)('%s includes and excludes by each of its values', async name => {
  for (const value of filterValues(name)) {
    const expected = clips.filter(clip => matches(clip, name, value)).length
    expect([value, await total({ [name]: value })]).toEqual([value, expected])
    expect([value, await total({ [`no-${name}`]: value })]).toEqual([value, clips.length - expected])
  }
})

const choice = fc
  .constantFrom(...filterNames)
  .chain(name =>
    fc.record({ name: fc.constant(name), value: fc.constantFrom(...filterValues(name)), exclude: fc.boolean() }),
  )

test('combined filters match a plain reading, and facets count each filter without its own inclusions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(choice, { minLength: 1, maxLength: 4 }), async choices => {
      const selectedValues = (exclude: boolean, name: FilterName) =>
        choices
          .filter(selection => selection.exclude === exclude && selection.name === name)
          .map(selection => selection.value)
      const fits = (clip: FilterClip, except?: FilterName) =>
        filterNames.every(name => {
          const included = selectedValues(false, name)
          return (
            (included.length === 0 || name === except || included.some(value => matches(clip, name, value))) &&
            !selectedValues(true, name).some(value => matches(clip, name, value))
          )
        })
      const query = Object.fromEntries(
        filterNames.flatMap(name => [
          [name, selectedValues(false, name).join(',')],
          [`no-${name}`, selectedValues(true, name).join(',')],
        ]),
      )
      const { meta } = await find(query)
      expect(meta.pagination.total).toBe(clips.filter(clip => fits(clip)).length)
      for (const name of filterNames) {
        // Shoots are searched as collections and subcategories as categories, but facets do not count them there.
        if (name === 'collection' || name === 'category') continue
        const counted = (meta.facets as Facets)[name].filter(facet => facet.count > 0)
        const matching = clips.filter(clip => fits(clip, name))
        for (const { value, count } of counted)
          expect([name, value, count]).toEqual([
            name,
            value,
            matching.filter(clip => valuesOf[name](clip).includes(value)).length,
          ])
        expect(new Set(counted.map(facet => facet.value))).toEqual(new Set(matching.flatMap(valuesOf[name])))
      }
    }),
    { numRuns: 60 },
  )
})

test('a selected value is in the facets even if no clip has it', async () => {
  const { meta } = await find({ look: 'aerial', people: 'crowd', duration: '200-300' })
  expect(meta.pagination.total).toBe(0)
  expect(meta.facets?.look).toContainEqual({ value: 'aerial', label: 'Aerial', count: 0 })
})

test('values are found by the beginning of a word in their labels, with counts of the current search', async () => {
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
])('%s=%s is refused with a message', async (field, value, text) => {
  await expect(find({ [field]: value })).rejects.toMatchObject({
    status: 422,
    errors: { [`${field}.0`]: [expect.stringMatching(text)] },
  })
})

test.each([
  ['a filter twice', 'look=a&look=b', 422],
  ['unknown filters', 'nonsense=1&no-nonsense=2', 200],
  ['a reversed range', 'duration=9-1', 200],
  ['ten thousand letters', `q=${'x'.repeat(10_000)}`, 200],
  ['ten thousand values', `look=${'a,'.repeat(10_000)}`, 422],
  ['no page', 'page=-1', 422],
  ['a far page', 'page=99999&look=aerial', 200],
  ['control characters', 'q=%00%07', 200],
  ['numbers of another kind', 'fps=1e9-', 422],
  ['a value both included and excluded', 'look=aerial&no-look=aerial', 200],
])('%s: the API responds with the expected status', async (_, query, status) => {
  expect((await shop.visitor().send(`/api/clips?${query}`, { method: 'GET' })).status).toBe(status)
})
