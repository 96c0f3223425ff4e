import { expect, test } from 'vitest'

import { cacheWithRefresh, cacheByKey } from './cache.server.ts'
import { testClock } from './clock.ts'

const counter = () => {
  let count = 0
  return { load: async () => (count += 1), calls: () => count }
}

test('concurrent first callers share one load', async () => {
  const { load, calls } = counter()
  const cache = cacheWithRefresh(testClock(), 1_000, load)
  expect(await Promise.all([cache.get(), cache.get(), cache.get()])).toEqual([1, 1, 1])
  expect(calls()).toBe(1)
})

test('a stale value is returned at once while it is refreshed', async () => {
  const clock = testClock()
  const { load } = counter()
  const cache = cacheWithRefresh(clock, 1_000, load)
  expect(await cache.get()).toBe(1)
  clock.advance(1_000)
  expect(await cache.get()).toBe(1)
  clock.advance(1)
  expect(await cache.get()).toBe(1)
  await cache.refresh()
  expect(await cache.get()).toBe(2)
})

test('a failed first load throws, and a failed refresh keeps the old value', async () => {
  const clock = testClock()
  let works = false
  const cache = cacheWithRefresh(clock, 1_000, async () => {
    if (!works) throw new Error('away')
    return 'here'
  })
  await expect(cache.get()).rejects.toThrow('away')
  works = true
  expect(await cache.get()).toBe('here')
  works = false
  clock.advance(2_000)
  expect(await cache.get()).toBe('here')
  await expect(cache.refresh()).rejects.toThrow('away')
  expect(await cache.get()).toBe('here')
})

test('callers with the same key share a value while it is fresh', async () => {
  const clock = testClock()
  const { load, calls } = counter()
  const share = cacheByKey<number>(clock, 2_000, 10)
  expect(await Promise.all([share('sea', load), share('sea', load), share('sky', load)])).toEqual([1, 1, 2])
  clock.advance(1_999)
  expect(await share('sea', load)).toBe(1)
  clock.advance(1)
  expect(await share('sea', load)).toBe(3)
  expect(calls()).toBe(3)
})

test('a shared failure reaches all waiting callers and is not cached', async () => {
  const share = cacheByKey<string>(testClock(), 2_000, 10)
  const failing = () => share('sea', () => Promise.reject(new Error('away'))).catch((error: Error) => error.message)
  expect(await Promise.all([failing(), failing()])).toEqual(['away', 'away'])
  expect(await share('sea', async () => 'here')).toBe('here')
})

test('the oldest entry is evicted when there are too many', async () => {
  const { load } = counter()
  const share = cacheByKey<number>(testClock(), 2_000, 2)
  for (const key of ['sea', 'sky', 'ice']) await share(key, load)
  expect([await share('sky', load), await share('ice', load), await share('sea', load)]).toEqual([2, 3, 4])
})
