import fc from 'fast-check'
import { expect, test } from 'vitest'

import { highlight } from './highlight.ts'

const show = (label: string, typed: string) =>
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
])('of “%s”, “%s” marks %s', (label, typed, shown) => {
  expect(show(label, typed)).toBe(shown)
})

test('no letter is lost', () => {
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
