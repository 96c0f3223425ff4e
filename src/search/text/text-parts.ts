/**
 * Splits a search text into words, quoted phrases and exclusions. The database function `parse_search_query` splits it the same way.
 */

/**
 * `text` is as typed. `normalized` is for comparison: without accents, capitals and punctuation, and always with a letter or
 * digit; '' for quotes and exclusions.
 */
export type TextPart = { text: string; normalized: string }

/** Removes accents and capitals. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const PART_PATTERN = /-?"[^"]*"?|[^\s"]+/g
/** "time-lapse", "sunrise/sunset" and "9:16" are two words each; "29.97" is one. */
const WORD_SEPARATORS = /[-/@~\\:,;|&()[\]{}!?+*=<>_]+|\.(?!\d)|['’`](?=\s|$)/g

const splitWords = (text: string): TextPart[] =>
  text
    .replaceAll(WORD_SEPARATORS, ' ')
    .split(/\s+/)
    .map(word => ({ text: word, normalized: fold(word).replaceAll(/['’`]/g, '') }))
    .filter(({ normalized }) => /[\p{L}\p{N}]/u.test(normalized))

export const splitText = (text: string): TextPart[] =>
  (text.match(PART_PATTERN) ?? []).flatMap((part): TextPart[] =>
    part.startsWith('"') || (part.startsWith('-') && part !== '-')
      ? [{ text: part, normalized: '' }]
      : splitWords(part),
  )

export const joinParts = (parts: readonly TextPart[]): string => parts.map(part => part.text).join(' ')
