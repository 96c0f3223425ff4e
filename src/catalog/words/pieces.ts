/** A search text as parts: plain words, and what its quotes and minus signs mean exactly so. The database cuts it alike (`words_query`). */

/** `said` as typed. `piece` for comparing: no accents, no capitals, none of the signs around it, never without a letter or digit; '' for what is meant exactly so. */
export type Part = { said: string; piece: string }

/** Without accents and capitals. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const shape = /-?"[^"]*"?|[^\s"]+/g
/** "time-lapse", "sunrise/sunset" and "9:16" are two words each; "29.97" is one. */
const between_words = /[-/@~\\:,;|&()[\]{}!?+*=<>_]+|\.(?!\d)|['’`](?=\s|$)/g

const wordsIn = (text: string): Part[] =>
  text
    .replaceAll(between_words, ' ')
    .split(/\s+/)
    .map(said => ({ said, piece: fold(said).replaceAll(/['’`]/g, '') }))
    .filter(({ piece }) => /[\p{L}\p{N}]/u.test(piece))

export const partsOf = (text: string): Part[] =>
  (text.match(shape) ?? []).flatMap((part): Part[] =>
    part.startsWith('"') || (part.startsWith('-') && part !== '-') ? [{ said: part, piece: '' }] : wordsIn(part),
  )

export const textOf = (parts: readonly Part[]): string => parts.map(part => part.said).join(' ')
