/** Whole pages, as a browser gets them. */
import { run } from './load.ts'
import { asQuery, measure, row, seconds } from './rows.ts'
import type { Stage } from './stage.ts'
import { categorySlugs, subjects } from './vocabulary.ts'
import { scriptsOf } from './weight.ts'

export const measurePages = async ({ shop }: Stage): Promise<void> => {
  const pages = [
    ...subjects.map(q => `/clips?${asQuery({ q })}`),
    ...categorySlugs.map(category => `/clips?${asQuery({ category })}`),
  ]
  row('page of 60 clips, c=10', await measure(shop, pages, 10))
  row('page of 60 clips, c=1', await measure(shop, pages, 1))
  const asBrotli = pages.map(path => ({ method: 'GET' as const, path, headers: { 'accept-encoding': 'br' } }))
  row('page of 60 clips, brotli, c=10', await run({ origin: shop, requests: asBrotli, connections: 10, seconds }))
  for (const page of ['/', '/clips?q=ocean', '/clips/clip-5/5']) {
    const { files, gzip_bytes } = await scriptsOf(shop, page)
    console.log(
      `scripts of ${page.padEnd(23)} ${(gzip_bytes / 1_000).toFixed(0).padStart(6)} kB gzipped in ${files} files`,
    )
  }
}
