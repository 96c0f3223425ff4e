/** Frequent progress reports cause few writes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { throttleProgress, type CheckProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const startThrottle = () => {
  const written: CheckProgress[] = []
  return { written, ...throttleProgress(async progress => void written.push(progress)) }
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('writes at most once a second, always the newest progress, and never the same twice', async () => {
  const { written, report, stop } = startThrottle()
  for (let n = 0; n < 10_000; n += 1) {
    report('making', Math.floor(n / 100))
    // 10,000 reports in ten seconds.
    await advance(1)
  }
  await advance(1_000)
  expect(written.length).toBeLessThanOrEqual(11)
  expect(written[0]).toEqual({ step: 'making', percent: 0 })
  expect(written.at(-1)).toEqual({ step: 'making', percent: 99 })
  const before = written.length
  report('making', 99)
  await advance(5_000)
  expect(written.length).toBe(before)
  report('saving', null)
  await advance(0)
  expect(written.at(-1)).toEqual({ step: 'saving', percent: null })
  await stop()
})

test('writes nothing after it is stopped, and survives a failed write', async () => {
  const { written, report, stop } = startThrottle()
  report('joining', 1)
  report('joining', 2)
  await stop()
  report('joining', 3)
  await advance(5_000)
  expect(written).toEqual([{ step: 'joining', percent: 1 }])

  let attempts = 0
  const failing = throttleProgress(async () => {
    attempts += 1
    throw new Error('The database is down.')
  })
  failing.report('joining', 1)
  await advance(1_000)
  failing.report('joining', 2)
  await advance(1_000)
  expect(attempts).toBe(2)
  await failing.stop()
})
