/** The known word that a mistyped one was meant to be. In memory: a mask of letters leaves few words to be compared. */
import { fold } from './pieces.ts'

export type KnownWord = { word: string; clips: number }

/** Short words have too many neighbors to guess from. */
const most_edits = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2)
const longest_word = 30

const code = (letter: string): number => (letter >= 'a' && letter <= 'z' ? letter.charCodeAt(0) - 97 : 26)
/** Which letters a word has, one bit each. */
const maskOf = (word: string): number => word.split('').reduce((mask, letter) => mask | (1 << code(letter)), 0)

const bitsIn = (mask: number): number => {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}

/**
 * How many letters must be changed, added, dropped or swapped with the next to make `a` into `b`, or into a beginning of it;
 * more than `most` is Infinity.
 */
export const edits = (a: string, b: string, most: number, { beginning = false } = {}): number => {
  const width = beginning ? Math.min(b.length, a.length + most) : b.length
  if (Math.abs(a.length - width) > most) return Infinity
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= width; column++) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      line.push(least)
    }
    if (Math.min(...line) > most) return Infinity
    before = above
    above = line
  }
  const found = beginning ? Math.min(...above) : (above[width] ?? Infinity)
  return found > most ? Infinity : found
}

/** Of words by how often they are: the nearest, among the equally near the most frequent. */
export const openNear = (known: readonly KnownWord[]) => {
  const words = known
    .map(({ word, clips }) => ({ word, clips, key: fold(word) }))
    .filter(({ key }) => key.length <= longest_word)
  const masks = Uint32Array.from(words, ({ key }) => maskOf(key))
  const exact = new Set(words.map(({ key }) => key))

  const search = (typed: string, beginning: boolean): string | undefined => {
    const most = typed.length > longest_word ? 0 : most_edits(typed.length)
    if (most === 0) return undefined
    const mask = maskOf(typed)
    let best: { word: string; clips: number; distance: number } | undefined
    for (const [i, { word, key, clips }] of words.entries()) {
      // One edit brings in at most one letter that the other has not, on either side.
      const other = masks[i] ?? 0
      if (bitsIn(mask & ~other) > most || (!beginning && bitsIn(other & ~mask) > most)) continue
      // Hardly anybody mistypes the first letter, and beginnings have very many neighbors.
      if (beginning && key[0] !== typed[0]) continue
      const distance = edits(typed, key, best ? Math.min(most, best.distance) : most, { beginning })
      if (distance === Infinity) continue
      if (!best || distance < best.distance || (distance === best.distance && clips > best.clips))
        best = { word, clips, distance }
    }
    return best?.word
  }

  return {
    knows: (word: string): boolean => exact.has(fold(word)),
    /** What a whole word was meant to be; undefined when nothing is near. */
    nearest: (word: string): string | undefined => search(fold(word), false),
    /** The word that was begun so, a letter or two amiss. */
    nearestBeginning: (word: string): string | undefined => search(fold(word), true),
  }
}

export type Near = ReturnType<typeof openNear>
