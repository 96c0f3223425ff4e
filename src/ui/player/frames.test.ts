import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { frameAt, shortDuration, stepFrames, timecode, timeOf } from './frames.ts'

const rate = fc.constantFrom(23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60)
const frame = fc.integer({ min: 0, max: 200_000 })

describe('frames', () => {
  test('a moment inside a frame shows that frame', () => {
    fc.assert(fc.property(frame, rate, (n, fps) => frameAt(timeOf(n, fps), fps) === n))
  })

  test('the very start of a frame counts to it, even cut to microseconds as browsers do', () => {
    fc.assert(fc.property(frame, rate, (n, fps) => frameAt(Math.floor((n / fps) * 1e6) / 1e6, fps) === n))
  })

  test('a step there and back comes home', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 900 }), fc.integer({ min: 1, max: 10 }), rate, (n, by, fps) => {
        const duration = 1000 / fps
        const there = stepFrames(timeOf(n, fps), by, fps, duration)
        expect(frameAt(there, fps)).toBe(n + by)
        expect(frameAt(stepFrames(there, -by, fps, duration), fps)).toBe(n)
      }),
    )
  })

  test('steps stop at the first and the last frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), fc.integer({ min: -2000, max: 2000 }), rate, (count, by, fps) => {
        const duration = count / fps
        const at = frameAt(stepFrames(duration / 2, by, fps, duration), fps)
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(count - 1)
      }),
    )
  })
})

describe('timecode', () => {
  test('counts frames up to the whole rate, then seconds', () => {
    expect(timecode(0, 24)).toBe('00:00:00:00')
    expect(timecode(23 / 24, 24)).toBe('00:00:00:23')
    expect(timecode(1, 24)).toBe('00:00:01:00')
    expect(timecode(3661.5, 30)).toBe('01:01:01:15')
  })

  test('at fractional rates the frame count, not the clock, decides', () => {
    expect(timecode(timeOf(24, 23.976), 23.976)).toBe('00:00:01:00')
    expect(timecode(timeOf(1799, 29.97), 29.97)).toBe('00:00:59:29')
  })

  test('reads back to the same frame', () => {
    fc.assert(
      fc.property(frame, rate, (n, fps) => {
        const [h = 0, m = 0, s = 0, f = 0] = timecode(timeOf(n, fps), fps).split(':').map(Number)
        expect(((h * 60 + m) * 60 + s) * Math.round(fps) + f).toBe(n)
      }),
    )
  })
})

test('a length is said in whole seconds, and nothing short becomes nothing', () => {
  expect(shortDuration(0)).toBe('0:00')
  expect(shortDuration(0.2)).toBe('0:01')
  expect(shortDuration(14.4)).toBe('0:14')
  expect(shortDuration(59.6)).toBe('1:00')
  expect(shortDuration(3723)).toBe('1:02:03')
})
