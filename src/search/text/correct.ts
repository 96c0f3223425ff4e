/** Corrects misspelled words of a search. */
import type { SpellChecker } from './spell-checker.ts'
import { splitText, joinParts } from './text-parts.ts'

export type SpellingCorrection = {
  corrected: string
  /** The text as typed with the misspelled words in quotes, which searches for them exactly. */
  exact: string
}

/**
 * Returns the corrected text, or null when nothing needs correction. `isKnown` says whether any clip has a word that is not
 * among the frequent ones.
 */
export const correctSpelling = async (
  text: string,
  spellChecker: SpellChecker,
  isKnown: (word: string) => Promise<boolean>,
): Promise<SpellingCorrection | null> => {
  const checkedParts = await Promise.all(
    splitText(text).map(async part => {
      const suggestion = spellChecker.isKnown(part.normalized) ? undefined : spellChecker.nearest(part.normalized)
      const isMisspelled = suggestion !== undefined && !(await isKnown(part.normalized))
      return { typed: part, corrected: isMisspelled ? { ...part, text: suggestion } : part, isMisspelled }
    }),
  )
  if (!checkedParts.some(({ isMisspelled }) => isMisspelled)) return null
  return {
    corrected: joinParts(checkedParts.map(part => part.corrected)),
    exact: joinParts(
      checkedParts.map(({ typed, isMisspelled }) => (isMisspelled ? { ...typed, text: `"${typed.text}"` } : typed)),
    ),
  }
}
