import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam, Pagination } from '#platform/http/lists.ts'

import { filterNames, normalizeFilterValue, type FilterName } from './filter-table.ts'
import { sorts } from './filters.ts'
import { releases } from './traits.ts'

/** One file of a picture; each picture comes as AVIF, WebP and JPEG. */
export const Picture = z.object({ url: z.string(), type: z.string(), width: z.int(), height: z.int() })
export type Picture = z.infer<typeof Picture>

export const EntityReference = z.object({ id: z.int(), slug: z.string(), name: z.string() })
const ClipFormat = z.object({
  id: z.int(),
  format: z.string(),
  /** Lower is better. */
  priority: z.int(),
  width: z.int(),
  height: z.int(),
  codec: z.string(),
  size_bytes: z.int(),
})

/** A clip as grids show it. */
export const ClipCard = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  duration_in_seconds: z.number(),
  width: z.int(),
  height: z.int(),
  fps: z.number(),
  /** The clip has flashes of light: it never autoplays. */
  flashing: z.boolean(),
  tier: z.enum(['standard', 'premium', 'signature']),
  /** Empty when unknown. */
  releases: z.array(z.enum(releases)),
  movie: z.object({
    public_paths: z.object({
      preview: z.string(),
      hover: z.string(),
      poster: z.string(),
      sprite: z.string(),
      sprite_vtt: z.string(),
      thumbs: z.array(Picture),
    }),
  }),
  collection: z.object({ data: z.extend(EntityReference, { filmmaker: z.object({ data: EntityReference }) }) }),
  formats: z.array(ClipFormat),
})
export type ClipCard = z.infer<typeof ClipCard>

export const Term = z.object({ slug: z.string(), name: z.string() })

/** The facts of a master, as probed. */
const TechSheet = z.object({
  container: z.string(),
  codec: z.string(),
  profile: z.nullable(z.string()),
  pixel_format: z.string(),
  bit_depth: z.int(),
  frames: z.int(),
  start_timecode: z.nullable(z.string()),
  has_audio: z.boolean(),
  size_bytes: z.int(),
})

export const ClipDetail = z.extend(ClipCard, {
  description: z.string(),
  keywords: z.array(z.string()),
  category: Term,
  subcategory: z.nullable(Term),
  scene: z.nullable(EntityReference),
  camera_look: z.string(),
  motion: z.string(),
  time_of_day: z.string(),
  location_type: z.string(),
  camera: z.string(),
  lens: z.string(),
  people_count: z.int(),
  loopable: z.boolean(),
  production: z.enum(['filmed', 'computer-generated']),
  published_at: z.string(),
  tech: TechSheet,
  palette: z.array(z.object({ hex: z.string(), weight: z.number() })),
})
export type ClipDetail = z.infer<typeof ClipDetail>

/** A filter value and how many clips of the current results have it. */
const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.int() })
export type FacetValue = z.infer<typeof FacetValue>
export const Facets = z.object(
  Object.fromEntries(filterNames.map(name => [name, z.array(FacetValue)])) as Record<
    FilterName,
    z.ZodMiniArray<typeof FacetValue>
  >,
)
export type Facets = z.infer<typeof Facets>

const rangeHints: Partial<Record<FilterName, string>> = {
  duration: 'takes seconds like 5-10, 20- or 7, separated by commas.',
  fps: 'takes frames a second like 24, 48-60 or 100-, separated by commas.',
}

const valueList = (key: string, name: FilterName) =>
  z.optional(
    z.pipe(
      z.string('Give each filter once, its values separated by commas.').check(z.maxLength(4_000, 'That is too long.')),
      z.pipe(
        z.transform((text: string) => [
          ...new Set(
            text
              .split(',')
              .filter(part => part.trim() !== '')
              .map(part => normalizeFilterValue(name, part) ?? ''),
          ),
        ]),
        z
          .array(
            z
              .string()
              .check(
                z.minLength(1, `“${key}” ${rangeHints[name] ?? 'takes names like open-water, separated by commas.'}`),
              ),
          )
          .check(z.maxLength(30, 'Choose at most 30 values.')),
      ),
    ),
  )

export const integerBetween = (low: number, high: number, message: string) =>
  z.pipe(numberParam(message), z.int().check(z.minimum(low, message), z.maximum(high, message)))

export const filterShapes = Object.fromEntries(
  filterNames.flatMap(name => [name, `no-${name}` as const].map(key => [key, valueList(key, name)])),
) as Record<FilterName | `no-${FilterName}`, ReturnType<typeof valueList>>

export const ClipQuery = z.object({
  /** Only the first 500 characters count. */
  q: z.optional(z.string()),
  /** `1` searches for the words as typed: no filter is read from them, and no spelling is corrected. */
  exact: z.optional(z.enum(['0', '1'], 'This is 0 or 1.')),
  page: z.optional(integerBetween(1, 100_000, 'Pages are numbered from 1 to 100,000.')),
  per_page: z.optional(integerBetween(1, 100, 'A page holds 1 to 100 clips.')),
  sort: z.optional(z.enum(sorts, 'Sort by relevance, newest, popular or duration.')),
  ...filterShapes,
})
export type ClipQuery = z.infer<typeof ClipQuery>

/** How the search understood a text. */
export const TextReading = z.object({
  /** What is left of the text for the search by words; exclusions have a minus. */
  words: z.string(),
  /** The filters that were read from the text, each with its words and their places in the text. */
  filters: z.array(
    z.object({
      name: z.enum(filterNames),
      value: z.string(),
      exclude: z.boolean(),
      text: z.string(),
      spans: z.array(z.readonly(z.tuple([z.int(), z.int()]))),
    }),
  ),
  /** The places in the text of all that was read: as a filter, as what to leave out, or as what no clip is. */
  spans: z.array(z.readonly(z.tuple([z.int(), z.int()]))),
  /** Words of other languages, with the English that was searched for instead. */
  translations: z.array(z.object({ text: z.string(), english: z.string(), language: z.string() })),
  /** Ideas that no clip mentions, with the words that were searched for, too. */
  concepts: z.array(z.object({ word: z.string(), words: z.readonly(z.array(z.string())) })),
  /** The page that a number leads to: the clip of a clip's number, which is also the first result, or an order. */
  direct: z.nullable(z.object({ label: z.string(), path: z.string() })),
  /** What was asked for and no clip is: "4K", with the best that there is. */
  unavailable: z.array(z.object({ label: z.string(), best: z.nullable(z.string()) })),
  /** Words that no clip has, and the most similar word, which the search used instead. */
  corrections: z.array(z.object({ typed: z.string(), corrected: z.string() })),
  /** Words that may be misspelled. The search did not use these. */
  suggestions: z.array(z.object({ typed: z.string(), corrected: z.string() })),
  /** Words that no clip has. */
  unknown: z.array(z.string()),
  /** Whether the text has nothing to search for: "the". */
  is_empty: z.boolean(),
  /** How many of the results have only most of the text: they come last. */
  close_total: z.int(),
  /** For each close match of this page, in their order, the words that it doesn't have. */
  close_matches: z.array(z.array(z.string())),
})
export type TextReading = z.infer<typeof TextReading>

export const listClips = endpoint('GET', '/clips', {
  per_minute: 600,
  summary:
    'Search the clips: words, filters (`category=a,b`, `no-category=c`), sort; the facets come with the first page',
  who: 'anyone',
  masquerade: 'allowed',
  query: ClipQuery,
  reply: z.array(ClipCard),
  meta: z.extend(Pagination, {
    facets: z.optional(Facets),
    /** True where counts were extrapolated from a sample or stopped at a cap. */
    facets_are_estimates: z.optional(z.boolean()),
    /** Set when there is a text. */
    reading: z.optional(TextReading),
  }),
})

export const listFacetValues = endpoint('GET', '/facets/:name', {
  tag: 'clips',
  per_minute: 600,
  summary: 'List the 30 most frequent values of a filter in a search whose names have a word with this beginning',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ name: z.enum(filterNames, 'There is no such filter.') }),
  query: z.extend(ClipQuery, { find: z.optional(z.string().check(z.maxLength(100, 'That is too long.'))) }),
  reply: z.array(FacetValue),
  meta: z.object({ facets_are_estimates: z.optional(z.boolean()) }),
})

export const getClip = endpoint('GET', '/clips/:id', {
  summary: 'Get a clip with its tech sheet',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  reply: ClipDetail,
})
