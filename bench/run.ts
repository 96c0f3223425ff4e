import { openEnvironment, type BenchEnvironment } from './environment.ts'
import { benchmarkPages } from './pages.ts'
/**
 * `npm run bench`: compares the shop with the baseline server over HTTP on PostgreSQL.
 * `npm run bench -- 10000` uses fewer clips. `npm run bench -- growth` benchmarks search at 10,000, 100,000 and 1,000,000
 * clips; `growth 1000000` at one of these sizes.
 */
import { benchmarkPurchases } from './purchases.ts'
import { benchmarkSearch } from './search.ts'

const withEnvironment = async (clips: number, benchmark: (environment: BenchEnvironment) => Promise<void>) => {
  const environment = await openEnvironment(clips)
  try {
    await benchmark(environment)
  } finally {
    await environment.close()
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

const benchmarkGrowth = async (sizes: readonly number[]) => {
  for (const clips of sizes)
    await withEnvironment(clips, async environment => {
      const { search_bytes, index_bytes } = environment.sizes
      console.log(
        `  ${clips.toLocaleString('en-US')} clips: search rows ${megabytes(search_bytes)}, their indexes ${megabytes(index_bytes)}, the shop ${megabytes(environment.shopMemory())} of memory`,
      )
      await benchmarkSearch(environment, clips)
    })
}

const benchmarkAll = (clips: number) =>
  withEnvironment(clips, async environment => {
    await benchmarkSearch(environment, clips)
    await benchmarkPurchases(environment, clips)
    await benchmarkPages(environment)
    console.log(`the shop's memory after all runs  ${megabytes(environment.shopMemory())}`)
  })

const [mode = '100000', ...sizes] = process.argv.slice(2)
await (mode === 'growth'
  ? benchmarkGrowth(sizes.length > 0 ? sizes.map(Number) : [10_000, 100_000, 1_000_000])
  : benchmarkAll(Number(mode)))
