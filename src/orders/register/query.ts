/** What the address of the register asks for; what it cannot mean is left out. */
import { isDay, registerSorts, useIds } from './contract.ts'
import { licenseStates } from './states.ts'

const one = <T extends string>(known: readonly T[], text: string | null) => known.find(word => word === text)
const shaped = (shape: RegExp, text: string | null) => (text !== null && shape.test(text) ? text : undefined)
const dayIn = (text: string | null) => (text !== null && isDay(text) ? text : undefined)

export const registerQuery = (asked: URLSearchParams) => ({
  search: asked.get('search')?.replaceAll('\0', '').trim().slice(0, 200) || undefined,
  use: one(useIds.map(String), asked.get('use')),
  state: one(licenseStates, asked.get('state')),
  project: shaped(/^(none|[1-9]\d{0,8})$/, asked.get('project')),
  ends_from: dayIn(asked.get('ends_from')),
  ends_to: dayIn(asked.get('ends_to')),
  sort: one(registerSorts, asked.get('sort')),
  page: shaped(/^[1-9]\d{0,5}$/, asked.get('page')),
})

/** An address of the register with just what is asked. */
export const searchOf = (query: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
