import type { BenchEnvironment } from './environment.ts'
/** Benchmarks complete pages. */
import { runLoad } from './load.ts'
import { toQueryString, measurePaths, printRow, seconds } from './report.ts'
import { measureScripts } from './script-size.ts'
import { categorySlugs, subjects } from './vocabulary.ts'

export const benchmarkPages = async ({ shop }: BenchEnvironment): Promise<void> => {
  const pages = [
    ...subjects.map(q => `/clips?${toQueryString({ q })}`),
    ...categorySlugs.map(category => `/clips?${toQueryString({ category })}`),
  ]
  printRow('page of 60 clips, c=10', await measurePaths(shop, pages, 10))
  printRow('page of 60 clips, c=1', await measurePaths(shop, pages, 1))
  const brotliRequests = pages.map(path => ({ method: 'GET' as const, path, headers: { 'accept-encoding': 'br' } }))
  printRow(
    'page of 60 clips, brotli, c=10',
    await runLoad({ origin: shop, requests: brotliRequests, connections: 10, seconds }),
  )
  for (const page of ['/', '/clips?q=ocean', '/clips/clip-5/5']) {
    const { files, gzip_bytes } = await measureScripts(shop, page)
    console.log(
      `scripts of ${page.padEnd(23)} ${(gzip_bytes / 1_000).toFixed(0).padStart(6)} kB gzipped in ${files} files`,
    )
  }
}
