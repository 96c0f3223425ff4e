/** A check that tells a lot writes little. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { writeNowAndThen, type CheckProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const listen = () => {
  const written: CheckProgress[] = []
  return { written, ...writeNowAndThen(async progress => void written.push(progress)) }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('at most one write a second, the newest each time, and none for what was told before', async () => {
  const { written, tell, stop } = listen()
  for (let n = 0; n < 10_000; n += 1) {
    tell('making', Math.floor(n / 100))
    // 10,000 tellings in ten seconds.
    await pass(1)
  }
  await pass(1_000)
  expect(written.length).toBeLessThanOrEqual(11)
  expect(written[0]).toEqual({ step: 'making', percent: 0 })
  expect(written.at(-1)).toEqual({ step: 'making', percent: 99 })
  const before = written.length
  tell('making', 99)
  await pass(5_000)
  expect(written.length).toBe(before)
  tell('saving', null)
  await pass(0)
  expect(written.at(-1)).toEqual({ step: 'saving', percent: null })
  await stop()
})

test('nothing is written once it was stopped, and a write that fails does not stop it', async () => {
  const { written, tell, stop } = listen()
  tell('joining', 1)
  tell('joining', 2)
  await stop()
  tell('joining', 3)
  await pass(5_000)
  expect(written).toEqual([{ step: 'joining', percent: 1 }])

  let tried = 0
  const failing = writeNowAndThen(async () => {
    tried += 1
    throw new Error('The database is away.')
  })
  failing.tell('joining', 1)
  await pass(1_000)
  failing.tell('joining', 2)
  await pass(1_000)
  expect(tried).toBe(2)
  await failing.stop()
})
