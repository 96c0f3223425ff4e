import type { BenchEnvironment } from './environment.ts'
/** Benchmarks search, suggestions and single clips. */
import { toQueryString, measurePaths, printRow } from './report.ts'
import { categorySlugs, looks, moods, places, subjects } from './vocabulary.ts'

type BenchSearch = { q: string; category: string }

/** Two terms in a category: 12,000 queries. Shuffled, so that no query repeats within the two seconds for which the shop caches results. */
const distinctSearches: BenchSearch[] = categorySlugs.flatMap(category =>
  subjects.flatMap(subject => [
    ...moods.map(mood => ({ q: `${mood} ${subject}`, category })),
    ...places.map(place => ({ q: `${subject} ${place}`, category })),
  ]),
)
const shuffledSearches = distinctSearches.map(
  (_, i) => distinctSearches[(i * 7919) % distinctSearches.length] ?? { q: '', category: '' },
)

/** Prefixes as users type them: the beginnings of two terms, one in ten with swapped letters. */
const prefixes: string[] = [...moods, ...places].flatMap(term =>
  subjects.flatMap((subject, i) =>
    Array.from({ length: subject.length }, (_, n) => {
      const typed = `${n % 2 === 0 ? `${term} ` : ''}${subject.slice(0, n + 1)}`
      return i % 10 === 9 ? `${typed.slice(0, -2)}${typed.at(-1)}${typed.at(-2)}` : typed
    }),
  ),
)

/** One term in a category: each matches thousands of clips. */
const broadSearches: BenchSearch[] = categorySlugs.flatMap(category => subjects.map(q => ({ q, category })))

const CONNECTIONS = 32

export const benchmarkSearch = async ({ shop, floor }: BenchEnvironment, clips: number): Promise<void> => {
  const shopPaths = (searches: BenchSearch[]) =>
    searches.map(s => `/api/clips?${toQueryString({ ...s, per_page: '24' })}`)
  const baselinePaths = (searches: BenchSearch[]) => searches.map(s => `/search?${toQueryString(s)}`)
  printRow(
    'search, facets, none twice, c=32',
    await measurePaths(shop, shopPaths(shuffledSearches), CONNECTIONS),
    await measurePaths(floor, baselinePaths(shuffledSearches), CONNECTIONS),
  )
  printRow(
    'search, broad words, c=32',
    // Each excludes another camera look, so that the results are not cached.
    await measurePaths(
      shop,
      looks.flatMap(cameraLook => shopPaths(broadSearches).map(path => `${path}&no-look=${cameraLook}`)),
      CONNECTIONS,
    ),
    await measurePaths(floor, baselinePaths(broadSearches), CONNECTIONS),
  )
  printRow('search, the same 300, c=32', await measurePaths(shop, shopPaths(broadSearches), CONNECTIONS))
  printRow(
    'suggest, c=32',
    await measurePaths(
      shop,
      ['oc', 'ae', 'sl', 'gold', 'filmmaker 1', 'wild'].map(q => `/api/clips/suggest?${toQueryString({ q })}`),
      CONNECTIONS,
    ),
  )
  printRow(
    `suggest, of ${prefixes.length.toLocaleString('en-US')} beginnings, c=32`,
    await measurePaths(
      shop,
      prefixes.map(
        (_, i) => `/api/clips/suggest?${toQueryString({ q: prefixes[(i * 7919) % prefixes.length] ?? '' })}`,
      ),
      CONNECTIONS,
    ),
  )
  const ids = Array.from({ length: 200 }, (_, n) => 1 + ((n * 7919) % clips))
  printRow(
    'clip detail, c=32',
    await measurePaths(
      shop,
      ids.map(id => `/api/clips/${id}`),
      CONNECTIONS,
    ),
    await measurePaths(
      floor,
      ids.map(id => `/clips/${id}`),
      CONNECTIONS,
    ),
  )
}
