/** Mistyped words put right. */
import type { Near } from './near.ts'
import { partsOf, textOf } from './pieces.ts'

export type Correction = {
  corrected: string
  /** As typed, with the mistyped words in quotes: these are searched for exactly so. */
  exact: string
}

/** `isKnown` tells of a word that is not among the frequent ones whether any clip has it. null when nothing is to be put right. */
export const correctWords = async (
  text: string,
  near: Near,
  isKnown: (word: string) => Promise<boolean>,
): Promise<Correction | null> => {
  const parts = await Promise.all(
    partsOf(text).map(async part => {
      const meant = near.knows(part.piece) ? undefined : near.nearest(part.piece)
      const wrong = meant !== undefined && !(await isKnown(part.piece))
      return { typed: part, corrected: wrong ? { ...part, said: meant } : part, wrong }
    }),
  )
  if (!parts.some(({ wrong }) => wrong)) return null
  return {
    corrected: textOf(parts.map(part => part.corrected)),
    exact: textOf(parts.map(({ typed, wrong }) => (wrong ? { ...typed, said: `"${typed.said}"` } : typed))),
  }
}
