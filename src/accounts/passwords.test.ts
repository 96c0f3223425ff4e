import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { hashPassword, nobodys_hash, verifyPassword } from './passwords.server.ts'
import { NewPassword } from './passwords.ts'

const isGood = (password: string) => z.safeParse(NewPassword, password).success

test('a password is good exactly when it is long enough and has all three kinds', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), password => {
      const expected =
        password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Nd}/u.test(password)
      expect(isGood(password)).toBe(expected)
    }),
  )
  const good = fc.tuple(fc.string({ minLength: 5, maxLength: 100 })).map(([rest]) => `aZ9${rest}`)
  fc.assert(
    fc.property(good, password => {
      expect(isGood(password)).toBe(true)
    }),
  )
})

test('the hash of nobody costs as much as that of somebody', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4)
  expect(costOf(await hashPassword('Correct-Horse-1'))).toEqual(costOf(nobodys_hash))
})

test('a password fits its own hash only, also when typed with combined letters', async () => {
  const hash = await hashPassword('Caf\u00e9-Horse-1')
  expect(await verifyPassword(hash, 'Cafe\u0301-Horse-1')).toBe(true)
  expect(await verifyPassword(hash, 'Cafe-Horse-1')).toBe(false)
  expect(await verifyPassword(null, 'Caf\u00e9-Horse-1')).toBe(false)
})
