/** The words of a search as PostgreSQL stems them, and the editors' synonyms and translations. */
import { sql } from 'kysely'

import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'

import { parseTsquery, type TsQuery } from '../engine/tsquery.ts'
import { getSynonymsVersion, parseAlternatives } from '../synonyms.ts'
import { createTranslationIndex, type Language, type TranslationIndex } from './translate.ts'

const MAX_CACHED_PHRASES = 50_000
/** How long a synonym change by another process may stay unnoticed. */
const SYNONYMS_CACHE_MS = 60_000

/** What a word or a phrase is in the index; undefined for words that the index doesn't have, such as "the". */
export type Lexemes = ReadonlyMap<string, TsQuery | undefined>

/** `lexemes` in the order of the term's words; `words`: the alternatives as text. */
export type Synonym = {
  lexemes: readonly string[]
  alternatives: readonly TsQuery[]
  kind: 'synonym' | 'concept'
  words: readonly string[]
}
/** Synonyms by their first lexeme. */
export type SynonymIndex = ReadonlyMap<string, readonly Synonym[]>

export const listLexemes = (query: TsQuery | undefined): string[] => {
  if (!query || query.kind === 'not') return []
  if (query.kind === 'word') return [query.lexeme]
  if (query.kind === 'phrase') return [...listLexemes(query.before), ...listLexemes(query.after)]
  return query.of.flatMap(listLexemes)
}

/** Returns undefined for what the engine cannot evaluate. */
const parsePhrase = (text: string): TsQuery | undefined => {
  try {
    return parseTsquery(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export const openLexemes = (db: Db, clock: Clock) => {
  const cache = new Map<string, TsQuery | undefined>()

  const loadLexemes = async (phrases: readonly string[]): Promise<Lexemes> => {
    const missing = [...new Set(phrases)].filter(phrase => !cache.has(phrase))
    if (missing.length > 0) {
      const { rows } = await sql<{ phrase: string; query: string }>`
        select phrase, phraseto_tsquery('footage', phrase)::text as query
        from json_array_elements_text(${JSON.stringify(missing)}::json) phrase`.execute(db)
      if (cache.size > MAX_CACHED_PHRASES) cache.clear()
      for (const { phrase, query } of rows) cache.set(phrase, parsePhrase(query))
    }
    return new Map(phrases.map(phrase => [phrase, cache.get(phrase)]))
  }

  let synonyms: { index: SynonymIndex; version: number; until: number } | undefined
  const loadSynonyms = async (): Promise<SynonymIndex> => {
    const version = getSynonymsVersion()
    if (synonyms?.version === version && clock.now().getTime() < synonyms.until) return synonyms.index
    const { rows } = await sql<{ target: string; kind: Synonym['kind']; words: string; alternatives: string[] }>`
      select target::text as target, kind, alternatives as words,
             array(select phraseto_tsquery('footage', alternative)::text
                   from regexp_split_to_table(replace(alternatives, '"', ''), '\\s+or\\s+') alternative) as alternatives
      from synonyms`.execute(db)
    const entries = rows.map(row => ({
      lexemes: listLexemes(parsePhrase(row.target)),
      alternatives: row.alternatives.flatMap(alternative => parsePhrase(alternative) ?? []),
      kind: row.kind,
      words: parseAlternatives(row.words),
    }))
    const index = Map.groupBy(entries, ({ lexemes }) => lexemes[0] ?? '')
    synonyms = { index, version, until: clock.now().getTime() + SYNONYMS_CACHE_MS }
    return index
  }

  const loadFingerprint = async (): Promise<string> => {
    const { rows } = await sql<{ fingerprint: string }>`
      select coalesce(sum(hashtextextended(language || ' ' || term || '=' || english, 0)), 0)::text as fingerprint
      from translations`.execute(db)
    return rows[0]?.fingerprint ?? ''
  }

  let translations: { index: TranslationIndex; fingerprint: string; version: number; until: number } | undefined
  const loadTranslations = async (): Promise<TranslationIndex> => {
    const version = getSynonymsVersion()
    if (translations?.version === version && clock.now().getTime() < translations.until) return translations.index
    const until = clock.now().getTime() + SYNONYMS_CACHE_MS
    const fingerprint = await loadFingerprint()
    // Thousands of words rarely change.
    if (translations?.fingerprint === fingerprint) {
      translations = { ...translations, version, until }
      return translations.index
    }
    const rows = await db.selectFrom('translations').select(['language', 'term', 'english']).execute()
    const index = createTranslationIndex(rows.map(row => ({ ...row, language: row.language as Language })))
    translations = { index, fingerprint, version, until }
    return index
  }

  return { loadLexemes, loadSynonyms, loadTranslations }
}

export type LexemeLoader = ReturnType<typeof openLexemes>
