/** The table of search filters. A new filter needs a row here and one in `facetsOf` (search-index.server.ts). */
import { tiers, formats } from '#licensing/terms.ts'
import { toSlug } from '#platform/slug.ts'

import { formatSpan, isRateInSpan, parseSpan, isInSpan, type RangeScale, type Span } from './ranges.ts'
import {
  alphaTraits,
  licenseTraits,
  loopTraits,
  orientationTraits,
  peopleTraits,
  releaseTraits,
  resolutionTraits,
  soundTraits,
  type Trait,
} from './traits.ts'
import { colorNames } from './visual/color-names.ts'

export type RangeFilter = RangeScale & {
  unit: string
  /** Before a number. */
  prefix?: string
  /** Returns whether a clip’s number is in the requested span. */
  covers: (number: number, span: Span) => boolean
  /** Common ranges, offered as buttons. */
  presets: readonly Trait[]
}

type FilterDefinition = {
  label: string
  /** The fixed values, in display order. Without them, the values come from the catalog, the most frequent first. */
  traits?: readonly Trait[]
  /** Set when the values are spans of numbers. */
  range?: RangeFilter
  /** The filter is offered only where a clip of the results has a value. */
  optional?: true
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** In the order of the filter panel. */
const filterDefinitions = {
  category: { label: 'Category' },
  subcategory: { label: 'Subcategory' },
  look: { label: 'Camera look' },
  motion: { label: 'Motion' },
  time: { label: 'Time of day' },
  color: { label: 'Color', traits: Object.keys(colorNames).map(value => ({ value, label: capitalize(value) })) },
  people: { label: 'People', traits: peopleTraits },
  location: { label: 'Location' },
  orientation: { label: 'Orientation', traits: orientationTraits },
  resolution: { label: 'Resolution', traits: resolutionTraits },
  duration: {
    label: 'Duration',
    range: {
      unit: 'seconds',
      // One day.
      max: 86_400,
      digits: 0,
      covers: isInSpan,
      presets: [
        { value: '-5', label: 'Up to 5 seconds' },
        { value: '6-10', label: '6 to 10 seconds' },
        { value: '11-20', label: '11 to 20 seconds' },
        { value: '21-60', label: '21 to 60 seconds' },
        { value: '61-', label: 'Over a minute' },
      ],
    },
  },
  fps: {
    label: 'Frame rate',
    range: {
      unit: 'fps',
      max: 100_000,
      digits: 3,
      covers: isRateInSpan,
      presets: [
        { value: '24', label: '24 fps' },
        { value: '25', label: '25 fps' },
        { value: '30', label: '30 fps' },
        { value: '48-60', label: '48 to 60 fps' },
        { value: '61-', label: 'Over 60 fps' },
      ],
    },
  },
  sound: { label: 'Sound', traits: soundTraits, optional: true },
  alpha: { label: 'Alpha channel', traits: alphaTraits, optional: true },
  loop: { label: 'Loop', traits: loopTraits, optional: true },
  camera: { label: 'Camera' },
  lens: { label: 'Lens' },
  price: {
    label: 'Price',
    range: {
      unit: 'dollars',
      prefix: '$',
      max: 100_000,
      digits: 0,
      covers: isInSpan,
      presets: [
        { value: '-100', label: 'Up to $100' },
        { value: '101-200', label: '$101 to $200' },
        { value: '201-500', label: '$201 to $500' },
        { value: '501-', label: 'Over $500' },
      ],
    },
  },
  tier: { label: 'Tier', traits: tiers.map(value => ({ value, label: capitalize(value) })) },
  format: { label: 'Format', traits: formats.map(({ name }) => ({ value: toSlug(name), label: name })) },
  release: { label: 'Release', traits: releaseTraits },
  license: { label: 'License', traits: licenseTraits, optional: true },
  keyword: { label: 'Keyword' },
  collection: { label: 'Collection' },
  filmmaker: { label: 'Filmmaker' },
} as const satisfies Record<string, FilterDefinition>

export type FilterName = keyof typeof filterDefinitions

/** Filters by their name in URLs. */
export const filterTable: Readonly<Record<FilterName, FilterDefinition>> = filterDefinitions
export const filterNames = Object.keys(filterDefinitions) as FilterName[]
export const rangeNames = filterNames.filter(name => filterTable[name].range !== undefined)

const SLUG_PATTERN = /^[a-z0-9]{1,100}(-[a-z0-9]{1,100}){0,30}$/

/** Returns the canonical form of a filter value, undefined if it is invalid. */
export const normalizeFilterValue = (name: FilterName, text: string): string | undefined => {
  const { traits, range } = filterTable[name]
  const value = text.trim().toLowerCase()
  if (range) {
    const span = parseSpan(value, range)
    return span && formatSpan(span, range)
  }
  if (traits) return traits.some(trait => trait.value === value) ? value : undefined
  return SLUG_PATTERN.test(value) ? value : undefined
}

/** Returns the numbers that a range covers: `duration`, `5-7`, [4, 5, 6, 7, 8] → 5, 6, 7. */
export const numbersInRange = (name: FilterName, value: string, numbers: readonly string[]): string[] => {
  const { range } = filterTable[name]
  const span = range && parseSpan(value, range)
  return span ? numbers.filter(number => range.covers(Number(number), span)) : []
}

const describeSpan = ({ from, to }: Span, { max, unit, prefix }: RangeFilter): string => {
  const format = (number: number) => (prefix ? prefix + number.toLocaleString('en-US') : String(number))
  const suffix = prefix ? '' : ` ${from === to && from === 1 ? unit.replace(/s$/, '') : unit}`
  if (from === to) return `${format(from)}${suffix}`
  if (to === max) return `${format(from)}${suffix} or more`
  return from === 0 ? `Up to ${format(to)}${suffix}` : `${format(from)} to ${format(to)}${suffix}`
}

/** Returns a value’s label as far as the value itself has one: "6 to 10 seconds", "Golden hour". */
export const filterValueLabel = (name: FilterName, value: string): string => {
  const { traits, range } = filterTable[name]
  const option = (traits ?? range?.presets)?.find(trait => trait.value === value)
  if (option) return option.label
  const span = range && parseSpan(value, range)
  return span ? describeSpan(span, range) : capitalize(value.replaceAll('-', ' '))
}

/** Returns the label of a selected value: "Night", "Not Night", "With people". */
export const selectedValueLabel = (name: FilterName, value: string, label: string, exclude: boolean): string =>
  exclude ? (filterTable[name].traits?.find(trait => trait.value === value)?.without ?? `Not ${label}`) : label
