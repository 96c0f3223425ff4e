/** API of the search page: one request for everything that it shows. */
import * as z from 'zod/mini'

import { Category } from '#catalog/collections-contract.ts'
import { ClipCard, ClipQuery, Facets } from '#catalog/contract.ts'
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
  /** The search text; differs from the query's when that was corrected. */
  q: z.string(),
  /** Set when the text was corrected: the typed text, and the path that searches for exactly that. */
  typed: z.nullable(z.object({ words: z.string(), path: z.string() })),
  /** The clips of the pages up to the requested one; of the requested one alone when it is beyond the tenth. */
  clips: z.array(ClipCard),
  total: z.int(),
  total_is_estimate: z.boolean(),
  last_page: z.int(),
  facets: Facets,
  facets_are_estimates: z.boolean(),
  /** Set when no clip matches. */
  alternatives: z.nullable(z.object({ categories: z.array(Category), searches: z.array(BroaderSearch) })),
})
export type SearchPage = z.infer<typeof SearchPage>

/** Another search has the results: the text names filters, or the page is beyond the last one. */
const SearchRedirect = z.object({ kind: z.literal('redirect'), path: z.string() })

export const getSearchPage = endpoint('GET', '/search', {
  tag: 'clips',
  per_minute: 600,
  summary:
    'Get a page of a search with its facets; `plain_language=1` reads filters from the text and corrects its spelling; an empty result has broader searches',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.extend(z.omit(ClipQuery, { per_page: true }), {
    plain_language: z.optional(z.enum(['0', '1'], 'This is 0 or 1.')),
  }),
  reply: z.discriminatedUnion('kind', [SearchPage, SearchRedirect]),
})
