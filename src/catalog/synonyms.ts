/** What is also meant by a word or phrase, between people and the search's own syntax. */

/** `"ocean" or "deep sea"` → ["ocean", "deep sea"] */
export const alsoIn = (also: string): string[] =>
  also
    .split(/\s+or\s+/)
    .map(one => one.replaceAll('"', '').trim())
    .filter(Boolean)

export const writeAlso = (words: readonly string[]): string => words.map(word => `"${word}"`).join(' or ')

/** Letters, digits, and what joins them: nothing that means something to the search. */
export const plain_words = /^[\p{L}\p{M}\p{N}]+(?:['’. &-]+[\p{L}\p{M}\p{N}]+)*$/u

export const MAX_SYNONYM_LENGTH = 60

/** Whether something searched for can be a word or phrase with synonyms. */
export const canHaveSynonyms = (term: string): boolean => term.length <= MAX_SYNONYM_LENGTH && plain_words.test(term)

let version = 0
/** Counts up with each change in this process: what was read before is read anew. */
export const synonymsVersion = (): number => version
export const synonymsChanged = (): void => {
  version += 1
}
