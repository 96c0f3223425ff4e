/**
 * Parses a search text: words, "phrases", -exclusions, AND, OR, NOT and parentheses. AND binds tighter than OR, and words beside
 * each other belong together. Any text is valid: what cannot be an operator is ignored.
 */
import { splitText } from './text-parts.ts'

export type TextNode =
  | { kind: 'word'; text: string }
  | { kind: 'phrase'; text: string }
  | { kind: 'not'; of: TextNode }
  | { kind: 'any'; of: TextNode[] }
  /** `required`: joined by AND, so that no part can be left out. */
  | { kind: 'all'; of: TextNode[]; required: boolean }

type Token = { kind: 'word' | 'phrase'; text: string } | { kind: 'and' | 'or' | 'not' | 'open' | 'close' }

const TOKEN_PATTERN = /"([^"]*)"?|(\()|(\))|(\|+)|(&&+)|(?<![^\s(])([-–!]+)(?=[\p{L}\p{N}"(])|([^\s"()|&]+)/gu
/** A tilde begins the terms of filters, and the others would make one term of several words. */
const PHRASE_SEPARATORS = /[/@~\\]+|(?<![\p{L}\p{N}])-+|-+(?![\p{L}\p{N}])/gu
const MAX_DEPTH = 10

const toTokens = (text: string): Token[] =>
  [...text.matchAll(TOKEN_PATTERN)].flatMap(([, phrase, open, close, or, and, minus, word]): Token[] => {
    if (phrase !== undefined) {
      const text = phrase.replaceAll(PHRASE_SEPARATORS, ' ').trim()
      return text === '' ? [] : [{ kind: 'phrase', text }]
    }
    if (open) return [{ kind: 'open' }]
    if (close) return [{ kind: 'close' }]
    if (or || word?.toLowerCase() === 'or') return [{ kind: 'or' }]
    if (and || word === 'AND') return [{ kind: 'and' }]
    if (minus || word === 'NOT') return [{ kind: 'not' }]
    // "sunrise/sunset" is two words.
    return splitText((word ?? '').replace(/^[-–!]+/, '')).map(part => ({ kind: 'word', text: part.text }))
  })

const joinNodes = (nodes: readonly TextNode[], join: (of: TextNode[]) => TextNode): TextNode | undefined => {
  const [only] = nodes
  return nodes.length > 1 ? join([...nodes]) : only
}

/** Returns undefined for a text without words. */
export const parseText = (text: string): TextNode | undefined => {
  const tokens = toTokens(text)
  let at = 0

  const parseAlternatives = (depth: number): TextNode | undefined => {
    const branches: TextNode[] = []
    for (;;) {
      const branch = parseSequence(depth)
      if (branch) branches.push(branch)
      if (tokens[at]?.kind !== 'or') return joinNodes(branches, of => ({ kind: 'any', of }))
      at++
    }
  }

  const parseSequence = (depth: number): TextNode | undefined => {
    const nodes: TextNode[] = []
    let hasAnd = false
    for (let token = tokens[at]; token && token.kind !== 'or' && token.kind !== 'close'; token = tokens[at]) {
      if (token.kind === 'and') {
        at++
        hasAnd ||= nodes.length > 0
        continue
      }
      const node = parseUnit(depth)
      if (node) nodes.push(node)
    }
    return joinNodes(nodes, of => ({ kind: 'all', of, required: hasAnd }))
  }

  const parseUnit = (depth: number): TextNode | undefined => {
    const token = tokens[at++]
    if (token?.kind === 'word' || token?.kind === 'phrase') return token
    if (token?.kind === 'not') {
      while (tokens[at]?.kind === 'not') at++
      const next = tokens[at]?.kind
      const of =
        next === undefined || next === 'or' || next === 'and' || next === 'close' ? undefined : parseUnit(depth)
      return of && { kind: 'not', of }
    }
    if (token?.kind !== 'open' || depth >= MAX_DEPTH) return undefined
    const inner = parseAlternatives(depth + 1)
    if (tokens[at]?.kind === 'close') at++
    return inner
  }

  const parts: TextNode[] = []
  while (at < tokens.length) {
    const part = parseAlternatives(0)
    if (part) parts.push(part)
    // A parenthesis that closes nothing.
    if (tokens[at]?.kind === 'close') at++
  }
  return joinNodes(parts, of => ({ kind: 'all', of, required: false }))
}
