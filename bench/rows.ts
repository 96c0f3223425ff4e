/** One line for each measurement. */
import { run, type Figures } from './load.ts'

export const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)

/** `connections` ask for the paths again and again. */
export const measure = (origin: string, paths: string[], connections: number): Promise<Figures> =>
  run({ origin, requests: paths.map(path => ({ method: 'GET', path })), connections, seconds })

const show = ({ per_second, p50_ms, p99_ms, failed }: Figures) =>
  `${String(per_second).padStart(6)}/s  p50 ${String(p50_ms).padStart(4)} ms  p99 ${String(p99_ms).padStart(4)} ms${failed ? `  ${failed} failed` : ''}`

export const row = (name: string, shop: Figures | undefined, floor?: Figures): void => {
  const share = shop && floor ? `${Math.round((100 * shop.per_second) / floor.per_second)} % of the floor` : ''
  console.log(`${name.padEnd(34)} ${shop ? show(shop) : ''}   ${floor ? `floor ${show(floor)}   ${share}` : ''}`)
}

export const asQuery = (search: Record<string, string>) => new URLSearchParams(search).toString()
