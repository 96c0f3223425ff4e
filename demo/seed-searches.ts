/** Seeds the log of past searches, with what the shop finds for each. */
import { DAY_MS } from '../src/platform/clock.ts'
import type { Deps } from '../src/platform/deps.ts'
import { splitCents } from '../src/platform/money.ts'
import { logSearches } from '../src/search/search-log.server.ts'
import { openSearch } from '../src/search/search.server.ts'

/** Term, number of searches, clips opened from the results. */
const searchLog: readonly (readonly [string, number, number])[] = [
  ['ocean waves', 148, 61],
  ['night sky', 126, 52],
  ['aerial forest', 97, 38],
  ['city lights', 93, 41],
  ['golden hour', 88, 30],
  ['rain on window', 71, 22],
  ['ink in water', 66, 35],
  ['snow', 64, 19],
  ['campfire', 58, 21],
  ['fog', 57, 18],
  ['desert dunes', 55, 24],
  ['underwater', 52, 20],
  ['traffic at night', 47, 15],
  ['gold particles', 43, 17],
  ['timelapse clouds', 42, 16],
  ['bokeh', 39, 12],
  ['stars', 38, 14],
  ['mountains at dusk', 33, 11],
  ['smoke', 31, 9],
  ['vertical', 29, 8],
  ['northern lights', 27, 12],
  ['sunset beach', 24, 7],
  ['storm', 22, 6],
  ['texture', 19, 5],
  ['laptop', 14, 0],
  ['soccer', 11, 0],
  ['elephants', 8, 0],
]
/** How many of the first results the opened clips are spread over. */
const OPENED_PLACES = 6
/** The parts of the last thirty days, today first: uneven, but the same every time. */
const dayWeights = Array.from({ length: 30 }, (_, day) => 5 + ((day * 7) % 6))

/** Call it after the catalog is seeded. */
export const seedSearches = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const { search } = openSearch({ db, clock })
  const terms = []
  for (const [term, searches, clicks] of searchLog) {
    const firstPage = { include: {}, exclude: {}, sort: 'relevance', page: 1, per_page: 1, counted: false } as const
    const { pagination, reading } = (await search({ ...firstPage, q: term })).meta
    const result_count = pagination.total
    const full_count = result_count - (reading?.close_total ?? 0)
    const places = Math.min(result_count, OPENED_PLACES)
    const clicked_places = Math.round((clicks * (places + 1)) / 2)
    terms.push({ term, searches, clicks, clicked_places, result_count, full_count })
  }
  const parts = terms.map(({ searches, clicks, clicked_places, ...term }) => ({
    term,
    searches: splitCents(searches, dayWeights),
    clicks: splitCents(clicks, dayWeights),
    clicked_places: splitCents(clicked_places, dayWeights),
  }))
  for (const [day] of dayWeights.entries())
    await logSearches(
      db,
      parts.map(({ term, searches, clicks, clicked_places }) => ({
        ...term,
        searches: searches[day] ?? 0,
        clicks: clicks[day] ?? 0,
        clicked_places: clicked_places[day] ?? 0,
      })),
      new Date(clock.now().getTime() - day * DAY_MS),
    )
}
