/** What a run of the API fuzzing prints. */
import type { Operation } from './fuzz-documents.ts'
import type { Exchange } from './fuzz-recorder.ts'

const SLOW_MS = 2_000
const MAX_PRINTED = 40
const MAX_BODY_CHARACTERS = 2_000

const countBy = <Key>(values: readonly Key[]): Map<Key, number> => {
  const counts = new Map<Key, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const listed = (counts: Map<number | string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([name, count]) => `${name}: ${count.toLocaleString('en-US')}`)
    .join(', ')

const classOf = ({ status }: Exchange) => `${Math.floor(status / 100)}xx`

export const printRole = (name: string, exchanges: readonly Exchange[]) => {
  const successes = exchanges.filter(({ status }) => status < 300).length
  const share = exchanges.length === 0 ? 0 : Math.round((successes / exchanges.length) * 100)
  console.log(
    `${name}: ${exchanges.length.toLocaleString('en-US')} answers, ${share} % of them 2xx (${listed(countBy(exchanges.map(({ status }) => status)))})`,
  )
}

const operationOf = ({ method, url }: Exchange, operations: readonly Operation[]): string => {
  const [path = ''] = url.split('?')
  const operation = operations.find(candidate => candidate.method === method && candidate.matches.test(path))
  return `${method} ${operation?.path ?? 'no operation'}`
}

const printExchange = (role: string, exchange: Exchange, operations: readonly Operation[]) => {
  const { method, url, content_type, body, status, ms } = exchange
  console.log(`  ${status} after ${ms} ms as ${role}: ${operationOf(exchange, operations)}`)
  console.log(`    ${method} ${url.slice(0, MAX_BODY_CHARACTERS)}`)
  if (body) console.log(`    ${content_type ?? 'no content type'}: ${body.slice(0, MAX_BODY_CHARACTERS)}`)
}

/** Answers the number of 5xx and of answers that took longer than two seconds. */
export const printReport = (
  roles: readonly { name: string; exchanges: readonly Exchange[] }[],
  operations: readonly Operation[],
): number => {
  const all = roles.flatMap(({ name, exchanges }) => exchanges.map(exchange => ({ name, exchange })))
  console.log(
    `\n${all.length.toLocaleString('en-US')} requests (${listed(countBy(all.map(({ exchange }) => classOf(exchange))))})`,
  )
  const called = new Set(all.map(({ exchange }) => operationOf(exchange, operations)))
  const left_out = operations.filter(({ method, path }) => !called.has(`${method} ${path}`))
  console.log(`${operations.length - left_out.length} of ${operations.length} operations were called`)
  for (const { method, path } of left_out) console.log(`  never called: ${method} ${path}`)
  const faults = all.filter(({ exchange }) => exchange.status >= 500)
  const slow = all.filter(({ exchange }) => exchange.ms > SLOW_MS)
  const slowest = all.toSorted((a, b) => b.exchange.ms - a.exchange.ms).slice(0, 1)
  for (const [title, listing] of [
    [`${faults.length} answers of 5xx`, faults],
    [`${slow.length} answers after more than ${SLOW_MS} ms`, slow],
    ['Slowest', slowest],
  ] as const) {
    console.log(title)
    for (const { name, exchange } of listing.slice(0, MAX_PRINTED)) printExchange(name, exchange, operations)
  }
  return faults.length + slow.length
}
