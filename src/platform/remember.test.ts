import { expect, test } from 'vitest'

import { testClock } from './clock.ts'
import { remember, shared } from './remember.server.ts'

const counter = () => {
  let count = 0
  return { load: async () => (count += 1), calls: () => count }
}

test('everyone who asks at first waits for the same answer', async () => {
  const { load, calls } = counter()
  const kept = remember(testClock(), 1_000, load)
  expect(await Promise.all([kept.get(), kept.get(), kept.get()])).toEqual([1, 1, 1])
  expect(calls()).toBe(1)
})

test('an old answer is given at once while a new one is fetched', async () => {
  const clock = testClock()
  const { load } = counter()
  const kept = remember(clock, 1_000, load)
  expect(await kept.get()).toBe(1)
  clock.advance(1_000)
  expect(await kept.get()).toBe(1)
  clock.advance(1)
  expect(await kept.get()).toBe(1)
  await kept.renew()
  expect(await kept.get()).toBe(2)
})

test('a failure is told to whoever has no answer, and forgotten by whoever has one', async () => {
  const clock = testClock()
  let works = false
  const kept = remember(clock, 1_000, async () => {
    if (!works) throw new Error('away')
    return 'here'
  })
  await expect(kept.get()).rejects.toThrow('away')
  works = true
  expect(await kept.get()).toBe('here')
  works = false
  clock.advance(2_000)
  expect(await kept.get()).toBe('here')
  await expect(kept.renew()).rejects.toThrow('away')
  expect(await kept.get()).toBe('here')
})

test('who asks the same within its time shares one answer; another question has its own', async () => {
  const clock = testClock()
  const { load, calls } = counter()
  const share = shared<number>(clock, 2_000, 10)
  expect(await Promise.all([share('sea', load), share('sea', load), share('sky', load)])).toEqual([1, 1, 2])
  clock.advance(1_999)
  expect(await share('sea', load)).toBe(1)
  clock.advance(1)
  expect(await share('sea', load)).toBe(3)
  expect(calls()).toBe(3)
})

test('a shared failure is told to all who waited, and to nobody after', async () => {
  const share = shared<string>(testClock(), 2_000, 10)
  const failing = () => share('sea', () => Promise.reject(new Error('away'))).catch((error: Error) => error.message)
  expect(await Promise.all([failing(), failing()])).toEqual(['away', 'away'])
  expect(await share('sea', async () => 'here')).toBe('here')
})

test('of too many questions the oldest is forgotten', async () => {
  const { load } = counter()
  const share = shared<number>(testClock(), 2_000, 2)
  for (const question of ['sea', 'sky', 'ice']) await share(question, load)
  expect([await share('sky', load), await share('ice', load), await share('sea', load)]).toEqual([2, 3, 4])
})
