/** Reading requests: everything in them is unknown until it has been looked at. */
import { randomBytes } from 'node:crypto'

import type { Fields } from './records.ts'

export type Params = Record<string, unknown>

const isParams = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Anything as named values: what is no object has none. */
export const asParams = (value: unknown): Params => (isParams(value) ? value : {})

/** A nested group, empty when it is absent. */
export const group = (params: Params, name: string): Params => asParams(params[name])

/** A text or number as text; undefined when absent or empty. */
export function text(params: Params, name: string): string | undefined {
  const value = params[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A switch: true or "true". */
export const flag = (params: Params, name: string) => params[name] === true || params[name] === 'true'

/** The texts of a group, of the given names only (all of them when none are given). */
export function fields(params: Params, names?: readonly string[]): Fields {
  const found = (names ?? Object.keys(params)).map(name => [name, text(params, name)] as const)
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** A random id of the letters that the SDK allows in paths; eight of them carry 40 bits. */
export const newId = (length = 8) => [...randomBytes(length)].map(byte => letters[byte % letters.length]).join('')

/** Now, as records keep it. */
export const now = () => new Date().toISOString()
