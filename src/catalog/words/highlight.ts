/** Which letters of a name were typed: whole beginnings of words, whatever their accents and capitals. */
import { fold } from './pieces.ts'

export type Stretch = { text: string; typed: boolean }

const words = /[\p{L}\p{N}]+/gu

/** "Salt & Swell", "swe" → "Salt & ", "Swe" (typed), "ll". */
export const highlight = (label: string, typed: string): Stretch[] => {
  const beginnings = (typed.match(words) ?? []).map(fold)
  const stretches: Stretch[] = []
  const add = (text: string, isTyped: boolean) => {
    const last = stretches.at(-1)
    if (text === '') return
    if (last?.typed === isTyped) last.text += text
    else stretches.push({ text, typed: isTyped })
  }
  let at = 0
  for (const { 0: word, index } of label.matchAll(words)) {
    add(label.slice(at, index), false)
    const length = Math.max(0, ...beginnings.map(beginning => lettersOf(word, beginning)))
    add(word.slice(0, length), true)
    add(word.slice(length), false)
    at = index + word.length
  }
  add(label.slice(at), false)
  return stretches
}

/** How many letters of a word are a beginning without accents; 0 when it begins otherwise. */
const lettersOf = (word: string, beginning: string): number => {
  for (let length = 1; length <= word.length; length++) {
    const folded = fold(word.slice(0, length))
    if (folded.length >= beginning.length) return folded.startsWith(beginning) ? length : 0
  }
  return 0
}
