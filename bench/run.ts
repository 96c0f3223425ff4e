/**
 * `npm run bench`: the shop against the bare floor, in one run, over HTTP on PostgreSQL.
 * `npm run bench -- 10000` for fewer clips; `npm run bench -- growth` for searching at 10,000, 100,000 and 1,000,000; `growth 1000000` for one of them.
 */
import { measureBuying } from './buying.ts'
import { measurePages } from './pages.ts'
import { measureSearching } from './searching.ts'
import { openStage, type Stage } from './stage.ts'

const withStage = async (clips: number, show: (stage: Stage) => Promise<void>) => {
  const stage = await openStage(clips)
  try {
    await show(stage)
  } finally {
    await stage.close()
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

const growth = async (sizes: readonly number[]) => {
  for (const clips of sizes)
    await withStage(clips, async stage => {
      const { search_bytes, index_bytes } = stage.sizes
      console.log(
        `  ${clips.toLocaleString('en-US')} clips: search rows ${megabytes(search_bytes)}, their indexes ${megabytes(index_bytes)}, the shop ${megabytes(stage.shopMemory())} of memory`,
      )
      await measureSearching(stage, clips)
    })
}

const whole = (clips: number) =>
  withStage(clips, async stage => {
    await measureSearching(stage, clips)
    await measureBuying(stage, clips)
    await measurePages(stage)
    console.log(`the shop's memory after all that  ${megabytes(stage.shopMemory())}`)
  })

const [asked = '100000', ...sizes] = process.argv.slice(2)
await (asked === 'growth'
  ? growth(sizes.length > 0 ? sizes.map(Number) : [10_000, 100_000, 1_000_000])
  : whole(Number(asked)))
