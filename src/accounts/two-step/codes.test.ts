import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatRecoveryCode, parseCode, encodeRecoveryCode } from './codes.ts'
import { isTwoStepRequired } from './policy.ts'

const recoveryCodes = fc
  .constantFrom(10, 15)
  .chain(bytes => fc.uint8Array({ minLength: bytes, maxLength: bytes }))
  .map(encodeRecoveryCode)
const noise = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\n'), { minLength: 30, maxLength: 30 })

test('a recovery code is parsed however it is typed', () => {
  fc.assert(
    fc.property(recoveryCodes, noise, fc.boolean(), fc.boolean(), (code, separators, isLowerCase, hasLookalikes) => {
      const displayed = hasLookalikes
        ? formatRecoveryCode(code).replaceAll('0', 'O').replaceAll('1', 'l')
        : formatRecoveryCode(code)
      const typed = displayed
        .split('')
        .map((letter, index) => letter + (separators[index] ?? ''))
        .join('')
      expect(parseCode(isLowerCase ? typed.toLowerCase() : typed)).toEqual({ kind: 'recovery', code })
    }),
  )
})

test('an encoded recovery code keeps all random bits', () => {
  const bytes = fc.uint8Array({ minLength: 15, maxLength: 15 })
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const isSame = Buffer.compare(first, second) === 0
      expect(encodeRecoveryCode(first) === encodeRecoveryCode(second)).toBe(isSame)
      expect(encodeRecoveryCode(first)).toHaveLength(24)
    }),
  )
})

test('six digits are an app code, also in two groups', () => {
  for (const typed of ['123456', '123 456', ' 123-456 ', '１２３４５６'])
    expect(parseCode(typed)).toEqual({ kind: 'app', code: '123456' })
})

test('other input is no code and causes no error', () => {
  for (const typed of ['', '12345', '1234567', 'hello', '7K2M-9QXC-04TB-WZ6', '7K2M-9QXC-04TB-WZ6H-A', '٣٤٥٦٧٨'])
    expect(parseCode(typed)).toBeUndefined()
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), typed => {
      const parsed = parseCode(typed)
      if (parsed)
        expect(parsed.code).toMatch(
          parsed.kind === 'app' ? /^\d{6}$/ : /^(?:[0-9A-HJKMNP-TV-Z]{16}|[0-9A-HJKMNP-TV-Z]{24})$/,
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
])('platform roles %j, demo %s: two-step sign-in required %s', (platform_roles, demo, expected) => {
  expect(isTwoStepRequired({ platform_roles, demo })).toBe(expected)
})
