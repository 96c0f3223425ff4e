/** Parses and formats the text form of a PostgreSQL tsquery: `( 'ocean' | 'deep' <-> 'sea' ) & !'boat'`. */
export type TsQuery =
  | { kind: 'word'; lexeme: string }
  | { kind: 'all' | 'any'; of: TsQuery[] }
  | { kind: 'not'; of: TsQuery }
  /** `after` is `distance` words after `before`. Both consist of words, `any` and phrases only. */
  | { kind: 'phrase'; before: TsQuery; after: TsQuery; distance: number }

/**
 * Returns the query tree, or undefined for an empty query. Throws a RangeError for what the engine does not support: prefixes,
 * weights, and `!` or `&` in phrases.
 */
export const parseTsquery = (text: string): TsQuery | undefined => {
  const tokens = tokenize(text)
  if (tokens.length === 0) return undefined
  let at = 0

  const parseOperand = (): TsQuery => {
    const token = tokens[at++] ?? ''
    if (token === '!') return { kind: 'not', of: parseOperand() }
    if (token === '(') {
      const inner = parseAlternatives()
      at++
      return inner
    }
    return { kind: 'word', lexeme: token.slice(1) }
  }
  const parsePhrase = (): TsQuery => {
    let before = parseOperand()
    for (let operator = tokens[at]; operator?.startsWith('<'); operator = tokens[at]) {
      at++
      const after = parseOperand()
      if (!hasPositions(before) || !hasPositions(after)) throw new RangeError('A phrase may only contain words')
      before = { kind: 'phrase', before, after, distance: operator === '<->' ? 1 : Number(operator.slice(1, -1)) }
    }
    return before
  }
  const parseList = (kind: 'all' | 'any', operator: string, parsePart: () => TsQuery): TsQuery => {
    const parts = [parsePart()]
    while (tokens[at] === operator) {
      at++
      parts.push(parsePart())
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind, of: parts }
  }
  const parseAlternatives = (): TsQuery => parseList('any', '|', () => parseList('all', '&', parsePhrase))
  return parseAlternatives()
}

const hasPositions = (query: TsQuery): boolean =>
  query.kind === 'word' || query.kind === 'phrase' || (query.kind === 'any' && query.of.every(hasPositions))

/** Splits the text into tokens: operators as they are, lexemes with a leading quote. */
const tokenize = (text: string): string[] => {
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === ' ') at++
    else if ('()!&|'.includes(char)) {
      tokens.push(char)
      at++
    } else if (char === '<') {
      const end = text.indexOf('>', at) + 1
      tokens.push(text.slice(at, end))
      at = end
    } else if (char === "'") {
      let lexeme = ''
      for (at++; at < text.length && (text[at] !== "'" || text[at + 1] === "'"); at++) {
        if (text[at] === "'" || text[at] === '\\') at++
        lexeme += text[at] ?? ''
      }
      at++
      tokens.push(`'${lexeme}`)
    } else throw new RangeError(`Unsupported tsquery token “${char}”`)
  }
  return tokens
}

const operators = { all: ' & ', any: ' | ' } as const

/** Formats a query as text for PostgreSQL. `fields`: the weights that its words may have, such as `AB`. */
export const formatTsquery = (query: TsQuery, fields = ''): string => {
  switch (query.kind) {
    case 'word':
      return `'${query.lexeme.replaceAll(/['\\]/g, '$&$&')}'${fields && `:${fields}`}`
    case 'not':
      return `!(${formatTsquery(query.of, fields)})`
    case 'phrase':
      return `(${formatTsquery(query.before, fields)} <${query.distance}> ${formatTsquery(query.after, fields)})`
    default:
      return `(${query.of.map(part => formatTsquery(part, fields)).join(operators[query.kind])})`
  }
}
