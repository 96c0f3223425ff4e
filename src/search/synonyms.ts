/** Converts the alternatives of a term between lists and the search syntax, and tracks changes to synonyms. */

/** `"ocean" or "deep sea"` → ["ocean", "deep sea"] */
export const parseAlternatives = (also: string): string[] =>
  also
    .split(/\s+or\s+/)
    .map(alternative => alternative.replaceAll('"', '').trim())
    .filter(Boolean)

export const formatAlternatives = (alternatives: readonly string[]): string =>
  alternatives.map(alternative => `"${alternative}"`).join(' or ')

/** Letters, digits and what joins them, without search syntax. */
export const SYNONYM_PATTERN = /^[\p{L}\p{M}\p{N}]+(?:['’. &-]+[\p{L}\p{M}\p{N}]+)*$/u

export const MAX_SYNONYM_LENGTH = 60

/** Returns whether a search term can have synonyms. */
export const canHaveSynonyms = (term: string): boolean =>
  term.length <= MAX_SYNONYM_LENGTH && SYNONYM_PATTERN.test(term)

let version = 0
/** Increases with each change in this process, which invalidates cached queries. */
export const getSynonymsVersion = (): number => version
export const markSynonymsChanged = (): void => {
  version += 1
}
