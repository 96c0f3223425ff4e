/** Searches, suggestions and single clips. */
import { asQuery, measure, row } from './rows.ts'
import type { Stage } from './stage.ts'
import { categorySlugs, looks, moods, places, subjects } from './vocabulary.ts'

type Search = { q: string; category: string }

/** Two words in a category: 12,000 questions, in an order that jumps. No question comes twice within the two seconds that the shop shares an answer. */
const neverTwice: Search[] = categorySlugs.flatMap(category =>
  subjects.flatMap(subject => [
    ...moods.map(mood => ({ q: `${mood} ${subject}`, category })),
    ...places.map(place => ({ q: `${subject} ${place}`, category })),
  ]),
)
const jumping = neverTwice.map((_, i) => neverTwice[(i * 7919) % neverTwice.length] ?? { q: '', category: '' })

/** As somebody types them: the beginnings of two words, one of ten with its letters in the wrong order. */
const beginnings: string[] = [...moods, ...places].flatMap(word =>
  subjects.flatMap((subject, i) =>
    Array.from({ length: subject.length }, (_, n) => {
      const typed = `${n % 2 === 0 ? `${word} ` : ''}${subject.slice(0, n + 1)}`
      return i % 10 === 9 ? `${typed.slice(0, -2)}${typed.at(-1)}${typed.at(-2)}` : typed
    }),
  ),
)

/** One word in a category: each finds thousands. */
const broad: Search[] = categorySlugs.flatMap(category => subjects.map(q => ({ q, category })))

const connections = 32

export const measureSearching = async ({ shop, floor }: Stage, clips: number): Promise<void> => {
  const ours = (searches: Search[]) => searches.map(s => `/api/clips?${asQuery({ ...s, per_page: '24' })}`)
  const bare = (searches: Search[]) => searches.map(s => `/search?${asQuery(s)}`)
  row(
    'search, facets, none twice, c=32',
    await measure(shop, ours(jumping), connections),
    await measure(floor, bare(jumping), connections),
  )
  row(
    'search, broad words, c=32',
    // Each without another camera look, so that these are not answered from what was just said either.
    await measure(
      shop,
      looks.flatMap(look => ours(broad).map(path => `${path}&no-look=${look}`)),
      connections,
    ),
    await measure(floor, bare(broad), connections),
  )
  row('search, the same 300, c=32', await measure(shop, ours(broad), connections))
  row(
    'suggest, c=32',
    await measure(
      shop,
      ['oc', 'ae', 'sl', 'gold', 'filmmaker 1', 'wild'].map(q => `/api/clips/suggest?${asQuery({ q })}`),
      connections,
    ),
  )
  row(
    `suggest, of ${beginnings.length.toLocaleString('en-US')} beginnings, c=32`,
    await measure(
      shop,
      beginnings.map(
        (_, i) => `/api/clips/suggest?${asQuery({ q: beginnings[(i * 7919) % beginnings.length] ?? '' })}`,
      ),
      connections,
    ),
  )
  const ids = Array.from({ length: 200 }, (_, n) => 1 + ((n * 7919) % clips))
  row(
    'clip detail, c=32',
    await measure(
      shop,
      ids.map(id => `/api/clips/${id}`),
      connections,
    ),
    await measure(
      floor,
      ids.map(id => `/clips/${id}`),
      connections,
    ),
  )
}
