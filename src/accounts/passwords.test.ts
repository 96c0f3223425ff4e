import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { hashPassword, DUMMY_PASSWORD_HASH, verifyPassword } from './passwords.server.ts'
import { NewPassword } from './passwords.ts'

const isValid = (password: string) => z.safeParse(NewPassword, password).success

test('a password is valid exactly when it is long enough and has all three kinds of characters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), password => {
      const expected =
        password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password)
      expect(isValid(password)).toBe(expected)
    }),
  )
  const goodPasswords = fc.tuple(fc.string({ minLength: 5, maxLength: 100 })).map(([suffix]) => `aZ9${suffix}`)
  fc.assert(
    fc.property(goodPasswords, password => {
      expect(isValid(password)).toBe(true)
    }),
  )
})

test('the dummy hash costs as much as a real one', async () => {
  const getCost = (hash: string) => hash.split('$').slice(0, 4)
  expect(getCost(await hashPassword('Correct-Horse-1'))).toEqual(getCost(DUMMY_PASSWORD_HASH))
})

test('a password matches only its own hash, also when typed with combining characters', async () => {
  const hash = await hashPassword('Caf\u00e9-Horse-1')
  expect(await verifyPassword(hash, 'Cafe\u0301-Horse-1')).toBe(true)
  expect(await verifyPassword(hash, 'Cafe-Horse-1')).toBe(false)
  expect(await verifyPassword(null, 'Caf\u00e9-Horse-1')).toBe(false)
})
