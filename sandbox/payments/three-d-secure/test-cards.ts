/** The published 3D Secure numbers, and what the card holder's bank answers for each. */

export type BankAnswer = 'successful' | 'failed' | 'attempted' | 'unable' | 'error'

/** `challenge`: the holder types a code first, and then the answer comes. */
type ThreeDSecureCard = { answer: BankAnswer; challenge: boolean }

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

/** The code that every challenge of the sandbox asks for. */
export const challengeCode = '1234'

/** How many wrong codes the bank takes before it says no. */
export const mostWrongCodes = 3
