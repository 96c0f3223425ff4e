/** What can be said of a search term in two sentences, all of it counted. Pure. */
import type { Facets } from '../contract.ts'
import { clipCount, countOf } from './counts.ts'
import type { Found } from './load-browse.ts'

type Values = Facets['look']

/** Said of a result only when it is true of so much of it. */
const most_of_it = 0.5
const most_related = 12
/** Filters list no more values than about this: there may be others. */
const longest_list = 30

const shown = (values: Values) => values.filter(({ count }) => count > 0)

const common = (values: Values, total: number): string[] =>
  shown(values)
    .filter(({ count }) => count / total >= most_of_it)
    .map(({ label }) => label.toLowerCase())

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

type Counted = Pick<Found, 'total' | 'is_estimate' | 'facets' | 'facets_are_estimates'>

/** The usual motion is not worth a word. */
const unsaid = ['realtime']

/** "16 clips by 7 filmmakers, to license as HD and RAW. Mostly aerial, night." */
export const termFacts = ({ total, is_estimate, facets, facets_are_estimates }: Counted): string => {
  if (total === 0) return ''
  const filmmakers = shown(facets.filmmaker).length
  const by =
    filmmakers > 0 ? ` by ${countOf(filmmakers, 'filmmaker', facets_are_estimates || filmmakers >= longest_list)}` : ''
  const formats = shown(facets.format).map(({ label }) => label)
  const as = formats.length > 0 ? `, to license as ${listed(formats)}` : ''
  const usual = [facets.look, facets.motion, facets.time].flatMap(values => common(values, total))
  const said = usual.filter(word => !unsaid.includes(word))
  const most = total > 2 && said.length > 0 ? ` Mostly ${said.join(', ')}.` : ''
  return `${clipCount(total, is_estimate)}${by}${as}.${most}`
}

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Keywords that the clips of a term share and that say something else than the term, most frequent first. */
export const relatedTerms = (term: string, { keyword }: Pick<Facets, 'keyword'>): string[] => {
  const known = new Set(wordsOf(term))
  return shown(keyword)
    .toSorted((a, b) => b.count - a.count)
    .filter(({ label }) => !wordsOf(label).every(word => known.has(word)))
    .slice(0, most_related)
    .map(({ label }) => label.toLowerCase())
}
