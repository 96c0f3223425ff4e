/** Names by the beginning of any of their words: a sorted list, of which a beginning is one stretch. */
import { fold } from './pieces.ts'

type Key = { text: string; entry: number; first: boolean }

const word_breaks = /[^\p{L}\p{N}]+/gu

/** "Salt & Swell" → "salt swell". */
const plain = (name: string): string => fold(name).replaceAll(word_breaks, ' ').trim()

/** `weightOf`: the heavier comes first; a name that itself begins so comes before one with a later word that does. */
export const openPrefixes = <Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  weightOf: (entry: Entry) => number,
) => {
  const keys: Key[] = entries.flatMap((entry, i) => {
    const words = plain(nameOf(entry)).split(' ')
    return words.map((_, at) => ({ text: words.slice(at).join(' '), entry: i, first: at === 0 }))
  })
  keys.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))

  const firstAtLeast = (text: string): number => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((keys[middle]?.text ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }

  /** At most `n` names of which a word begins like the text, the best first. */
  return (text: string, n: number): Entry[] => {
    const wanted = plain(text)
    if (wanted === '') return []
    const best: { entry: number; rank: number }[] = []
    for (let at = firstAtLeast(wanted); keys[at]?.text.startsWith(wanted); at++) {
      const { entry, first } = keys[at] as Key
      const rank = (first ? 2 : 1) + squeeze(weightOf(entries[entry] as Entry))
      const last = best.at(-1)
      if (best.length === n && last && last.rank >= rank) continue
      const before = best.findIndex(one => one.entry === entry)
      if (before >= 0 && (best[before]?.rank ?? 0) >= rank) continue
      if (before >= 0) best.splice(before, 1)
      const place = best.findIndex(one => one.rank < rank)
      best.splice(place < 0 ? best.length : place, 0, { entry, rank })
      best.length = Math.min(best.length, n)
    }
    return best.map(one => entries[one.entry] as Entry)
  }
}

/** 0, 1, 2, … → 0 to 1, in order. */
const squeeze = (weight: number): number => weight / (1 + weight)

export type Prefixes<Entry> = (text: string, n: number) => Entry[]
