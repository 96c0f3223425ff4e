/** Replaces words of other languages by English ones: "wald" → "forest". Pure functions. */
import { fold, type TextPart } from './text-parts.ts'

export const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'] as const
export type Language = (typeof languages)[number]

export type TranslationEntry = { language: Language; term: string; english: string }

/** Entries by the first word of their term. */
export type TranslationIndex = ReadonlyMap<string, readonly (TranslationEntry & { words: readonly string[] })[]>

/** Parts of a text that are a foreign term, and what it may mean. */
export type TranslationMatch = { start: number; length: number; term: string; options: readonly TranslationEntry[] }

/** A word that was replaced, as typed. */
export type Translation = { text: string; english: string; language: Language }

const MAX_MEANINGS = 3
/** Articles and prepositions, which say nothing beside a word that was translated. */
const fillerWords: ReadonlySet<string> = new Set(
  [
    'der die das den dem des ein eine einer einem und im in am an auf mit von vom zur zum bei uber unter',
    'le la les l un une des du de et au aux dans sur avec en par pour',
    'el los las lo unos unas del al y con por para sobre bajo',
    'il i gli uno di da dal dalla del della nel nella sul sulla e ed con per tra',
    'o os as um uma do dos das na nos nas em com por',
    'het een van op met bij aan en uit',
  ].flatMap(list => list.split(' ')),
)
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

const toWords = (term: string): string[] =>
  fold(term)
    .replaceAll(/['’`]/g, '')
    .split(/[\s-]+/)

export const createTranslationIndex = (entries: readonly TranslationEntry[]): TranslationIndex =>
  Map.groupBy(
    entries.map(entry => ({ ...entry, words: toWords(entry.term) })),
    ({ words }) => words[0] ?? '',
  )

/** Japanese has no spaces: cuts it into the longest terms of the index, and drops what is between them, such as particles. */
const splitJapanese = (part: TextPart, index: TranslationIndex): TextPart[] => {
  const parts: TextPart[] = []
  for (let at = 0; at < part.text.length;) {
    let length = Math.min(part.text.length - at, 8)
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

/** Returns the foreign terms in a text, the longest first where several begin at a word. */
export const findTranslations = (parts: readonly TextPart[], index: TranslationIndex): TranslationMatch[] => {
  const matches: TranslationMatch[] = []
  for (let start = 0; start < parts.length;) {
    const entries = (index.get(parts[start]?.normalized ?? '') ?? []).filter(({ words }) =>
      words.every((word, i) => parts[start + i]?.normalized === word),
    )
    const length = Math.max(0, ...entries.map(({ words }) => words.length))
    const options = entries.filter(({ words }) => words.length === length)
    const [first] = options
    if (first) matches.push({ start, length, term: first.words.join(' '), options })
    start += Math.max(1, length)
  }
  return matches
}

/** The meanings in the visitor's language, or else in any. */
const chooseMeanings = (options: readonly TranslationEntry[], language: string | undefined): TranslationEntry[] => {
  const own = options.filter(option => option.language === language)
  const meanings = own.length > 0 ? own : options
  return meanings
    .filter((option, i) => meanings.findIndex(other => other.english === option.english) === i)
    .slice(0, MAX_MEANINGS)
}

/** Replaces the foreign terms. A term with several meanings becomes `(field OR countryside)`. */
export const translateParts = (
  parts: readonly TextPart[],
  matches: readonly TranslationMatch[],
  language: string | undefined,
): { parts: TextPart[]; translations: Translation[] } => {
  const translations: Translation[] = []
  const translated = [...parts]
  for (const { start, length, options } of matches.toReversed()) {
    const source = parts.slice(start, start + length)
    const [first, last] = [source[0], source.at(-1)]
    const meanings = chooseMeanings(options, language)
    const [meaning] = meanings
    if (!first || !last || !meaning) continue
    const place = { start: first.start, end: last.end }
    const english = meanings.map(option => option.english)
    translated.splice(
      start,
      length,
      ...(english.length === 1
        ? (english[0] ?? '').split(' ').map(word => ({ text: word, normalized: word, ...place }))
        : [{ text: `(${english.join(' OR ')})`, normalized: english[0] ?? '', ...place }]),
    )
    translations.unshift({
      text: source.map(part => part.text).join(' '),
      english: english.join(' or '),
      language: meaning.language,
    })
  }
  const isFiller = ({ normalized }: TextPart) => translations.length > 0 && fillerWords.has(normalized)
  return { parts: translated.filter(part => !isFiller(part)), translations }
}
