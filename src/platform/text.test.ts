import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { nameText, optionalText, requiredText } from './text.ts'

const name = nameText('Name')
const hidden = [
  '\u061C',
  '\u200B',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202E',
  '\u2066',
  '\u2069',
  '\uFEFF',
  '\u0000',
  '\n',
]

test.each([
  'Win a prize http://evil.example/x',
  'Win a prize HTTPS://evil.example',
  'www.evil',
  'claim it at evil.example/x',
  'evil.com',
  'e\u200Bvil.c\u200Dom',
  'Ünlü.рф',
])('%j is refused as a name, because emails would turn it into a link', text => {
  const { error } = z.safeParse(name, text)
  expect(error?.issues.map(({ message }) => message)).toEqual(['Name can’t contain a web address.'])
})

test.each(['Dr. Anna-Lena O’Brien', 'J.R.R. Tolkien', 'St. Mary Films Inc.', '王小明', 'Northlight 2.0', 'A/B Films'])(
  '%s is a valid name',
  text => {
    expect(z.parse(name, text)).toBe(text)
  },
)

test('invisible characters are removed from names and texts', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...hidden), fc.constantFrom('a', 'b', ' ')))
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, input => {
      for (const schema of [name, requiredText('Text'), optionalText('Text')])
        expect(z.safeParse(schema, input).data ?? '').not.toMatch(
          /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u,
        )
    }),
  )
})

test('texts keep the joiners of letters and emoji', () => {
  for (const text of ['می‌خواهم', '👩‍🚒']) expect(z.parse(requiredText('Text'), text)).toBe(text)
})
