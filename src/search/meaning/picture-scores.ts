/** Combines how similar a text is to the texts and to the pictures of clips. Pure functions. */
import type { Similar } from './vectors.server.ts'

/** `similarity` is the cosine, -1 to 1. */
export type Ranking = { nearest: readonly Similar[]; mean: number }

/**
 * Returns a function that converts the similarity to a picture to the scale of the similarity to a text: their models put texts
 * and pictures in different regions of the space, so that all pictures are far from all texts. The best and the mean of both
 * become the same.
 */
export const toTextScale = (texts: Ranking, pictures: Ranking): ((similarity: number) => number) => {
  const bestText = texts.nearest[0]?.similarity
  const bestPicture = pictures.nearest[0]?.similarity ?? pictures.mean
  const spread = bestPicture - pictures.mean
  if (bestText === undefined) return similarity => similarity
  if (spread <= 0) return () => texts.mean
  return similarity => texts.mean + ((similarity - pictures.mean) * (bestText - texts.mean)) / spread
}

/** Returns the ids of several rankings together, the most similar first, each once. */
export const mergeNearest = (rankings: readonly (readonly Similar[])[], limit: number): number[] => {
  const matches = rankings.flat().toSorted((a, b) => b.similarity - a.similarity || a.id - b.id)
  return [...new Set(matches.map(({ id }) => id))].slice(0, limit)
}

/** Similarities above this share of the way from the mean to 1 are of the same subject. */
const SAME_SUBJECT_SHARE = 0.4

/** Returns those of a picture's neighbors that show the same subject. */
export const listSameSubject = ({ nearest, mean }: Ranking): Similar[] =>
  nearest.filter(({ similarity }) => similarity >= mean + (1 - mean) * SAME_SUBJECT_SHARE)
