/** Plans a search: what each word of the text matches, with its forms, corrections and synonyms. */
import type { Slot, SlotAlternative, TextQuery } from '../engine/text-query.ts'
import type { TsQuery } from '../engine/tsquery.ts'
import { type LexemeLoader, type Lexemes, type Synonym, type SynonymIndex } from './lexemes.server.ts'
import { parseText, type TextNode } from './parse-text.ts'
import type { NearWord } from './spell-checker.ts'
import { listSplits, listWordForms } from './word-forms.ts'

const WEIGHTS = { own: 1, form: 0.95, apart: 0.8, correction: [0.95, 0.75, 0.55], synonym: 0.55 } as const
/** A concept’s words are weaker than synonyms: clips with the idea itself come first. Editors put the most typical word first. */
const CONCEPT_WEIGHTS = { first: 0.45, step: 0.02, least: 0.3 } as const
const MAX_WORDS = 60
/** Shorter halves of a word are words by chance. */
const MIN_HALF_LENGTH = 4
/** Corrections up to this typing cost, about two slips, are used; others are offered. */
const SURE_COST = 1.7

/** A word that no clip has, and the most similar one. */
type Correction = { typed: string; corrected: string }
/** The search uses the corrections. It only offers the suggestions. */
export type SearchPlan = {
  text: TextQuery | undefined
  corrections: Correction[]
  suggestions: Correction[]
  /** Ideas that no clip mentions, and what shows them instead. */
  concepts: Concept[]
}
type Concept = { word: string; words: readonly string[] }

export type PlanSources = Pick<LexemeLoader, 'loadLexemes' | 'loadSynonyms'> & {
  /** Returns how many clips each word or phrase is in; counts may stop at some number. */
  countMatches: (queries: readonly TsQuery[]) => Promise<number[]>
  /** Returns the words that a misspelled word may be, the most likely first; none for a word that is right. */
  listCorrections: (word: string) => Promise<readonly NearWord[]>
}

/** "ocean stock footage" is a search for oceans: the whole catalog is stock footage. */
const CATALOG_WORDS = /\b(?:royalty[- ]free )?(?:stock (?:footage|videos?|clips?)|footage|b[- ]?roll)\b/gi

const withoutCatalogWords = (text: string) => {
  const bare = text.replaceAll(CATALOG_WORDS, ' ')
  return /[\p{L}\p{N}]/u.test(bare) ? bare : text
}

const listTexts = (node: TextNode | undefined): { words: string[][]; phrases: string[] } => {
  if (!node) return { words: [], phrases: [] }
  if (node.kind === 'word') return { words: [[node.text.toLowerCase()]], phrases: [] }
  if (node.kind === 'phrase') return { words: [], phrases: listPhraseForms(node.text) }
  if (node.kind === 'not') return listTexts(node.of)
  const parts = node.of.map(listTexts)
  const phrases = parts.flatMap(part => part.phrases)
  if (node.kind === 'any') return { words: parts.flatMap(part => part.words), phrases }
  // Words beside each other are one run.
  const runs: string[][] = []
  let run: string[] | undefined
  for (const [i, part] of parts.entries()) {
    if (node.of[i]?.kind !== 'word') {
      run = undefined
      runs.push(...part.words)
    } else if (run) run.push(...part.words.flat())
    else runs.push((run = part.words.flat()))
  }
  return { words: runs, phrases }
}

/** The index has "time-lapse" as three words, and "time lapse" as two. */
const listPhraseForms = (text: string): string[] => {
  const phrase = text.toLowerCase()
  return [...new Set([phrase, phrase.replaceAll('-', ' ')])]
}

const joinNeighbors = (run: readonly string[]): string[] => run.slice(1).map((word, i) => `${run[i]}${word}`)

export const planSearch = async (q: string, sources: PlanSources): Promise<SearchPlan> => {
  const root = parseText(withoutCatalogWords(q))
  if (!root) return { text: undefined, corrections: [], suggestions: [], concepts: [] }
  const { words: runs, phrases } = listTexts(root)
  const words = [...new Set(runs.flat())].slice(0, MAX_WORDS)
  const forms = new Map(words.map(word => [word, listWordForms(word)]))
  const joined = runs.flatMap(joinNeighbors)
  const [typedLexemes, synonyms] = await Promise.all([
    sources.loadLexemes([...words, ...phrases, ...joined, ...[...forms.values()].flat()]),
    sources.loadSynonyms(),
  ])
  const counts = await countPhrases(sources, typedLexemes)
  const unknown = words.filter(
    word => typedLexemes.get(word) && ![word, ...(forms.get(word) ?? [])].some(form => counts.has(form)),
  )
  const joinedWords = new Set(
    runs.flatMap(run =>
      run.filter((word, i) =>
        [`${run[i - 1] ?? ''}${word}`, `${word}${run[i + 1] ?? ''}`].some(text => text !== word && counts.has(text)),
      ),
    ),
  )
  const replaced = await replaceUnknown(
    unknown.filter(word => !joinedWords.has(word)),
    sources,
  )
  /** What a word is read as: a misspelled one as its surest correction. */
  const readWord = (word: string) => {
    const { corrected = word, isSure = false } = replaced.get(word) ?? {}
    return isSure ? corrected : word
  }
  const lexemes = new Map([
    ...(await sources.loadLexemes(words.map(readWord).filter(word => !typedLexemes.has(word)))),
    ...typedLexemes,
  ])

  const concepts = new Map<Synonym, string>()
  const toAlternatives = (word: string, run: readonly string[] = [word], at = 0): SlotAlternative[] => {
    const own = lexemes.get(word)
    if (!own) return []
    const neighbors = [
      ...(at > 0 ? [`${run[at - 1]}${word}`] : []),
      ...(at + 1 < run.length ? [`${word}${run[at + 1]}`] : []),
    ]
    const matching = findSynonyms(run.map(readWord), at, lexemes, synonyms)
    const certainty = readWord(word) === word ? 1 : WEIGHTS.correction[0]
    const concept = matching.find(({ kind }) => kind === 'concept')
    if (concept && !counts.has(word)) concepts.set(concept, readWord(word))
    const alternatives: SlotAlternative[] = [
      { query: own, weight: WEIGHTS.own, is_synonym: false },
      ...[...(forms.get(word) ?? []), ...neighbors].flatMap(form => {
        const query = lexemes.get(form)
        return query && counts.has(form) ? [{ query, weight: WEIGHTS.form, is_synonym: false }] : []
      }),
      ...(replaced.get(word)?.alternatives ?? []),
      ...matching.flatMap(synonym =>
        synonym.alternatives.map((query, i) => ({
          query,
          weight: certainty * toSynonymWeight(synonym, i),
          is_synonym: true,
        })),
      ),
    ]
    return uniqueAlternatives(alternatives)
  }

  const slots: Slot[] = []
  const excluded: TsQuery[] = []
  const addSlot = (label: string, required: boolean, alternatives: SlotAlternative[]) => {
    if (alternatives.length > 0) slots.push({ label, required, alternatives })
  }

  /** Returns what matches a part of an alternative or of an exclusion. */
  const toQuery = (node: TextNode): TsQuery | undefined => {
    if (node.kind === 'not') return undefined
    const of =
      node.kind === 'word'
        ? toAlternatives(node.text.toLowerCase()).map(({ query }) => query)
        : node.kind === 'phrase'
          ? listPhraseForms(node.text).flatMap(form => lexemes.get(form) ?? [])
          : node.of.flatMap(part => toQuery(part) ?? [])
    const [only] = of
    return of.length > 1 ? { kind: node.kind === 'all' ? 'all' : 'any', of } : only
  }

  const toNodeAlternatives = (node: TextNode): SlotAlternative[] => {
    if (node.kind === 'word') return toAlternatives(node.text.toLowerCase())
    if (node.kind === 'any') return node.of.flatMap(toNodeAlternatives)
    const query = toQuery(node)
    return query ? [{ query, weight: WEIGHTS.own, is_synonym: false }] : []
  }

  const addSequence = (nodes: readonly TextNode[], required: boolean) => {
    let start = 0
    for (const [i, node] of nodes.entries()) {
      if (node.kind !== 'word') start = i + 1
      if (node.kind === 'word') {
        const end = nodes.findIndex((other, j) => j > i && other.kind !== 'word')
        const run = nodes
          .slice(start, end < 0 ? undefined : end)
          .flatMap(other => (other.kind === 'word' ? [other.text.toLowerCase()] : []))
        addSlot(node.text, required, toAlternatives(node.text.toLowerCase(), run, i - start))
      } else addNode(node, required)
    }
  }

  const addNode = (node: TextNode, required: boolean): void => {
    if (node.kind === 'not') {
      const query = toQuery(node.of)
      if (query) excluded.push(query)
    } else if (node.kind === 'all') addSequence(node.of, required || node.required)
    else if (node.kind === 'word') addSequence([node], required)
    else if (node.kind === 'phrase') addSlot(`“${node.text}”`, true, toNodeAlternatives(node))
    else addSlot(formatNode(node), required, uniqueAlternatives(toNodeAlternatives(node)))
  }

  addNode(root, false)
  const ownQueries = new Set(slots.flatMap(({ alternatives: [own] }) => (own ? [keyOf(own.query)] : [])))
  /** In "heron -bird", herons stay: what is asked for isn't excluded as a synonym. */
  const keepAsked = (query: TsQuery): TsQuery => {
    const [own, ...synonymQueries] = query.kind === 'any' ? query.of : [query]
    const others = synonymQueries.filter(synonym => !ownQueries.has(keyOf(synonym)))
    return own && others.length > 0 ? { kind: 'any', of: [own, ...others] } : (own ?? query)
  }

  const allCorrections = [...replaced].flatMap(([typed, { corrected, isSure }]) =>
    corrected === undefined ? [] : [{ typed, corrected, isSure }],
  )
  const list = (sure: boolean) =>
    allCorrections.filter(({ isSure }) => isSure === sure).map(({ typed, corrected }) => ({ typed, corrected }))
  return {
    text: slots.length + excluded.length > 0 ? { slots, excluded: excluded.map(keepAsked) } : undefined,
    corrections: list(true),
    suggestions: list(false),
    concepts: [...concepts].map(([{ words }, word]) => ({ word, words })),
  }
}

const formatNode = (node: TextNode): string => {
  if (node.kind === 'word') return node.text
  if (node.kind === 'phrase') return `“${node.text}”`
  if (node.kind === 'not') return `not ${formatNode(node.of)}`
  return node.of.map(formatNode).join(node.kind === 'any' ? ' or ' : ' ')
}

/** Returns the phrases that a clip has. */
const countPhrases = async ({ countMatches }: PlanSources, lexemes: Lexemes): Promise<ReadonlyMap<string, number>> => {
  const entries = [...lexemes].flatMap(([phrase, query]) => (query ? [[phrase, query] as const] : []))
  const counts = await countMatches(entries.map(([, query]) => query))
  return new Map(entries.flatMap(([phrase], i) => ((counts[i] ?? 0) > 0 ? [[phrase, counts[i] ?? 0] as const] : [])))
}

/** `isSure`: whether the search uses the corrected word, or only offers it. */
type Replacement = { corrected?: string; isSure: boolean; alternatives: SlotAlternative[] }

/** Returns the ways to split a word in two that clips have: side by side, or else both somewhere. */
const splitWord = async (word: string, sources: PlanSources): Promise<SlotAlternative[]> => {
  const pairs = listSplits(word)
  const lexemes = await sources.loadLexemes([...pairs, ...pairs.flatMap(pair => pair.split(' '))])
  const counts = await countPhrases(sources, lexemes)
  const phrases = pairs.filter(pair => counts.has(pair)).flatMap(pair => lexemes.get(pair) ?? [])
  if (phrases.length > 0) return phrases.map(query => ({ query, weight: WEIGHTS.form, is_synonym: false }))
  return pairs.flatMap(pair => {
    const halves = pair.split(' ')
    const queries = halves.flatMap(half => lexemes.get(half) ?? [])
    const isKnown = halves.every(half => counts.has(half) && half.length >= MIN_HALF_LENGTH)
    return isKnown && queries.length === 2
      ? [{ query: { kind: 'all' as const, of: queries }, weight: WEIGHTS.apart, is_synonym: false }]
      : []
  })
}

/** Finds what to search for instead of words that no clip has: two words, or the most similar words. */
const replaceUnknown = async (
  words: readonly string[],
  sources: PlanSources,
): Promise<ReadonlyMap<string, Replacement>> => {
  const replacements = new Map<string, Replacement>()
  for (const word of words) {
    const halves = await splitWord(word, sources)
    if (halves.length > 0) {
      replacements.set(word, { isSure: true, alternatives: halves })
      continue
    }
    const candidates = (await sources.listCorrections(word)).slice(0, WEIGHTS.correction.length)
    const [best] = candidates
    if (!best) continue
    const isSure = best.cost <= SURE_COST
    const queries = await sources.loadLexemes(candidates.map(candidate => candidate.word))
    const alternatives = candidates.flatMap((candidate, i) => {
      const query = queries.get(candidate.word)
      return query && isSure ? [{ query, weight: WEIGHTS.correction[i] ?? 0, is_synonym: false }] : []
    })
    replacements.set(word, { corrected: best.word, isSure, alternatives })
  }
  return replacements
}

/** Returns the synonyms of the word and of the phrases around it. */
const findSynonyms = (run: readonly string[], at: number, lexemes: Lexemes, synonyms: SynonymIndex): Synonym[] => {
  const runWords = run.flatMap((word, i) => {
    const own = lexemes.get(word)
    return own?.kind === 'word' ? [{ lexeme: own.lexeme, at: i }] : []
  })
  return runWords.flatMap(({ lexeme }, start) =>
    (synonyms.get(lexeme) ?? []).flatMap(synonym => {
      const covered = runWords.slice(start, start + synonym.lexemes.length)
      const matches = synonym.lexemes.every((part, i) => covered[i]?.lexeme === part)
      return matches && covered.some(word => word.at === at) ? [synonym] : []
    }),
  )
}

/** Returns how much the alternative at this place counts. */
const toSynonymWeight = ({ kind }: Synonym, place: number): number =>
  kind === 'concept'
    ? Math.max(CONCEPT_WEIGHTS.least, CONCEPT_WEIGHTS.first - CONCEPT_WEIGHTS.step * place)
    : WEIGHTS.synonym

const keyOf = (query: TsQuery): string => (query.kind === 'word' ? query.lexeme : JSON.stringify(query))

/** Of alternatives with the same query, the first stays. */
const uniqueAlternatives = (alternatives: readonly SlotAlternative[]): SlotAlternative[] => {
  const byKey = new Map<string, SlotAlternative>()
  for (const alternative of alternatives) {
    const key = keyOf(alternative.query)
    if (!byKey.has(key)) byKey.set(key, alternative)
  }
  return [...byKey.values()]
}
