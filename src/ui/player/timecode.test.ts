import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createTimebase, frameToTimecode } from './timecode.ts'

const frame = fc.integer({ min: 0, max: 2_000_000 })

test('without a start timecode a clip starts at zero', () => {
  expect(frameToTimecode(0, createTimebase(24))).toBe('00:00:00:00')
  expect(frameToTimecode(25, createTimebase(24, null))).toBe('00:00:01:01')
})

test('a start timecode is added, at whole and fractional rates', () => {
  expect(frameToTimecode(0, createTimebase(25, '01:02:03:04'))).toBe('01:02:03:04')
  expect(frameToTimecode(21, createTimebase(25, '01:02:03:04'))).toBe('01:02:04:00')
  expect(frameToTimecode(24, createTimebase(23.976, '10:59:59:00'))).toBe('11:00:00:00')
})

test('an invalid start timecode is ignored', () => {
  for (const text of ['', 'soon', '1:2:3:4', '00:61:00:00', '00:00:00:24', '01:00:00'])
    expect(frameToTimecode(0, createTimebase(24, text)), text).toBe('00:00:00:00')
})

test('the timecode wraps after a day', () => {
  expect(frameToTimecode(1, createTimebase(25, '23:59:59:24'))).toBe('00:00:00:00')
})

describe('drop-frame', () => {
  test('skips two numbers each minute except every tenth', () => {
    const timebase = createTimebase(29.97, '00:00:00;00')
    expect(frameToTimecode(1799, timebase)).toBe('00:00:59;29')
    expect(frameToTimecode(1800, timebase)).toBe('00:01:00;02')
    expect(frameToTimecode(17_981, timebase)).toBe('00:09:59;29')
    expect(frameToTimecode(17_982, timebase)).toBe('00:10:00;00')
    expect(frameToTimecode(107_892, timebase)).toBe('01:00:00;00')
  })

  test('skips four numbers at 59.94', () => {
    const timebase = createTimebase(59.94, '00:00:59;59')
    expect(frameToTimecode(1, timebase)).toBe('00:01:00;04')
  })

  test('starts at the master’s start', () => {
    expect(frameToTimecode(0, createTimebase(29.97, '01:00:00;02'))).toBe('01:00:00;02')
    expect(frameToTimecode(1, createTimebase(29.97, '09:59:59;29'))).toBe('10:00:00;00')
  })

  test('applies only at rates that define it, and only when the master uses it', () => {
    expect(frameToTimecode(1800, createTimebase(30, '00:00:00;00'))).toBe('00:01:00:00')
    expect(frameToTimecode(1800, createTimebase(29.97, '00:00:00:00'))).toBe('00:01:00:00')
    expect(frameToTimecode(1440, createTimebase(23.976, '00:00:00;00'))).toBe('00:01:00:00')
  })

  test('stays in sync with the clock for a whole day', () => {
    fc.assert(
      fc.property(frame, fc.constantFrom(30, 60), (n, base) => {
        const fps = (base * 1000) / 1001
        const [h = 0, m = 0, s = 0, f = 0] = frameToTimecode(n, createTimebase(fps, '00:00:00;00'))
          .split(/[:;]/)
          .map(Number)
        const day_s = 86_400
        const timecodeSeconds = (h * 60 + m) * 60 + s + f / base
        expect(Math.abs(timecodeSeconds - ((n / fps) % day_s))).toBeLessThan(0.17)
      }),
      { numRuns: 500 },
    )
  })
})

test('every frame’s timecode, used as a start timecode, is that frame', () => {
  const starts = fc.constantFrom(
    ['00:00:00:00', 23.976],
    ['00:00:00;00', 29.97],
    ['00:00:00:00', 29.97],
    ['00:00:00;00', 59.94],
    ['00:00:00:00', 50],
  ) as fc.Arbitrary<[string, number]>
  fc.assert(
    fc.property(
      frame,
      starts,
      (n, [start, fps]) => createTimebase(fps, frameToTimecode(n, createTimebase(fps, start))).start === n,
    ),
  )
})
