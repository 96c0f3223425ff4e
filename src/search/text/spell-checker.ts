/** Finds the known word nearest to a misspelled one. Runs in memory: a letter mask leaves few words to compare. */
import { fold } from './text-parts.ts'

export type DictionaryWord = { word: string; clips: number }

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

/** The rows of a keyboard: a slip of the finger hits a neighbor. */
const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const

const keyPositions = new Map(
  keyboardRows.flatMap((letters, row) =>
    Array.from(letters, (letter, i) => [letter, { row, column: i + row / 2 }] as const),
  ),
)

const areNeighbors = (a: string, b: string): boolean => {
  const [first, second] = [keyPositions.get(a), keyPositions.get(b)]
  return !!first && !!second && Math.abs(first.row - second.row) <= 1 && Math.abs(first.column - second.column) <= 1
}

const VOWELS = 'aeiouy'
/** Letters that sound alike. */
const soundGroups = ['ckq', 'sz', 'sc', 'gj', 'fv', 'bp', 'dt', 'mn'] as const

/** Another letter is less likely than one too many or too few. */
const costs = { letter: 1, other: 1.3, neighbor: 0.9, sound: 0.8, doubled: 0.6, swapped: 0.7 } as const

const toSubstitutionCost = (a: string, b: string): number => {
  const soundsAlike =
    (VOWELS.includes(a) && VOWELS.includes(b)) || soundGroups.some(group => group.includes(a) && group.includes(b))
  return soundsAlike ? costs.sound : areNeighbors(a, b) ? costs.neighbor : costs.other
}

/** Returns how unlikely it is to type `typed` for `word`: about the number of edits, less for slips and for what sounds alike. */
const toTypingCost = (typed: string, word: string): number => {
  const rows = Array.from({ length: typed.length + 1 }, (_, row) =>
    Array.from({ length: word.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= typed.length; row++)
    for (let column = 1; column <= word.length; column++) {
      const [a = '', b = ''] = [typed[row - 1], word[column - 1]]
      const extra = a === typed[row - 2] ? costs.doubled : costs.letter
      const missing = b === word[column - 2] ? costs.doubled : costs.letter
      const isSwapped = row > 1 && column > 1 && a === word[column - 2] && typed[row - 2] === b
      const line = rows[row] as number[]
      line[column] = Math.min(
        at(row - 1, column) + extra,
        at(row, column - 1) + missing,
        at(row - 1, column - 1) + (a === b ? 0 : toSubstitutionCost(a, b)),
        isSwapped ? at(row - 2, column - 2) + costs.swapped : Infinity,
      )
    }
  return at(typed.length, word.length) + (typed[0] === word[0] ? 0 : FIRST_LETTER_COST)
}

/** People rarely mistype the first letter. */
const FIRST_LETTER_COST = 0.5
/** What a word gains each time that its number of clips grows e-fold. */
const FREQUENCY_GAIN = 0.1

/** `cost`: how unlikely it is to type the other word for it, about the number of edits. */
export type NearWord = { word: string; cost: number }
type Candidate = NearWord & { rank: number }

/** Creates a spell checker from words with their number of clips. */
export const createSpellChecker = (dictionary: readonly DictionaryWord[]) => {
  const words = dictionary
    .map(({ word, clips }) => ({ word, clips, key: fold(word) }))
    .filter(({ key }) => key.length <= MAX_WORD_LENGTH)
  const masks = Uint32Array.from(words, ({ key }) => letterMask(key))
  const exact = new Set(words.map(({ key }) => key))

  const search = (typed: string, beginning: boolean, limit = maxEdits(typed.length)): Candidate[] => {
    if (limit === 0 || typed.length > MAX_WORD_LENGTH) return []
    const mask = letterMask(typed)
    const candidates: Candidate[] = []
    for (const [i, { word, key, clips }] of words.entries()) {
      // One edit introduces at most one new letter on either side.
      const otherMask = masks[i] ?? 0
      if (countBits(mask & ~otherMask) > limit || (!beginning && countBits(otherMask & ~mask) > limit)) continue
      // Prefixes have very many neighbors.
      if (beginning && key[0] !== typed[0]) continue
      const distance = editDistance(typed, key, limit, { beginning })
      if (distance === Infinity) continue
      const cost = beginning ? distance : toTypingCost(typed, key)
      candidates.push({ word, cost, rank: cost - FREQUENCY_GAIN * Math.log(1 + clips) })
    }
    return candidates.toSorted((a, b) => a.rank - b.rank)
  }

  return {
    isKnown: (word: string): boolean => exact.has(fold(word)),
    /** Returns the words that a misspelled word may be, the most likely first: `montain` may be `mountains`, too. */
    listNearest: (word: string): NearWord[] => {
      const typed = fold(word)
      const candidates = search(typed, false)
      const matches = candidates.length > 0 ? candidates : search(`${typed}s`, false, maxEdits(typed.length))
      return matches.map(({ word: near, cost }) => ({ word: near, cost }))
    },
    /** Returns the word whose prefix is nearest, one or two letters off. */
    nearestCompletion: (word: string): string | undefined => search(fold(word), true)[0]?.word,
  }
}
