/** Parses the text form of a PostgreSQL tsvector: `'ocean':2A,9 'storm':3B '~look=aerial'`. */

/**
 * A word's position packed as in PostgreSQL: the position in the low 14 bits, the weight (A 3, B 2, C 1, D 0) in the high two.
 */
export type PackedPosition = number
export const positionOf = (packed: PackedPosition): number => packed & 0x3fff
export const weightOf = (packed: PackedPosition): number => packed >> 14

const weights: Record<string, number> = { C: 1, B: 2, A: 3 }
const ZERO_CODE = 48

/**
 * Calls `visit` with each lexeme and its positions; filter terms have none. The `positions` array is reused for the next
 * lexeme.
 */
export const forEachLexeme = (
  text: string,
  visit: (lexeme: string, positions: readonly PackedPosition[]) => void,
): void => {
  const positions: PackedPosition[] = []
  let at = 0
  while ((at = text.indexOf("'", at)) >= 0) {
    const from = ++at
    // Within a lexeme, quotes and backslashes are doubled.
    let isEscaped = false
    for (; at < text.length; at++) {
      const char = text[at]
      if (char !== "'" && char !== '\\') continue
      if (char === "'" && text[at + 1] !== "'") break
      isEscaped = true
      at++
    }
    const raw = text.slice(from, at++)
    positions.length = 0
    if (text[at] === ':') {
      do {
        let position = 0
        for (at++; isDigit(text[at]); at++) position = position * 10 + text.charCodeAt(at) - ZERO_CODE
        const weight = weights[text[at] ?? '']
        if (weight !== undefined) at++
        positions.push(position | ((weight ?? 0) << 14))
      } while (text[at] === ',')
    }
    visit(isEscaped ? raw.replaceAll(/(['\\])\1/g, '$1') : raw, positions)
  }
}

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9'
