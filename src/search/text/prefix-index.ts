/** An index of names by the prefix of any of their words: a sorted list in which a prefix is one contiguous range. */
import { fold } from './text-parts.ts'

type PrefixKey = { text: string; entry: number; first: boolean }

const WORD_BREAKS = /[^\p{L}\p{N}]+/gu

/** "Salt & Swell" → "salt swell". */
const normalize = (name: string): string => fold(name).replaceAll(WORD_BREAKS, ' ').trim()

/**
 * Creates the index. Names that start with the prefix come before names in which a later word does; within each group the
 * heavier come first.
 */
export const createPrefixIndex = <Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  weightOf: (entry: Entry) => number,
) => {
  const keys: PrefixKey[] = entries.flatMap((entry, i) => {
    const words = normalize(nameOf(entry)).split(' ')
    return words.map((_, start) => ({ text: words.slice(start).join(' '), entry: i, first: start === 0 }))
  })
  keys.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))

  const findLowerBound = (text: string): number => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((keys[middle]?.text ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns up to `n` names with a word that starts with the text, the best first. */
  return (text: string, n: number): Entry[] => {
    const prefix = normalize(text)
    if (prefix === '') return []
    const best: { entry: number; rank: number }[] = []
    for (let index = findLowerBound(prefix); keys[index]?.text.startsWith(prefix); index++) {
      const { entry, first } = keys[index] as PrefixKey
      const rank = (first ? 2 : 1) + toFraction(weightOf(entries[entry] as Entry))
      const last = best.at(-1)
      if (best.length === n && last && last.rank >= rank) continue
      const existing = best.findIndex(hit => hit.entry === entry)
      if (existing >= 0 && (best[existing]?.rank ?? 0) >= rank) continue
      if (existing >= 0) best.splice(existing, 1)
      const position = best.findIndex(hit => hit.rank < rank)
      best.splice(position < 0 ? best.length : position, 0, { entry, rank })
      best.length = Math.min(best.length, n)
    }
    return best.map(hit => entries[hit.entry] as Entry)
  }
}

/** Maps 0, 1, 2, … to 0 to 1, in order. */
const toFraction = (weight: number): number => weight / (1 + weight)

export type PrefixIndex<Entry> = (text: string, n: number) => Entry[]
