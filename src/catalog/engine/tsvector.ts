/** Reads PostgreSQL's text of a tsvector: `'ocean':2A,9 'storm':3B '~look=aerial'`. */

/** Where a word stands, as PostgreSQL packs it: the place in the low 14 bits, the weight (A 3, B 2, C 1, D 0) in the high two. */
export type Place = number
export const placeOf = (place: Place): number => place & 0x3fff
export const weightOf = (place: Place): number => place >> 14

const weights: Record<string, number> = { C: 1, B: 2, A: 3 }
const zero = 48

/** Calls back with each word and its places; words of filters have none. `places` is used again for the next word. */
export const eachLexeme = (text: string, found: (lexeme: string, places: readonly Place[]) => void): void => {
  const places: Place[] = []
  let at = 0
  while ((at = text.indexOf("'", at)) >= 0) {
    const from = ++at
    // Within a lexeme a quote and a backslash are written twice.
    let doubled = false
    for (; at < text.length; at++) {
      const letter = text[at]
      if (letter !== "'" && letter !== '\\') continue
      if (letter === "'" && text[at + 1] !== "'") break
      doubled = true
      at++
    }
    const written = text.slice(from, at++)
    places.length = 0
    if (text[at] === ':') {
      do {
        let place = 0
        for (at++; isDigit(text[at]); at++) place = place * 10 + text.charCodeAt(at) - zero
        const weight = weights[text[at] ?? '']
        if (weight !== undefined) at++
        places.push(place | ((weight ?? 0) << 14))
      } while (text[at] === ',')
    }
    found(doubled ? written.replaceAll(/(['\\])\1/g, '$1') : written, places)
  }
}

const isDigit = (letter: string | undefined) => letter !== undefined && letter >= '0' && letter <= '9'
