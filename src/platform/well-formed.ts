/** JSON can name half a character, which no database takes. */

const half = /\\u[dD][89a-fA-F]/
/** Every escape: whole characters of two halves, a half alone, anything else. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g

/** The same JSON text with `\ufffd` wherever half a character stood alone, as `toWellFormed` has it. */
export const wellFormedJson = (text: string): string =>
  half.test(text)
    ? text.replaceAll(escapes, (escape, alone?: string) => (alone === undefined ? escape : '\\ufffd'))
    : text
