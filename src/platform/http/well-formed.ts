/** JSON can contain lone surrogates, which the database rejects. */

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/
/** Every escape: surrogate pairs, lone surrogates (captured), and anything else. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[^])/g

/** Returns the JSON text with every lone surrogate replaced by `\ufffd`, like `toWellFormed`. */
export const toWellFormedJson = (text: string): string =>
  SURROGATE_ESCAPE.test(text)
    ? text.replaceAll(ESCAPES, (escape, lone?: string) => (lone === undefined ? escape : '\\ufffd'))
    : text
