import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_CLIP_NUMBERS, parseClipNumbers } from './clip-numbers.ts'

test('clip numbers are read however they are separated, and words are not', () => {
  expect(parseClipNumbers('17, #23;40  17')).toEqual([17, 23, 40])
  for (const text of ['', 'harbor', '17 dunes', '1.5', '-3', '0', '99999999999'])
    expect(parseClipNumbers(text)).toEqual([])
})

test('any list of numbers is read back, up to twenty', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 2_147_483_647 })),
      fc.constantFrom(' ', ', ', ';', '\n#'),
      (ids, separator) => {
        expect(parseClipNumbers(ids.join(separator))).toEqual(ids.slice(0, MAX_CLIP_NUMBERS))
      },
    ),
  )
})
