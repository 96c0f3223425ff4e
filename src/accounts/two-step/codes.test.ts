import fc from 'fast-check'
import { expect, test } from 'vitest'

import { inGroups, readCode, recoveryCodeOf } from './codes.ts'
import { isTwoStepRequired } from './policy.ts'

const code = fc
  .constantFrom(10, 15)
  .chain(bytes => fc.uint8Array({ minLength: bytes, maxLength: bytes }))
  .map(recoveryCodeOf)
const noise = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\n'), { minLength: 30, maxLength: 30 })

test('a recovery code is read however it is typed', () => {
  fc.assert(
    fc.property(code, noise, fc.boolean(), fc.boolean(), (code, between, lower, lookalikes) => {
      const seen = lookalikes ? inGroups(code).replaceAll('0', 'O').replaceAll('1', 'l') : inGroups(code)
      const typed = seen
        .split('')
        .map((letter, place) => letter + (between[place] ?? ''))
        .join('')
      expect(readCode(lower ? typed.toLowerCase() : typed)).toEqual({ kind: 'recovery', code })
    }),
  )
})

test('all of the chance is in the code', () => {
  const bytes = fc.uint8Array({ minLength: 15, maxLength: 15 })
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const same = Buffer.compare(one, other) === 0
      expect(recoveryCodeOf(one) === recoveryCodeOf(other)).toBe(same)
      expect(recoveryCodeOf(one)).toHaveLength(24)
    }),
  )
})

test('six digits are a code of the app, also in two groups', () => {
  for (const typed of ['123456', '123 456', ' 123-456 ', '１２３４５６'])
    expect(readCode(typed)).toEqual({ kind: 'app', code: '123456' })
})

test('anything else is no code, and nothing breaks the reading', () => {
  for (const typed of ['', '12345', '1234567', 'hello', '7K2M-9QXC-04TB-WZ6', '7K2M-9QXC-04TB-WZ6H-A', '٣٤٥٦٧٨'])
    expect(readCode(typed)).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), typed => {
      const read = readCode(typed)
      if (read)
        expect(read.code).toMatch(
          read.kind === 'app' ? /^\d{6}$/ : /^(?:[0-9A-HJKMNP-TV-Z]{16}|[0-9A-HJKMNP-TV-Z]{24})$/,
        )
    }),
  )
})

test.each([
  [[1, 2], false, true],
  [[1, 3], false, true],
  [[1, 5], false, true],
  [[1, 3], true, false],
  [[1, 4], false, true],
  [[1, 6, 7], false, false],
])('platform roles %j, demo %s: needs a second step %s', (platform_roles, demo, needed) => {
  expect(isTwoStepRequired({ platform_roles, demo })).toBe(needed)
})
