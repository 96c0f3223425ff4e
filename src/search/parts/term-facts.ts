/** Describes a search term by its counts in two sentences. Pure functions. */
import type { Facets } from '#catalog/contract.ts'
import { formatClipCount, formatCount } from '#catalog/counts.ts'

import type { BrowseResults } from './load-browse.ts'

type FacetValueList = Facets['look']

/** A trait is mentioned when at least this share of the clips has it. */
const MIN_TRAIT_SHARE = 0.5
const MAX_RELATED = 12
/** Filters list about this many values at most, so there may be more. */
const MAX_LISTED_VALUES = 30

const listPresent = (values: FacetValueList) => values.filter(({ count }) => count > 0)

const listCommonTraits = (values: FacetValueList, total: number): string[] =>
  listPresent(values)
    .filter(({ count }) => count / total >= MIN_TRAIT_SHARE)
    .map(({ label }) => label.toLowerCase())

const joinList = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

type TermFactsInput = Pick<BrowseResults, 'total' | 'total_is_estimate' | 'facets' | 'facets_are_estimates'>

/** Traits so usual that they are not mentioned. */
const omittedTraits = ['realtime']

/** "16 clips by 7 filmmakers, available in HD and RAW. Mostly aerial and night." */
export const formatTermFacts = ({ total, total_is_estimate, facets, facets_are_estimates }: TermFactsInput): string => {
  if (total === 0) return ''
  const [filmmaker, ...others] = listPresent(facets.filmmaker)
  const filmmakers = 1 + others.length
  const filmmakerText = !filmmaker
    ? ''
    : others.length === 0 && !facets_are_estimates
      ? ` by ${filmmaker.label}`
      : ` by ${formatCount(filmmakers, 'filmmaker', facets_are_estimates || filmmakers >= MAX_LISTED_VALUES)}`
  const formats = listPresent(facets.format).map(({ label }) => label)
  const formatText = formats.length > 0 ? `, available in ${joinList(formats)}` : ''
  const commonTraits = [facets.look, facets.motion, facets.time].flatMap(values => listCommonTraits(values, total))
  const traits = commonTraits.filter(trait => !omittedTraits.includes(trait))
  const traitText = total > 2 && traits.length > 0 ? ` Mostly ${joinList(traits)}.` : ''
  return `${formatClipCount(total, total_is_estimate)}${filmmakerText}${formatText}.${traitText}`
}

const splitWords = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Returns keywords that the clips of a term share and that add a word to the term, most frequent first. */
export const listRelatedTerms = (term: string, { keyword }: Pick<Facets, 'keyword'>): string[] => {
  const termWords = new Set(splitWords(term))
  return listPresent(keyword)
    .toSorted((a, b) => b.count - a.count)
    .filter(({ label }) => !splitWords(label).every(word => termWords.has(word)))
    .slice(0, MAX_RELATED)
    .map(({ label }) => label.toLowerCase())
}
