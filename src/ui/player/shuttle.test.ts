import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getNextSpeed, SHUTTLE_RATES, nextShuttleRate, PLAYBACK_SPEEDS, type ShuttleKey } from './shuttle.ts'

const press = (keys: readonly ShuttleKey[], from = 0) => keys.reduce((rate, key) => nextShuttleRate(rate, key), from)

test('each L doubles the speed, each J doubles it backward, and K stops', () => {
  expect(press(['forward'])).toBe(1)
  expect(press(['forward', 'forward', 'forward'])).toBe(4)
  expect(press(['backward', 'backward'])).toBe(-2)
  expect(press(['forward', 'forward', 'still'])).toBe(0)
})

test('pressing against the direction slows down, then reverses', () => {
  expect(press(['backward'], 4)).toBe(2)
  expect(press(['backward'], 1)).toBe(-1)
  expect(press(['forward'], -1)).toBe(1)
})

test('from a slow speed the next press is full speed', () => {
  expect(press(['forward'], 0.25)).toBe(1)
  expect(press(['backward'], 0.25)).toBe(-1)
})

test('the rate is always one of the shuttle rates', () => {
  const keys = fc.array(fc.constantFrom<ShuttleKey[]>('backward', 'still', 'forward'))
  fc.assert(fc.property(keys, pressed => (SHUTTLE_RATES as readonly number[]).includes(press(pressed))))
})

test('the speed button cycles back to its start', () => {
  for (const speed of PLAYBACK_SPEEDS) expect(PLAYBACK_SPEEDS.reduce(getNextSpeed, speed)).toBe(speed)
})
