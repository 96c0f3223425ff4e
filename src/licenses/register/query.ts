/** Reads the register's query from the URL. Drops invalid values. */

import { licenseStates } from '../in-force.ts'
import { isDay, registerSorts, useIds } from './contract.ts'

const findValue = <T extends string>(allowed: readonly T[], value: string | null) =>
  allowed.find(candidate => candidate === value)
const matchPattern = (pattern: RegExp, value: string | null) =>
  value !== null && pattern.test(value) ? value : undefined
const parseDay = (text: string | null) => (text !== null && isDay(text) ? text : undefined)

export const readRegisterQuery = (search: URLSearchParams) => ({
  search: search.get('search')?.replaceAll('\0', '').trim().slice(0, 200) || undefined,
  use: findValue(useIds.map(String), search.get('use')),
  state: findValue(licenseStates, search.get('state')),
  project: matchPattern(/^(none|[1-9]\d{0,8})$/, search.get('project')),
  ends_from: parseDay(search.get('ends_from')),
  ends_to: parseDay(search.get('ends_to')),
  sort: findValue(registerSorts, search.get('sort')),
  page: matchPattern(/^[1-9]\d{0,5}$/, search.get('page')),
})
