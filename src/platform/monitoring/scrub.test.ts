import fc from 'fast-check'
import { expect, test } from 'vitest'

import { randomKey, randomToken } from '../ids.server.ts'
import { scrub, scrubAll } from './scrub.ts'

const contexts = fc.constantFrom(['', ''], ['Error at /x/', ' of page'], ['"', '"'], ['key ', '.'], ['(', ')'])

test.each([
  ['tokens', fc.nat().map(() => randomToken())],
  ['tokens without a digit', fc.constant('WRoGd_nSOV_hkpJpSFKArJPlVCD_SlurpSXZXx-cvws')],
  [
    'shorter tokens',
    fc
      .nat()
      .map(() => randomKey())
      .filter(key => /\d/.test(key) && /[A-Za-z]/.test(key)),
  ],
  [
    'e-mails',
    fc
      .tuple(fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,20}[a-z0-9]$/), fc.domain())
      .map(([name, domain]) => `${name}@${domain}`),
  ],
  ['card numbers', fc.constantFrom('4111111111111111', '4111 1111 1111 1111', '3782-822463-10005', '6011111111111117')],
] as const)('no %s remain, in any context', (_, secrets) => {
  fc.assert(
    fc.property(secrets, contexts, (secret, [before = '', after = '']) => {
      expect(scrub(before + secret + after)).not.toContain(secret)
    }),
  )
})

test.each([
  ['GET https://shop.example/reset?token=abc&x=1 failed', 'GET https://shop.example/reset failed'],
  ['/clips?q=nora%40example.com', '/clips'],
  ['{"password":"Hunter2 and more"}', '{"password":"… and more"}'],
  ['nonce=fake-valid-nonce; cvv: 123', 'nonce=…; cvv: …'],
  ['authorization=Bearer', 'authorization=…'],
  ['nora%40example.com', '…@…'],
])('%s becomes %s', (text, expected) => {
  expect(scrub(text)).toBe(expected)
})

test.each([
  'TypeError: Cannot read properties of undefined (reading "clips")',
  'at select (https://shop.example/assets/select-license-dialog-D3kfj2Qa.js:1:2345)',
  'relation "workspace_invite_tokens_hash" does not exist',
  '/clips/slow-tide-over-the-harbor-at-dusk/21',
  'LT-2026-000001 costs 149900 cents',
  'is it open? yes',
])('%s is unchanged', text => {
  expect(scrub(text)).toBe(text)
})

test('fields with secret names are emptied at any depth', () => {
  const input = { at: 3, inner: [{ email: 'x', card_number: 4, clip: 'tide' }], note: 'mail nora@example.com' }
  expect(scrubAll(input)).toEqual({
    at: 3,
    inner: [{ email: '…', card_number: '…', clip: 'tide' }],
    note: 'mail …@…',
  })
})
