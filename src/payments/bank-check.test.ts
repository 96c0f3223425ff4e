import fc from 'fast-check'
import { expect, test } from 'vitest'

import { refuse } from '#platform/http/refusal.ts'

import { bankCheckMeta, bankChecks, isBankNotConfirmed, namesBankCheck } from './bank-check.ts'

test('a service is found in a message in any case and at any place', () => {
  const names = fc.constantFrom(...bankChecks).chain(name => fc.mixedCase(fc.constant(name)))
  fc.assert(
    fc.property(
      names,
      fc.constantFrom('', '2046: Declined by ', '('),
      fc.constantFrom('', '.', ': no match', ')'),
      (name, before, after) => namesBankCheck(`${before}${name}${after}`),
    ),
  )
})

test.each([
  'Declined',
  'No Data Found - Try Another Verification Method',
  'A plaidlike pattern',
  'Invalid Transaction Data',
  '',
])('%j names no service', message => {
  expect(namesBankCheck(message)).toBe(false)
  expect(bankCheckMeta(message)).toEqual({})
})

test('an unconfirmed account is recognized from the refusal or the message, at any depth of causes', () => {
  const refusal = refuse(422, 'Please try again', bankCheckMeta('2046: Declined by GIACT'))
  const wrapped = (cause: unknown) => new Error('There was an error', { cause })
  for (const error of [refusal, wrapped(refusal), wrapped(wrapped(refusal)), new Error('Plaid: account closed')])
    expect(isBankNotConfirmed(error)).toBe(true)
  for (const error of [refuse(422, 'Please try again'), wrapped(refuse(409, 'Changed')), wrapped(undefined), null])
    expect(isBankNotConfirmed(error)).toBe(false)
})
