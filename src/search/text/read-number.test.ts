import { expect, test } from 'vitest'

import { readNumber } from './read-number.ts'

test.each([
  ['17', 17],
  ['#17', 17],
  [' clip 17 ', 17],
  ['Clip #17', 17],
  ['longtake-comp-17-dunes-golden-wind.mp4', 17],
  ['longtake-comp-17-dunes-golden-wind_v2 copy.mov', 17],
  ['longtake-comp-17', 17],
  ['17-dunes-golden-wind-hd.mov', 17],
])('“%s” is clip %s', (text, id) => {
  expect(readNumber(text)).toEqual({ kind: 'clip', id })
})

test('an order number is read in any case', () => {
  expect(readNumber('lt-2026-000123')).toEqual({ kind: 'order', number: 'LT-2026-000123' })
})

test.each(['', '0', '17 dunes', 'ocean 17', '99999999999', '4k', '16:9', '17-25', 'LT-17', '2026-01-01'])(
  '“%s” is no number',
  text => {
    expect(readNumber(text)).toBeUndefined()
  },
)
