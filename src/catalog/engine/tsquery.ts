/** Reads PostgreSQL's text of a tsquery: `( 'ocean' | 'deep' <-> 'sea' ) & !'boat'`. */
export type Query =
  | { kind: 'word'; lexeme: string }
  | { kind: 'all' | 'any'; of: Query[] }
  | { kind: 'not'; of: Query }
  /** The second stands `distance` places after the first. Both are made of words, `any` and phrases only. */
  | { kind: 'phrase'; before: Query; after: Query; distance: number }

/** The tree; undefined for an empty query. Throws a RangeError for what the engine cannot answer: beginnings, weights, `!` or `&` in phrases. */
export const parseTsquery = (text: string): Query | undefined => {
  const tokens = tokensOf(text)
  if (tokens.length === 0) return undefined
  let at = 0

  const operand = (): Query => {
    const token = tokens[at++] ?? ''
    if (token === '!') return { kind: 'not', of: operand() }
    if (token === '(') {
      const inner = alternatives()
      at++
      return inner
    }
    return { kind: 'word', lexeme: token.slice(1) }
  }
  const phrase = (): Query => {
    let before = operand()
    for (let sign = tokens[at]; sign?.startsWith('<'); sign = tokens[at]) {
      at++
      const after = operand()
      if (!standsSomewhere(before) || !standsSomewhere(after)) throw new RangeError('A phrase of more than words')
      before = { kind: 'phrase', before, after, distance: sign === '<->' ? 1 : Number(sign.slice(1, -1)) }
    }
    return before
  }
  const list = (kind: 'all' | 'any', sign: string, part: () => Query): Query => {
    const parts = [part()]
    while (tokens[at] === sign) {
      at++
      parts.push(part())
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind, of: parts }
  }
  const alternatives = (): Query => list('any', '|', () => list('all', '&', phrase))
  return alternatives()
}

const standsSomewhere = (query: Query): boolean =>
  query.kind === 'word' || query.kind === 'phrase' || (query.kind === 'any' && query.of.every(standsSomewhere))

/** Signs as they are, lexemes behind a quote. */
const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (sign === ' ') at++
    else if ('()!&|'.includes(sign)) {
      tokens.push(sign)
      at++
    } else if (sign === '<') {
      const end = text.indexOf('>', at) + 1
      tokens.push(text.slice(at, end))
      at = end
    } else if (sign === "'") {
      let lexeme = ''
      for (at++; at < text.length && (text[at] !== "'" || text[at + 1] === "'"); at++) {
        if (text[at] === "'" || text[at] === '\\') at++
        lexeme += text[at] ?? ''
      }
      at++
      tokens.push(`'${lexeme}`)
    } else throw new RangeError(`The engine does not know “${sign}”`)
  }
  return tokens
}
