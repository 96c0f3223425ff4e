/** The published 3D Secure numbers and the bank's result for each. */

export type BankResult = 'successful' | 'failed' | 'attempted' | 'unable' | 'error'

/** `challenge`: the holder must enter a code before the result. */
type ThreeDSecureCard = { answer: BankResult; challenge: boolean }

export const threeDSecureCards: ReadonlyMap<string, ThreeDSecureCard> = new Map([
  ['4000000000002701', { answer: 'successful', challenge: false }],
  ['4000000000002925', { answer: 'failed', challenge: false }],
  ['4000000000002719', { answer: 'attempted', challenge: false }],
  ['4000000000002313', { answer: 'unable', challenge: false }],
  ['4000000000002503', { answer: 'successful', challenge: true }],
  ['4000000000002370', { answer: 'failed', challenge: true }],
  ['4000000000002420', { answer: 'unable', challenge: true }],
  ['4000000000002644', { answer: 'error', challenge: true }],
])

/** The right code for every challenge. */
export const challengeCode = '1234'

/** Wrong codes after which the challenge fails. */
export const mostWrongCodes = 3
