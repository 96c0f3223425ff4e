import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { atEdge, markIn, markOut, playRange, readMarks, writeMarks, type Marks } from './marks.ts'

const frame = fc.integer({ min: 0, max: 99 })
const pressed = fc.array(fc.record({ set: fc.constantFrom(markIn, markOut), at: frame }))
const after = (presses: { set: typeof markIn; at: number }[]) =>
  presses.reduce<Marks>((now, { set, at }) => set(now, at), {})

test('however marks are set, the range never turns around', () => {
  fc.assert(
    fc.property(pressed, presses => {
      const { first, last } = playRange(after(presses), 100)
      expect(first).toBeLessThanOrEqual(last)
    }),
  )
})

test('the mark just set always holds, and both may be one frame', () => {
  fc.assert(
    fc.property(frame, frame, (a, b) => markOut(markIn({}, a), b).out === b && markIn(markOut({}, a), b).in === b),
  )
  expect(markOut(markIn({}, 7), 7)).toEqual({ in: 7, out: 7 })
})

describe('at the edge of the range', () => {
  const marks = { in: 20, out: 50 }

  test('the marked frames themselves still play', () => {
    expect(atEdge(50, 1, marks, 100, true)).toBeUndefined()
    expect(atEdge(20, -1, marks, 100, true)).toBeUndefined()
  })

  test('a loop jumps to the other end', () => {
    expect(atEdge(51, 1, marks, 100, true)).toEqual({ frame: 20, stop: false })
    expect(atEdge(19, -1, marks, 100, true)).toEqual({ frame: 50, stop: false })
  })

  test('without a loop it stops there', () => {
    expect(atEdge(53, 1, marks, 100, false)).toEqual({ frame: 50, stop: true })
    expect(atEdge(0, -4, {}, 100, false)).toEqual({ frame: 0, stop: true })
  })

  test('the jump itself does not meet an edge again', () => {
    fc.assert(
      fc.property(pressed, frame, fc.constantFrom(-8, -1, 0.25, 1, 8), (presses, at, rate) => {
        const edge = atEdge(at, rate, after(presses), 100, true)
        if (!edge || edge.stop) return
        expect(atEdge(edge.frame, rate, after(presses), 100, true)).toBeUndefined()
      }),
    )
  })
})

describe('in an address', () => {
  test('marks come back as they were, beside whatever else stands there', () => {
    fc.assert(
      fc.property(pressed, presses => {
        const written = writeMarks(new URLSearchParams('from=mail&in=1'), after(presses))
        expect(readMarks(new URLSearchParams(written.toString()), 100)).toEqual(after(presses))
        expect(written.get('from')).toBe('mail')
      }),
    )
  })

  test('what is no range of this clip is no mark', () => {
    for (const search of ['in=-1', 'in=1.5', 'out=100', 'in=50&out=49', 'in=%00', 'in=99999999', 'out=']) {
      expect(readMarks(new URLSearchParams(search), 100), search).toEqual({})
    }
    expect(readMarks(new URLSearchParams('in=4&out=400'), 100)).toEqual({ in: 4 })
  })
})
