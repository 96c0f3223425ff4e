/** What was typed, understood: plain language becomes filters, and words that nothing is called are put right. */
import { redirect } from 'react-router'

import { pageCall } from '#platform/page.ts'

import { listClips } from '../contract.ts'
import { browsePath, choose, type Browse } from '../filters.ts'
import { loadBrowse, type Found } from '../parts/load-browse.ts'
import { queryOf } from '../parts/searches.ts'
import { correctSearch, readSearch } from '../words-contract.ts'

type LoaderArgs = Parameters<typeof pageCall>[0]

const countOf = async (args: LoaderArgs, browse: Browse): Promise<number> =>
  (await pageCall(args, listClips, { query: queryOf(browse, 1) })).meta.pagination.total

/** Where a search is that says the same in words and filters; undefined when the words say it best. */
const readAddress = async (args: LoaderArgs, browse: Browse): Promise<string | undefined> => {
  const { data } = await pageCall(args, readSearch, { query: { q: browse.q } })
  if (data.filters.length + data.left_out.length === 0) return undefined
  const read = data.filters
    .flatMap(({ values, ...filter }) => values.map(value => ({ ...filter, value })))
    .reduce((so_far, { name, value, exclude }) => choose(so_far, name, value, exclude ? 'exclude' : 'include'), {
      ...browse,
      q: data.words,
    })
  // Never worse than the words alone; where neither finds anything, single filters can be let go.
  const helps = (await countOf(args, read)) > 0 || (await countOf(args, browse)) === 0
  return helps ? browsePath(read) : undefined
}

/** The address of what was typed, with the words exactly so. */
export type Typed = { words: string; path: string }

/** What a typed search shows. `typed` is set when something else is shown, because nothing is called like it. */
export const loadTyped = async (args: LoaderArgs, browse: Browse): Promise<Found & { typed?: Typed }> => {
  if (browse.q === '') return loadBrowse(args, browse)
  const address = await readAddress(args, browse)
  if (address !== undefined) throw redirect(address)
  const found = await loadBrowse(args, browse)
  if (found.total > 0) return found
  const { data } = await pageCall(args, correctSearch, { query: { q: browse.q } })
  if (!data) return found
  const meant = { ...browse, q: data.corrected }
  if ((await countOf(args, { ...meant, page: 1 })) === 0) return found
  const typed = { words: browse.q, path: browsePath({ ...browse, q: data.exact, page: 1 }) }
  return { ...(await loadBrowse(args, meant)), typed }
}
