/** Splits a search text into words, quoted phrases and exclusions. */

/**
 * `text` is as typed. `normalized` is for comparison: without accents, capitals and punctuation, and always with a letter or
 * digit; '' for quotes and exclusions.
 */
export type TextPart = {
  text: string
  normalized: string
  /** Where it is in the text, in UTF-16 units. */
  start: number
  end: number
  /** Whether a comma follows. */
  comma?: boolean
}

const ligatures: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae' }

/** Removes accents and capitals, but not the marks of Japanese, which make other letters: カ and ガ. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(?:(?![\u3099\u309a])\p{M})+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßœæ]/g, letter => ligatures[letter] ?? letter)

const PART_PATTERN = /-?"[^"]*"?|[^\s"]+/g
/** "time-lapse", "sunrise/sunset" and "9:16" are two words each; "29.97" is one. */
const WORD_SEPARATORS = /[-/@~\\:,;|&()[\]{}!?+*=<>_]+|\.(?!\d)/g
const CLOSING_QUOTES = /['’`]+(?=\s|$)/g

const splitWords = (text: string, offset: number): TextPart[] => {
  const words = [WORD_SEPARATORS, CLOSING_QUOTES].reduce(
    (rest, pattern) => rest.replaceAll(pattern, separators => ' '.repeat(separators.length)),
    text,
  )
  const parts = [...words.matchAll(/\S+/g)]
    .map(({ 0: word, index }) => ({
      text: word,
      normalized: fold(word).replaceAll(/['’`]/g, ''),
      start: offset + index,
      end: offset + index + word.length,
    }))
    .filter(({ normalized }) => /[\p{L}\p{N}]/u.test(normalized))
  return parts.map((part, i) => (i === parts.length - 1 && text.endsWith(',') ? { ...part, comma: true } : part))
}

export const splitText = (text: string): TextPart[] =>
  [...text.matchAll(PART_PATTERN)].flatMap(({ 0: part, index }): TextPart[] =>
    part.startsWith('"') || (part.startsWith('-') && part !== '-')
      ? [{ text: part, normalized: '', start: index, end: index + part.length }]
      : splitWords(part, index),
  )

/** A range of a text, in UTF-16 units. */
export type TextSpan = readonly [start: number, end: number]

/** Returns the ranges of parts; parts with nothing but separators between them are one range. */
export const toSpans = (parts: readonly TextPart[], text: string): TextSpan[] =>
  parts
    .toSorted((a, b) => a.start - b.start)
    .reduce<TextSpan[]>((spans, { start, end }) => {
      const last = spans.at(-1)
      return last && !/[\p{L}\p{N}"]/u.test(text.slice(last[1], start))
        ? [...spans.slice(0, -1), [last[0], Math.max(end, last[1])]]
        : [...spans, [start, end]]
    }, [])

/** Sorts ranges and joins those that overlap. */
export const mergeSpans = (spans: readonly TextSpan[]): TextSpan[] =>
  spans
    .toSorted(([a], [b]) => a - b)
    .reduce<TextSpan[]>((merged, [start, end]) => {
      const last = merged.at(-1)
      return last && start < last[1]
        ? [...merged.slice(0, -1), [last[0], Math.max(end, last[1])]]
        : [...merged, [start, end]]
    }, [])

export const joinParts = (parts: readonly TextPart[]): string => parts.map(part => part.text).join(' ')
