/** 3D Secure with fake timers: what is requested of the SDK, and when it times out. The whole flow has an e2e test. */
import type { Client } from 'braintree-web/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { REFUSED_TEXT } from '../card-texts.ts'
import { openThreeDSecure } from './three-d-secure.ts'

type VerifyCardRequest = {
  nonce: string
  amount: string
  challengeRequested: boolean
  onLookupComplete: (d: object, n: () => void) => void
}

const handlers = new Map<string, () => void>()
const sdk = {
  on: (event: string, handler: () => void) => void handlers.set(event, handler),
  verifyCard: vi.fn<(request: VerifyCardRequest) => Promise<object>>(),
  cancelVerifyCard: vi.fn(() => Promise.reject(new Error('nothing to cancel'))),
  teardown: () => Promise.resolve(),
}
vi.mock('braintree-web/three-d-secure', () => ({ default: { create: () => Promise.resolve(sdk) } }))

const card = { nonce: 'typed', bin: '400000' }
const toPayload = (status: string, liabilityShifted = false) => ({
  nonce: 'verified',
  liabilityShifted,
  threeDSecureInfo: { status },
})
const verify = async (cents = 21_542) => (await openThreeDSecure({} as Client)).verify(card, cents)
/** Returns the result or the error’s message, without an unhandled rejection. */
const resultOf = (task: Promise<string>) => task.catch((error: Error) => error.message)

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => vi.useRealTimers())

test('a bank that accepts liability is requested once, with the amount in dollars', async () => {
  sdk.verifyCard.mockResolvedValueOnce(toPayload('authenticate_successful', true))
  expect(await verify()).toBe('verified')
  expect(sdk.verifyCard.mock.calls.map(([request]) => [request.amount, request.challengeRequested])).toEqual([
    ['215.42', false],
  ])
})

test('a card that is only saved is verified with amount 0', async () => {
  sdk.verifyCard.mockResolvedValueOnce(toPayload('authenticate_successful', true))
  await verify(0)
  expect(sdk.verifyCard.mock.calls[0]?.[0].amount).toBe('0')
})

test('a frictionless decline is retried once with a challenge', async () => {
  sdk.verifyCard.mockResolvedValue(toPayload('authenticate_frictionless_failed'))
  expect(await resultOf(verify())).toBe(REFUSED_TEXT)
  expect(sdk.verifyCard.mock.calls.map(([request]) => request.challengeRequested)).toEqual([false, true])
  expect(sdk.cancelVerifyCard).toHaveBeenCalledTimes(1)
})

test('a canceled authentication is a decline, whatever the status', async () => {
  sdk.verifyCard.mockImplementationOnce(() => {
    handlers.get('customer-canceled')?.()
    return Promise.resolve(toPayload('challenge_required'))
  })
  expect(await resultOf(verify())).toBe(REFUSED_TEXT)
})

test('it times out after twenty seconds without progress', async () => {
  let continueLookup = () => {}
  sdk.verifyCard.mockImplementationOnce(({ onLookupComplete }) => {
    continueLookup = () => onLookupComplete({}, () => {})
    return new Promise(() => {})
  })
  const result = resultOf(verify())
  let hasEnded = false
  void result.then(() => (hasEnded = true))
  await vi.advanceTimersByTimeAsync(19_000)
  continueLookup()
  await vi.advanceTimersByTimeAsync(19_999)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('3D Secure does not answer.')
  expect(sdk.cancelVerifyCard).toHaveBeenCalledTimes(1)
})

test('there is no timeout while the bank’s window is open', async () => {
  let respond = (_: object) => {}
  sdk.verifyCard.mockImplementationOnce(() => new Promise(resolve => (respond = resolve)))
  const result = resultOf(verify())
  await vi.advanceTimersByTimeAsync(1_000)
  handlers.get('authentication-modal-render')?.()
  await vi.advanceTimersByTimeAsync(600_000)
  handlers.get('authentication-modal-close')?.()
  respond(toPayload('authenticate_successful', true))
  expect(await result).toBe('verified')
})
