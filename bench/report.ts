/** Prints one line per measurement. */
import { runLoad, type LoadFigures } from './load.ts'

export const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)

/** Requests the paths repeatedly over `connections` connections. */
export const measurePaths = (origin: string, paths: string[], connections: number): Promise<LoadFigures> =>
  runLoad({ origin, requests: paths.map(path => ({ method: 'GET', path })), connections, seconds })

const formatFigures = ({ per_second, p50_ms, p99_ms, failed }: LoadFigures) =>
  `${String(per_second).padStart(6)}/s  p50 ${String(p50_ms).padStart(4)} ms  p99 ${String(p99_ms).padStart(4)} ms${failed ? `  ${failed} failed` : ''}`

export const printRow = (name: string, shop: LoadFigures | undefined, baseline?: LoadFigures): void => {
  const comparison =
    shop && baseline ? `${Math.round((100 * shop.per_second) / baseline.per_second)} % of the baseline` : ''
  console.log(
    `${name.padEnd(34)} ${shop ? formatFigures(shop) : ''}   ${baseline ? `baseline ${formatFigures(baseline)}   ${comparison}` : ''}`,
  )
}

export const toQueryString = (search: Record<string, string>) => new URLSearchParams(search).toString()
