/** Replaces words of other languages by English ones: "wald" → "forest". Pure functions. */
import { fold, type TextPart } from './text-parts.ts'

export const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'] as const
export type Language = (typeof languages)[number]

export type TranslationEntry = { language: Language; term: string; english: string }

/** Entries by the first word of their term. */
export type TranslationIndex = ReadonlyMap<string, readonly (TranslationEntry & { words: readonly string[] })[]>

/**
 * Parts of a text that are a foreign term, and what it may mean. `isCompound`: whether the term isn't in the index, but its
 * parts are. `isEnglish`: whether it's an English word, too, which the search keeps beside the meanings.
 */
export type TranslationMatch = {
  start: number
  length: number
  term: string
  options: readonly TranslationEntry[]
  isCompound?: boolean
  isEnglish?: boolean
}

/** A word that was replaced, as typed. */
export type Translation = { text: string; english: string; language: Language }

const MAX_MEANINGS = 4
const MAX_JAPANESE_TERM = 12
/** Articles and prepositions, which say nothing beside a word that was translated. */
const fillerWords: ReadonlySet<string> = new Set(
  [
    'der die das den dem des ein eine einer einem und im in am an auf mit von vom zur zum bei uber unter',
    'fur aus nach vor durch eines einen',
    'le la les l un une des du de et au aux dans sur avec en par pour a',
    'el los las lo unos unas del al y con por para sobre bajo',
    'il i gli uno di da dal dalla del della dei delle degli nel nella nei nelle sul sulla al alla e ed con per tra',
    'o os as um uma do dos das na nos nas ao pela pelo em com por',
    'het een van op met bij aan en uit voor naar',
    'the',
  ].flatMap(list => list.split(' ')),
)
/** Names that are foreign words without an accent, too: "montana" is rather the state than a mountain. */
const names: ReadonlySet<string> = new Set(
  [
    'alta amarillo antigua bahia bergen brindisi crete lagos madeira marche montana palma porto recife redding regina rennes rio sur',
    'angelo bart bella bianca dolores felice irma leon lois mamie marie nina pierre vader',
  ].flatMap(list => list.split(' ')),
)
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

const toWords = (term: string): string[] =>
  fold(term)
    .replaceAll(/['’`]/g, '')
    .split(/[\s-]+/)

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Returns the ways to type a term: "wüste" and "wueste". */
const listSpellings = ({ language, term }: TranslationEntry): string[] =>
  language === 'de' && /[äöü]/.test(term)
    ? [term, term.replaceAll(/[äöü]/g, letter => umlauts[letter] ?? letter)]
    : [term]

export const createTranslationIndex = (entries: readonly TranslationEntry[]): TranslationIndex =>
  Map.groupBy(
    entries.flatMap(entry => listSpellings(entry).map(term => ({ ...entry, words: toWords(term) }))),
    ({ words }) => words[0] ?? '',
  )

/** Japanese has no spaces: cuts it into the longest terms of the index, and drops what is between them, such as particles. */
const splitJapanese = (part: TextPart, index: TranslationIndex): TextPart[] => {
  const parts: TextPart[] = []
  for (let at = 0; at < part.text.length;) {
    let length = Math.min(part.text.length - at, MAX_JAPANESE_TERM)
    while (length > 0 && !index.has(fold(part.text.slice(at, at + length)))) length--
    if (length > 0) {
      const text = part.text.slice(at, at + length)
      const start = part.start + at
      parts.push({ text, normalized: fold(text), start, end: start + length })
    }
    at += Math.max(1, length)
  }
  return parts.length > 0 ? parts : [part]
}

export const splitForeignWords = (parts: readonly TextPart[], index: TranslationIndex): TextPart[] =>
  parts.flatMap(part => (JAPANESE.test(part.normalized) ? splitJapanese(part, index) : [part]))

/** Languages that join nouns without a space, and what they put between them. */
const compoundLanguages: readonly Language[] = ['de', 'nl']
const compoundLinks = ['', 's', 'n', 'en', 'es', 'e', 'er'] as const
const MIN_COMPOUND_PART = 3

/** "weizenfeld" → "wheat field". Of several ways, the longest second part decides. */
const splitCompound = (word: string, index: TranslationIndex): TranslationEntry[] => {
  const findNouns = (text: string) =>
    (index.get(text) ?? []).filter(({ language, words }) => words.length === 1 && compoundLanguages.includes(language))
  for (let at = MIN_COMPOUND_PART; at <= word.length - MIN_COMPOUND_PART; at++) {
    const heads = findNouns(word.slice(at))
    if (heads.length === 0) continue
    const front = word.slice(0, at)
    const modifiers = compoundLinks
      .filter(link => front.endsWith(link) && at - link.length >= MIN_COMPOUND_PART)
      .flatMap(link => findNouns(front.slice(0, at - link.length)))
    for (const { language, english } of heads) {
      const modifier = modifiers.find(entry => entry.language === language)
      if (modifier) return [{ language, term: word, english: `${modifier.english} ${english}` }]
    }
  }
  return []
}

/** "sur" is "on" in "soleil sur la mer", but alone it's the south. */
const isFillerIn = (parts: readonly TextPart[], at: number): boolean =>
  parts.length > 1 && fillerWords.has(parts[at]?.text.toLowerCase() ?? '')

/** An article without its vowel: "l’océan", "dell’acqua". */
const ELISION = /^(?:[cdjlmns]|qu|un|all|dall|dell|nell|sull)['’](?=\p{L})/iu

/** Returns the word, and the word without an elided article. */
const listForms = ({ text, normalized }: TextPart): string[] =>
  ELISION.test(text) ? [normalized, fold(text.replace(ELISION, ''))] : [normalized]

/** Returns the foreign terms in a text, the longest first where several begin at a word. */
export const findTranslations = (parts: readonly TextPart[], index: TranslationIndex): TranslationMatch[] => {
  const matches: TranslationMatch[] = []
  const forms = parts.map(listForms)
  for (let start = 0; start < parts.length;) {
    const entries = (forms[start] ?? [])
      .flatMap(form => index.get(form) ?? [])
      .filter(({ words }) => words.every((word, i) => i === 0 || forms[start + i]?.includes(word)))
      .filter(({ words }) => words.length > 1 || !isFillerIn(parts, start))
    const length = Math.max(1, ...entries.map(({ words }) => words.length))
    const options = entries.filter(({ words }) => words.length === length)
    const [first] = options
    const word = parts[start]?.normalized ?? ''
    const compound = first ? [] : splitCompound(word, index)
    if (first) matches.push({ start, length, term: first.words.join(' '), options })
    else if (compound.length > 0) matches.push({ start, length, term: word, options: compound, isCompound: true })
    start += length
  }
  return matches
}

/** Whether a term is a name as typed, so that only its language or other words of it make it a foreign word. */
export const isName = (parts: readonly TextPart[], { start, length }: TranslationMatch): boolean =>
  length === 1 && names.has(parts[start]?.text.toLowerCase() ?? '')

/** Returns the languages that most of the terms can be in; of several, the visitor's decides. */
export const guessLanguages = (
  matches: readonly TranslationMatch[],
  language: string | undefined,
): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { options } of matches)
    for (const option of new Set(options.map(entry => entry.language)))
      counts.set(option, (counts.get(option) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const likely = [...counts].flatMap(([option, count]) => (count === most ? [option] : []))
  const own = likely.filter(option => option === language)
  return own.length > 0 ? own : likely
}

/** Whether a text is in English, although some of its words are of the language, too: "mountain hut". */
export const isEnglishText = (
  parts: readonly TextPart[],
  matches: readonly TranslationMatch[],
  language: string | undefined,
  isEnglish: (word: string) => boolean,
): boolean => {
  const own = matches.filter(({ options }) => options.some(option => option.language === language))
  const isOwn = (i: number) => own.some(({ start, length }) => i >= start && i < start + length)
  return parts.some(({ normalized }, i) => !isOwn(i) && !fillerWords.has(normalized) && isEnglish(normalized))
}

/** The meanings in the languages, or else in any. */
const chooseMeanings = (options: readonly TranslationEntry[], preferred: readonly string[]): TranslationEntry[] => {
  const own = options.filter(option => preferred.includes(option.language))
  const meanings = own.length > 0 ? own : options
  return meanings
    .filter((option, i) => meanings.findIndex(other => other.english === option.english) === i)
    .slice(0, MAX_MEANINGS)
}

/** Replaces the foreign terms. A term with several meanings becomes `(field OR countryside)`. */
export const translateParts = (
  parts: readonly TextPart[],
  matches: readonly TranslationMatch[],
  preferred: readonly string[],
): { parts: TextPart[]; translations: Translation[] } => {
  const translations: Translation[] = []
  const translated = [...parts]
  for (const { start, length, term, options, isEnglish = false } of matches.toReversed()) {
    const source = parts.slice(start, start + length)
    const [first, last] = [source[0], source.at(-1)]
    const meanings = chooseMeanings(options, preferred)
    const [meaning] = meanings
    // "rio de janeiro" is in the index so that "rio" isn't a river there.
    if (!first || !last || !meaning || meaning.english === term) continue
    const place = { start: first.start, end: last.end }
    const english = meanings.map(option => option.english).concat(isEnglish ? [term] : [])
    translated.splice(
      start,
      length,
      ...(english.length === 1
        ? (english[0] ?? '').split(' ').map(word => ({ text: word, normalized: word, ...place }))
        : [{ text: `(${english.join(' OR ')})`, normalized: english[0] ?? '', ...place }]),
    )
    translations.unshift({
      text: source.map(part => part.text).join(' '),
      english: meanings.map(option => option.english).join(' or '),
      language: meaning.language,
    })
  }
  if (translations.length === 0) return { parts: translated, translations }
  // In Portuguese, "no" is "in the".
  const isPortuguese = translations.every(translation => translation.language === 'pt')
  const rest = translated.filter(
    ({ normalized }) => !fillerWords.has(normalized) && !(isPortuguese && normalized === 'no'),
  )
  return { parts: rest.map(part => ({ ...part, text: part.text.replace(ELISION, '') })), translations }
}
