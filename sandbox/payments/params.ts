/** Reads request parameters, which are untrusted. */
import { randomBytes } from 'node:crypto'

import type { Fields } from './records.ts'

export type Params = Record<string, unknown>

const isParams = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as parameters; empty when it is not an object. */
export const asParams = (value: unknown): Params => (isParams(value) ? value : {})

/** A nested group of parameters; empty when it is absent. */
export const group = (params: Params, name: string): Params => asParams(params[name])

/** A parameter as text, from a string or a number; undefined when absent or empty. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether a parameter is true or "true". */
export const flag = (params: Params, name: string) => params[name] === true || params[name] === 'true'

/** The text parameters with the given names, or all of them when no names are given. */
export function fields(params: Params, names?: readonly string[]): Fields {
  const entries = (names ?? Object.keys(params)).map(name => [name, text(params, name)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A random id in the alphabet that the SDK allows in paths. Eight characters have 40 bits. */
export const newId = (length = 8) =>
  [...randomBytes(length)].map(byte => ID_ALPHABET[byte % ID_ALPHABET.length]).join('')

/** The current time as an ISO string. */
export const now = () => new Date().toISOString()
