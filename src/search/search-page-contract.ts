/** API of the search page: one request for everything that it shows. */
import * as z from 'zod/mini'

import { Category } from '#catalog/collections-contract.ts'
import { ClipCard, ClipQuery, Facets, TextReading } from '#catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

const BroaderSearch = z.object({
  label: z.string(),
  /** The path of the search: `/clips?look=aerial`. */
  path: z.string(),
  total: z.int(),
  total_is_estimate: z.boolean(),
  /** A few of its clips. */
  clips: z.array(ClipCard),
})

export const SearchPage = z.object({
  kind: z.literal('results'),
  /** Set when there is a text. */
  reading: z.nullable(TextReading),
  /** The clips of the pages up to the requested one; of the requested one alone when it is beyond the tenth. */
  clips: z.array(ClipCard),
  total: z.int(),
  total_is_estimate: z.boolean(),
  last_page: z.int(),
  facets: Facets,
  facets_are_estimates: z.boolean(),
  /** Set when no clip matches. */
  alternatives: z.nullable(
    z.object({ categories: z.array(Category), searches: z.array(BroaderSearch), popular: z.array(z.string()) }),
  ),
})
export type SearchPage = z.infer<typeof SearchPage>

/** The page is beyond the last one, or a filter has an earlier slug: `path` is the address to use. */
const SearchRedirect = z.object({ kind: z.literal('redirect'), path: z.string() })

export const getSearchPage = endpoint('GET', '/search', {
  tag: 'clips',
  per_minute: 600,
  summary:
    'Get a page of a search with its facets, and how its text was understood; an empty result has broader searches',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.omit(ClipQuery, { per_page: true }),
  reply: z.discriminatedUnion('kind', [SearchPage, SearchRedirect]),
})
