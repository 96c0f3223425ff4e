/** Prints the results of API fuzzing. */
import type { ApiOperation } from './fuzz-documents.ts'
import type { HttpExchange } from './fuzz-recorder.ts'

const SLOW_MS = 2_000
const MAX_PRINTED = 40
const MAX_BODY_CHARACTERS = 2_000

const countBy = <Key>(values: readonly Key[]): Map<Key, number> => {
  const counts = new Map<Key, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const formatCounts = (counts: Map<number | string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([name, count]) => `${name}: ${count.toLocaleString('en-US')}`)
    .join(', ')

const statusClassOf = ({ status }: HttpExchange) => `${Math.floor(status / 100)}xx`

export const printRole = (name: string, exchanges: readonly HttpExchange[]) => {
  const successes = exchanges.filter(({ status }) => status < 300).length
  const share = exchanges.length === 0 ? 0 : Math.round((successes / exchanges.length) * 100)
  console.log(
    `${name}: ${exchanges.length.toLocaleString('en-US')} responses, ${share} % of them 2xx (${formatCounts(countBy(exchanges.map(({ status }) => status)))})`,
  )
}

const operationOf = ({ method, url }: HttpExchange, operations: readonly ApiOperation[]): string => {
  const [path = ''] = url.split('?')
  const operation = operations.find(candidate => candidate.method === method && candidate.matches.test(path))
  return `${method} ${operation?.path ?? 'no operation'}`
}

const printExchange = (role: string, exchange: HttpExchange, operations: readonly ApiOperation[]) => {
  const { method, url, content_type, body, status, ms } = exchange
  console.log(`  ${status} after ${ms} ms as ${role}: ${operationOf(exchange, operations)}`)
  console.log(`    ${method} ${url.slice(0, MAX_BODY_CHARACTERS)}`)
  if (body) console.log(`    ${content_type ?? 'no content type'}: ${body.slice(0, MAX_BODY_CHARACTERS)}`)
}

/** Prints the report. Returns the number of 5xx and slow responses. */
export const printReport = (
  roles: readonly { name: string; exchanges: readonly HttpExchange[] }[],
  operations: readonly ApiOperation[],
): number => {
  const requests = roles.flatMap(({ name, exchanges }) => exchanges.map(exchange => ({ name, exchange })))
  console.log(
    `\n${requests.length.toLocaleString('en-US')} requests (${formatCounts(countBy(requests.map(({ exchange }) => statusClassOf(exchange))))})`,
  )
  const called = new Set(requests.map(({ exchange }) => operationOf(exchange, operations)))
  const uncalled = operations.filter(({ method, path }) => !called.has(`${method} ${path}`))
  console.log(`${operations.length - uncalled.length} of ${operations.length} operations were called`)
  for (const { method, path } of uncalled) console.log(`  never called: ${method} ${path}`)
  const serverErrors = requests.filter(({ exchange }) => exchange.status >= 500)
  const slow = requests.filter(({ exchange }) => exchange.ms > SLOW_MS)
  const slowest = requests.toSorted((a, b) => b.exchange.ms - a.exchange.ms).slice(0, 1)
  for (const [title, rows] of [
    [`${serverErrors.length} responses with 5xx`, serverErrors],
    [`${slow.length} responses after more than ${SLOW_MS} ms`, slow],
    ['Slowest', slowest],
  ] as const) {
    console.log(title)
    for (const { name, exchange } of rows.slice(0, MAX_PRINTED)) printExchange(name, exchange, operations)
  }
  return serverErrors.length + slow.length
}
