/** Finds the known word nearest to a misspelled one. Runs in memory: a letter mask leaves few words to compare. */
import { fold } from './text-parts.ts'

export type KnownWord = { word: string; clips: number }

/** Short words have too many neighbors to guess from. */
const maxEdits = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)
const MAX_WORD_LENGTH = 30

const letterIndex = (letter: string): number => (letter >= 'a' && letter <= 'z' ? letter.charCodeAt(0) - 97 : 26)
/** Returns the letters of a word as a bit mask. */
const letterMask = (word: string): number =>
  word.split('').reduce((mask, letter) => mask | (1 << letterIndex(letter)), 0)

const countBits = (mask: number): number => {
  let count = 0
  for (let remaining = mask; remaining !== 0; remaining &= remaining - 1) count++
  return count
}

/**
 * Returns how many letters must be changed, added, dropped or swapped with the next to turn `a` into `b`, or into a prefix of
 * `b` with `beginning`. Returns Infinity above `limit`.
 */
export const editDistance = (a: string, b: string, limit: number, { beginning = false } = {}): number => {
  const width = beginning ? Math.min(b.length, a.length + limit) : b.length
  if (Math.abs(a.length - width) > limit) return Infinity
  let twoAbove: number[] = []
  let above = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= width; column++) {
      const same = a[row - 1] === b[column - 1]
      let min = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) min = Math.min(min, (twoAbove[column - 2] ?? 0) + 1)
      line.push(min)
    }
    if (Math.min(...line) > limit) return Infinity
    twoAbove = above
    above = line
  }
  const distance = beginning ? Math.min(...above) : (above[width] ?? Infinity)
  return distance > limit ? Infinity : distance
}

/** Creates a spell checker from words with their number of clips. Among equally near words the most frequent wins. */
export const createSpellChecker = (knownWords: readonly KnownWord[]) => {
  const words = knownWords
    .map(({ word, clips }) => ({ word, clips, key: fold(word) }))
    .filter(({ key }) => key.length <= MAX_WORD_LENGTH)
  const masks = Uint32Array.from(words, ({ key }) => letterMask(key))
  const exact = new Set(words.map(({ key }) => key))

  const search = (typed: string, beginning: boolean): string | undefined => {
    const limit = typed.length > MAX_WORD_LENGTH ? 0 : maxEdits(typed.length)
    if (limit === 0) return undefined
    const mask = letterMask(typed)
    let best: { word: string; clips: number; distance: number } | undefined
    for (const [i, { word, key, clips }] of words.entries()) {
      // One edit introduces at most one new letter on either side.
      const otherMask = masks[i] ?? 0
      if (countBits(mask & ~otherMask) > limit || (!beginning && countBits(otherMask & ~mask) > limit)) continue
      // People rarely mistype the first letter, and prefixes have very many neighbors.
      if (beginning && key[0] !== typed[0]) continue
      const distance = editDistance(typed, key, best ? Math.min(limit, best.distance) : limit, { beginning })
      if (distance === Infinity) continue
      if (!best || distance < best.distance || (distance === best.distance && clips > best.clips))
        best = { word, clips, distance }
    }
    return best?.word
  }

  return {
    isKnown: (word: string): boolean => exact.has(fold(word)),
    /** Returns the word nearest to a complete word, or undefined when none is near. */
    nearest: (word: string): string | undefined => search(fold(word), false),
    /** Returns the word whose prefix is nearest, one or two letters off. */
    nearestCompletion: (word: string): string | undefined => search(fold(word), true),
  }
}

export type SpellChecker = ReturnType<typeof createSpellChecker>
