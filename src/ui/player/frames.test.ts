import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { secondsToFrame, formatDuration, stepFrames, secondsToTimecode, frameToSeconds } from './frames.ts'

const rate = fc.constantFrom(23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60)
const frame = fc.integer({ min: 0, max: 200_000 })

describe('frames', () => {
  test('a time inside a frame shows that frame', () => {
    fc.assert(fc.property(frame, rate, (n, fps) => secondsToFrame(frameToSeconds(n, fps), fps) === n))
  })

  test('the exact start of a frame belongs to it, even truncated to microseconds as in browsers', () => {
    fc.assert(fc.property(frame, rate, (n, fps) => secondsToFrame(Math.floor((n / fps) * 1e6) / 1e6, fps) === n))
  })

  test('a step forward and back returns to the same frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 900 }), fc.integer({ min: 1, max: 10 }), rate, (n, step, fps) => {
        const duration = 1000 / fps
        const moved = stepFrames(frameToSeconds(n, fps), step, fps, duration)
        expect(secondsToFrame(moved, fps)).toBe(n + step)
        expect(secondsToFrame(stepFrames(moved, -step, fps, duration), fps)).toBe(n)
      }),
    )
  })

  test('steps stop at the first and the last frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), fc.integer({ min: -2000, max: 2000 }), rate, (count, step, fps) => {
        const duration = count / fps
        const stopFrame = secondsToFrame(stepFrames(duration / 2, step, fps, duration), fps)
        expect(stopFrame).toBeGreaterThanOrEqual(0)
        expect(stopFrame).toBeLessThanOrEqual(count - 1)
      }),
    )
  })
})

describe('timecode', () => {
  test('counts frames up to the rounded rate, then seconds', () => {
    expect(secondsToTimecode(0, 24)).toBe('00:00:00:00')
    expect(secondsToTimecode(23 / 24, 24)).toBe('00:00:00:23')
    expect(secondsToTimecode(1, 24)).toBe('00:00:01:00')
    expect(secondsToTimecode(3661.5, 30)).toBe('01:01:01:15')
  })

  test('at fractional rates the frame count decides, not the clock', () => {
    expect(secondsToTimecode(frameToSeconds(24, 23.976), 23.976)).toBe('00:00:01:00')
    expect(secondsToTimecode(frameToSeconds(1799, 29.97), 29.97)).toBe('00:00:59:29')
  })

  test('parses back to the same frame', () => {
    fc.assert(
      fc.property(frame, rate, (n, fps) => {
        const [h = 0, m = 0, s = 0, f = 0] = secondsToTimecode(frameToSeconds(n, fps), fps).split(':').map(Number)
        expect(((h * 60 + m) * 60 + s) * Math.round(fps) + f).toBe(n)
      }),
    )
  })
})

test('a duration is shown in whole seconds, and any length is at least one second', () => {
  expect(formatDuration(0)).toBe('0:00')
  expect(formatDuration(0.2)).toBe('0:01')
  expect(formatDuration(14.4)).toBe('0:14')
  expect(formatDuration(59.6)).toBe('1:00')
  expect(formatDuration(3723)).toBe('1:02:03')
})
