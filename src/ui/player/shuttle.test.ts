import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextSpeed, rungs, shuttle, speeds, type ShuttleKey } from './shuttle.ts'

const press = (keys: readonly ShuttleKey[], from = 0) => keys.reduce((rate, key) => shuttle(rate, key), from)

test('each L doubles, each J doubles backward, K stands still', () => {
  expect(press(['forward'])).toBe(1)
  expect(press(['forward', 'forward', 'forward'])).toBe(4)
  expect(press(['backward', 'backward'])).toBe(-2)
  expect(press(['forward', 'forward', 'still'])).toBe(0)
})

test('against the direction it slows, then turns', () => {
  expect(press(['backward'], 4)).toBe(2)
  expect(press(['backward'], 1)).toBe(-1)
  expect(press(['forward'], -1)).toBe(1)
})

test('from a slow speed the next press is a full one', () => {
  expect(press(['forward'], 0.25)).toBe(1)
  expect(press(['backward'], 0.25)).toBe(-1)
})

test('whatever is pressed, the rate stays on the ladder', () => {
  const keys = fc.array(fc.constantFrom<ShuttleKey[]>('backward', 'still', 'forward'))
  fc.assert(fc.property(keys, pressed => (rungs as readonly number[]).includes(press(pressed))))
})

test('the speed button comes round to where it began', () => {
  for (const speed of speeds) expect(speeds.reduce(nextSpeed, speed)).toBe(speed)
})
