/** Marks the part of each word that was typed: prefixes of words, ignoring accents and case. */
import { fold } from './text-parts.ts'

export type HighlightSegment = { text: string; typed: boolean }

const WORD_PATTERN = /[\p{L}\p{N}]+/gu

/** Example: "Salt & Swell", "swe" → "Salt & ", "Swe" (typed), "ll". */
export const highlight = (label: string, typed: string): HighlightSegment[] => {
  const prefixes = (typed.match(WORD_PATTERN) ?? []).map(fold)
  const segments: HighlightSegment[] = []
  const add = (text: string, isTyped: boolean) => {
    const last = segments.at(-1)
    if (text === '') return
    if (last?.typed === isTyped) last.text += text
    else segments.push({ text, typed: isTyped })
  }
  let offset = 0
  for (const { 0: word, index } of label.matchAll(WORD_PATTERN)) {
    add(label.slice(offset, index), false)
    const length = Math.max(0, ...prefixes.map(prefix => countMatching(word, prefix)))
    add(word.slice(0, length), true)
    add(word.slice(length), false)
    offset = index + word.length
  }
  add(label.slice(offset), false)
  return segments
}

/** Returns how many characters of a word match a prefix without accents, or 0 when the word starts differently. */
const countMatching = (word: string, prefix: string): number => {
  for (let length = 1; length <= word.length; length++) {
    const folded = fold(word.slice(0, length))
    if (folded.length >= prefix.length) return folded.startsWith(prefix) ? length : 0
  }
  return 0
}
