import fc from 'fast-check'
import { expect, test } from 'vitest'

import { highlight } from './highlight.ts'

const mark = (label: string, typed: string) =>
  highlight(label, typed)
    .map(({ text, typed }) => (typed ? `[${text}]` : text))
    .join('')

test.each([
  ['ocean', 'oce', '[oce]an'],
  ['Salt & Swell', 'SWE', 'Salt & [Swe]ll'],
  ['slow motion ocean', 'slow motion oc', '[slow] [motion] [oc]ean'],
  ['Éclair', 'ecl', '[Écl]air'],
  ['Northern lights', 'oce', 'Northern lights'],
  ['ocean', '', 'ocean'],
  ['sun, sunset', 'sun', '[sun], [sun]set'],
])('in “%s”, typing “%s” marks %s', (label, typed, marked) => {
  expect(mark(label, typed)).toBe(marked)
})

test('no character is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (label, typed) => {
      expect(
        highlight(label, typed)
          .map(({ text }) => text)
          .join(''),
      ).toBe(label)
    }),
  )
})
