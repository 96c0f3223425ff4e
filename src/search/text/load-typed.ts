/** Loads a typed search: plain language becomes filters, and unknown words are corrected. */
import { redirect } from 'react-router'

import { listClips } from '#catalog/contract.ts'
import { browsePath, setFilterState, type BrowseQuery } from '#catalog/filters.ts'
import { callForPage } from '#platform/http/page.ts'

import { toClipQuery } from '../parts/browse-query.ts'
import { loadBrowse, type BrowseResults } from '../parts/load-browse.ts'
import { correctSearch, parseSearch } from '../search-text-contract.ts'

type LoaderArgs = Parameters<typeof callForPage>[0]

const countClips = async (args: LoaderArgs, browse: BrowseQuery): Promise<number> =>
  (await callForPage(args, listClips, { query: toClipQuery(browse, 1) })).meta.pagination.total

/** Returns the address of the search with words turned into filters, or undefined when the words alone are better. */
const findFilterAddress = async (args: LoaderArgs, browse: BrowseQuery): Promise<string | undefined> => {
  const { data } = await callForPage(args, parseSearch, { query: { q: browse.q } })
  if (data.filters.length + data.exclusions.length === 0) return undefined
  const filtered = data.filters
    .flatMap(({ values, ...filter }) => values.map(value => ({ ...filter, value })))
    .reduce(
      (result, { name, value, exclude }) => setFilterState(result, name, value, exclude ? 'exclude' : 'include'),
      {
        ...browse,
        q: data.words,
      },
    )
  // Filters must not find less than the words alone. When neither finds anything, filters are better, because they can be
  // removed one by one.
  const isBetter = (await countClips(args, filtered)) > 0 || (await countClips(args, browse)) === 0
  return isBetter ? browsePath(filtered) : undefined
}

/** The address that searches for exactly what was typed. */
export type TypedSearch = { words: string; path: string }

/**
 * Returns the results of a typed search. `typed` is set when the results are for a corrected text because the typed one has
 * none.
 */
export const loadTyped = async (
  args: LoaderArgs,
  browse: BrowseQuery,
): Promise<BrowseResults & { typed?: TypedSearch }> => {
  if (browse.q === '') return loadBrowse(args, browse)
  const address = await findFilterAddress(args, browse)
  if (address !== undefined) throw redirect(address)
  const results = await loadBrowse(args, browse)
  if (results.total > 0) return results
  const { data } = await callForPage(args, correctSearch, { query: { q: browse.q } })
  if (!data) return results
  const corrected = { ...browse, q: data.corrected }
  if ((await countClips(args, { ...corrected, page: 1 })) === 0) return results
  const typed = { words: browse.q, path: browsePath({ ...browse, q: data.exact, page: 1 }) }
  return { ...(await loadBrowse(args, corrected)), typed }
}
