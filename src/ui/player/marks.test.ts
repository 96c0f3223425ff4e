import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { frameToSeconds, secondsToFrame } from './frames.ts'
import {
  findEdge,
  getPlayRange,
  markIn,
  markOut,
  readMarks,
  readMoment,
  type Marks,
  writeMarks,
  writeMoment,
} from './marks.ts'

const frame = fc.integer({ min: 0, max: 99 })
const pressList = fc.array(fc.record({ set: fc.constantFrom(markIn, markOut), at: frame }))
const applyMarks = (presses: { set: typeof markIn; at: number }[]) =>
  presses.reduce<Marks>((now, { set, at }) => set(now, at), {})

test('the range is never reversed, however marks are set', () => {
  fc.assert(
    fc.property(pressList, presses => {
      const { first, last } = getPlayRange(applyMarks(presses), 100)
      expect(first).toBeLessThanOrEqual(last)
    }),
  )
})

test('the latest mark always applies, and both marks may be one frame', () => {
  fc.assert(
    fc.property(frame, frame, (a, b) => markOut(markIn({}, a), b).out === b && markIn(markOut({}, a), b).in === b),
  )
  expect(markOut(markIn({}, 7), 7)).toEqual({ in: 7, out: 7 })
})

describe('at the edge of the range', () => {
  const marks = { in: 20, out: 50 }

  test('the marked frames themselves play', () => {
    expect(findEdge(50, 1, marks, 100, true)).toBeUndefined()
    expect(findEdge(20, -1, marks, 100, true)).toBeUndefined()
  })

  test('a loop jumps to the other end', () => {
    expect(findEdge(51, 1, marks, 100, true)).toEqual({ frame: 20, stop: false })
    expect(findEdge(19, -1, marks, 100, true)).toEqual({ frame: 50, stop: false })
  })

  test('playback stops there without a loop', () => {
    expect(findEdge(53, 1, marks, 100, false)).toEqual({ frame: 50, stop: true })
    expect(findEdge(0, -4, {}, 100, false)).toEqual({ frame: 0, stop: true })
  })

  test('a jump never lands beyond an edge', () => {
    fc.assert(
      fc.property(pressList, frame, fc.constantFrom(-8, -1, 0.25, 1, 8), (presses, at, rate) => {
        const edge = findEdge(at, rate, applyMarks(presses), 100, true)
        if (!edge || edge.stop) return
        expect(findEdge(edge.frame, rate, applyMarks(presses), 100, true)).toBeUndefined()
      }),
    )
  })
})

describe('in a URL', () => {
  test('marks survive next to other parameters', () => {
    fc.assert(
      fc.property(pressList, presses => {
        const search = writeMarks(new URLSearchParams('from=mail&in=1'), applyMarks(presses))
        expect(readMarks(new URLSearchParams(search.toString()), 100)).toEqual(applyMarks(presses))
        expect(search.get('from')).toBe('mail')
      }),
    )
  })

  test('invalid ranges are ignored', () => {
    for (const search of ['in=-1', 'in=1.5', 'out=100', 'in=50&out=49', 'in=%00', 'in=99999999', 'out=']) {
      expect(readMarks(new URLSearchParams(search), 100), search).toEqual({})
    }
    expect(readMarks(new URLSearchParams('in=4&out=400'), 100)).toEqual({ in: 4 })
  })
})

test('a link to a frame opens at exactly this frame, at any rate', () => {
  const rates = fc.constantFrom(23.976, 24, 25, 29.97, 50, 59.94, 120, 240)
  fc.assert(
    fc.property(rates, fc.nat(20_000), (fps, frame) => {
      const search = writeMoment(frameToSeconds(frame, fps))
      const seconds = readMoment(search, 20_001 / fps)
      expect(seconds === undefined ? undefined : secondsToFrame(seconds, fps)).toBe(frame)
    }),
  )
})

test.each(['', '-1', '12', 'abc', '1e1', '3.1234', '00:00:03:00'])('“%s” is no moment of a clip of 12 seconds', t => {
  expect(readMoment(new URLSearchParams({ t }), 12)).toBeUndefined()
})
