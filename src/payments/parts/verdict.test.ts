import { expect, test } from 'vitest'

import { verdictOf, type BankAnswer } from './verdict.ts'

const no: BankAnswer = { status: '', is_shifted: false, was_canceled: false, challenge_requested: false }

test.each<[string, Partial<BankAnswer>, ReturnType<typeof verdictOf>]>([
  ['a bank that stands for the payment', { status: 'authenticate_successful', is_shifted: true }, 'charge'],
  ['an attempt that counts', { status: 'authenticate_attempt_successful', is_shifted: true }, 'charge'],
  ['a card without 3D Secure', { status: 'lookup_not_enrolled' }, 'charge'],
  ['a bank that could not say', { status: 'authenticate_unable_to_authenticate' }, 'charge'],
  ['a bank that says no', { status: 'authenticate_failed' }, 'refuse'],
  ['a bank that rejects', { status: 'authenticate_rejected' }, 'refuse'],
  ['a bank that breaks', { status: 'authenticate_error' }, 'refuse'],
  ['a no without a question', { status: 'authenticate_frictionless_failed' }, 'challenge'],
  ['a no after we asked for one', { status: 'authenticate_frictionless_failed', challenge_requested: true }, 'refuse'],
  ['a holder who went away', { status: 'authenticate_failed', was_canceled: true }, 'refuse'],
  ['a holder who went away, whatever it says', { status: 'challenge_required', was_canceled: true }, 'refuse'],
])('%s', (_, answer, verdict) => expect(verdictOf({ ...no, ...answer })).toBe(verdict))
