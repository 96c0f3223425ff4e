import { expect, test } from 'vitest'

import { verdictOf, type BankAnswer } from './three-d-secure-verdict.ts'

const baseResult: BankAnswer = { status: '', is_shifted: false, was_canceled: false, challenge_requested: false }

test.each<[string, Partial<BankAnswer>, ReturnType<typeof verdictOf>]>([
  ['liability accepted by the bank', { status: 'authenticate_successful', is_shifted: true }, 'charge'],
  [
    'an attempted authentication with liability shift',
    { status: 'authenticate_attempt_successful', is_shifted: true },
    'charge',
  ],
  ['a card without 3D Secure', { status: 'lookup_not_enrolled' }, 'charge'],
  ['a bank that could not decide', { status: 'authenticate_unable_to_authenticate' }, 'charge'],
  ['a failed authentication', { status: 'authenticate_failed' }, 'refuse'],
  ['a rejected authentication', { status: 'authenticate_rejected' }, 'refuse'],
  ['a bank error', { status: 'authenticate_error' }, 'refuse'],
  ['a frictionless decline', { status: 'authenticate_frictionless_failed' }, 'challenge'],
  [
    'a frictionless decline after a requested challenge',
    { status: 'authenticate_frictionless_failed', challenge_requested: true },
    'refuse',
  ],
  ['a canceled authentication', { status: 'authenticate_failed', was_canceled: true }, 'refuse'],
  ['a canceled authentication with another status', { status: 'challenge_required', was_canceled: true }, 'refuse'],
])('%s', (_, overrides, verdict) => expect(verdictOf({ ...baseResult, ...overrides })).toBe(verdict))
