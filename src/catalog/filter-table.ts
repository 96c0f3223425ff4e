/** Every filter that a search can have. A new one begins with a line here, and one in `facetsOf` (index.server.ts). */
import { formats } from '#licensing/terms.ts'
import { slugOf } from '#platform/slug.ts'

import { colorNames } from './looks/color-names.ts'
import { printSpan, rateWithin, readSpan, within, type Scale, type Span } from './ranges.ts'
import {
  licenseTraits,
  orientationTraits,
  peopleTraits,
  releaseTraits,
  resolutionTraits,
  type Trait,
} from './traits.ts'

export type RangeKind = Scale & {
  unit: string
  /** Whether a clip's own number is in the span that was asked for. */
  covers: (number: number, span: Span) => boolean
  /** What most people ask for, one press away. */
  presets: readonly Trait[]
}

type Filter = {
  /** What it is called. */
  label: string
  /** All values that there are, in the order in which they are read; otherwise the catalog's own, the most frequent first. */
  traits?: readonly Trait[]
  /** Its values are spans of numbers. */
  range?: RangeKind
  /** What it says of a clip depends on who asks: offered only where there is something to say. */
  personal?: true
}

const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** In the order of the filter panel. */
const table = {
  category: { label: 'Category' },
  subcategory: { label: 'Subcategory' },
  look: { label: 'Camera look' },
  motion: { label: 'Motion' },
  time: { label: 'Time of day' },
  color: { label: 'Color', traits: Object.keys(colorNames).map(value => ({ value, label: sentence(value) })) },
  people: { label: 'People', traits: peopleTraits },
  location: { label: 'Location' },
  orientation: { label: 'Orientation', traits: orientationTraits },
  resolution: { label: 'Resolution', traits: resolutionTraits },
  duration: {
    label: 'Duration',
    range: {
      unit: 'seconds',
      // A day.
      most: 86_400,
      digits: 0,
      covers: within,
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
      most: 100_000,
      digits: 3,
      covers: rateWithin,
      presets: [
        { value: '24', label: '24 fps' },
        { value: '25', label: '25 fps' },
        { value: '30', label: '30 fps' },
        { value: '48-60', label: '48 to 60 fps' },
        { value: '61-', label: 'Over 60 fps' },
      ],
    },
  },
  format: { label: 'Format', traits: formats.map(({ name }) => ({ value: slugOf(name), label: name })) },
  release: { label: 'Release', traits: releaseTraits },
  license: { label: 'License', traits: licenseTraits, personal: true },
  keyword: { label: 'Keyword' },
  collection: { label: 'Collection' },
  filmmaker: { label: 'Filmmaker' },
} as const satisfies Record<string, Filter>

export type FilterName = keyof typeof table

/** Filters as they stand in addresses. */
export const filterTable: Readonly<Record<FilterName, Filter>> = table
export const filterNames = Object.keys(table) as FilterName[]
export const rangeNames = filterNames.filter(name => filterTable[name].range !== undefined)

const slugShape = /^[a-z0-9]{1,100}(-[a-z0-9]{1,100}){0,30}$/

/** The one way to write a value of a filter; undefined for what cannot be one. */
export const valueIn = (name: FilterName, text: string): string | undefined => {
  const { traits, range } = filterTable[name]
  const value = text.trim().toLowerCase()
  if (range) {
    const span = readSpan(value, range)
    return span && printSpan(span, range)
  }
  if (traits) return traits.some(trait => trait.value === value) ? value : undefined
  return slugShape.test(value) ? value : undefined
}

/** Which of a catalog's numbers a range asks for: `duration`, `5-7`, [4, 5, 6, 7, 8] → 5, 6, 7. */
export const coveredBy = (name: FilterName, value: string, numbers: readonly string[]): string[] => {
  const { range } = filterTable[name]
  const span = range && readSpan(value, range)
  return span ? numbers.filter(number => range.covers(Number(number), span)) : []
}

const ofSpan = ({ from, to }: Span, { most, unit }: RangeKind): string =>
  from === to
    ? `${from} ${from === 1 ? unit.replace(/s$/, '') : unit}`
    : to === most
      ? `${from} ${unit} or more`
      : from === 0
        ? `Up to ${to} ${unit}`
        : `${from} to ${to} ${unit}`

/** What a value is called, as far as the value itself tells: "6 to 10 seconds", "Golden hour". */
export const readable = (name: FilterName, value: string): string => {
  const { traits, range } = filterTable[name]
  const known = (traits ?? range?.presets)?.find(trait => trait.value === value)
  if (known) return known.label
  const span = range && readSpan(value, range)
  return span ? ofSpan(span, range) : sentence(value.replaceAll('-', ' '))
}

/** How a chosen value reads among the chosen: "Night", "Not Night", "With people". */
export const spoken = (name: FilterName, value: string, label: string, exclude: boolean): string =>
  exclude ? (filterTable[name].traits?.find(trait => trait.value === value)?.without ?? `Not ${label}`) : label
