/** 3D Secure by the clock: what is asked of the SDK, and when we stop waiting for it. The whole way is a story. */
import type { Client } from 'braintree-web/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { refusedText } from '../card-texts.ts'
import { openSecure } from './three-d-secure.ts'

type Asked = {
  nonce: string
  amount: string
  challengeRequested: boolean
  onLookupComplete: (d: object, n: () => void) => void
}

const heard = new Map<string, () => void>()
const sdk = {
  on: (event: string, hear: () => void) => void heard.set(event, hear),
  verifyCard: vi.fn<(asked: Asked) => Promise<object>>(),
  cancelVerifyCard: vi.fn(() => Promise.reject(new Error('nothing to cancel'))),
  teardown: () => Promise.resolve(),
}
vi.mock('braintree-web/three-d-secure', () => ({ default: { create: () => Promise.resolve(sdk) } }))

const card = { nonce: 'typed', bin: '400000' }
const said = (status: string, liabilityShifted = false) => ({
  nonce: 'verified',
  liabilityShifted,
  threeDSecureInfo: { status },
})
const verify = async (cents = 21_542) => (await openSecure({} as Client)).verify(card, cents)
/** What became of it, without an unhandled rejection meanwhile. */
const endOf = (work: Promise<string>) => work.catch((error: Error) => error.message)

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => vi.useRealTimers())

test('a bank that stands for the payment is asked once, with the amount in dollars', async () => {
  sdk.verifyCard.mockResolvedValueOnce(said('authenticate_successful', true))
  expect(await verify()).toBe('verified')
  expect(sdk.verifyCard.mock.calls.map(([asked]) => [asked.amount, asked.challengeRequested])).toEqual([
    ['215.42', false],
  ])
})

test('a card that is only kept is asked about with nothing', async () => {
  sdk.verifyCard.mockResolvedValueOnce(said('authenticate_successful', true))
  await verify(0)
  expect(sdk.verifyCard.mock.calls[0]?.[0].amount).toBe('0')
})

test('a no without a question is asked once more, with one, and not a third time', async () => {
  sdk.verifyCard.mockResolvedValue(said('authenticate_frictionless_failed'))
  expect(await endOf(verify())).toBe(refusedText)
  expect(sdk.verifyCard.mock.calls.map(([asked]) => asked.challengeRequested)).toEqual([false, true])
  expect(sdk.cancelVerifyCard).toHaveBeenCalledTimes(1)
})

test('a holder who goes away is a no, whatever the status', async () => {
  sdk.verifyCard.mockImplementationOnce(() => {
    heard.get('customer-canceled')?.()
    return Promise.resolve(said('challenge_required'))
  })
  expect(await endOf(verify())).toBe(refusedText)
})

test('twenty quiet seconds end it, counted from the last sign of life', async () => {
  let goOn = () => {}
  sdk.verifyCard.mockImplementationOnce(({ onLookupComplete }) => {
    goOn = () => onLookupComplete({}, () => {})
    return new Promise(() => {})
  })
  const end = endOf(verify())
  let isOver = false
  void end.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(19_000)
  goOn()
  await vi.advanceTimersByTimeAsync(19_999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await end).toBe('3D Secure does not answer.')
  expect(sdk.cancelVerifyCard).toHaveBeenCalledTimes(1)
})

test('while the bank’s window is open its holder takes their time', async () => {
  let answer = (_: object) => {}
  sdk.verifyCard.mockImplementationOnce(() => new Promise(resolve => (answer = resolve)))
  const end = endOf(verify())
  await vi.advanceTimersByTimeAsync(1_000)
  heard.get('authentication-modal-render')?.()
  await vi.advanceTimersByTimeAsync(600_000)
  heard.get('authentication-modal-close')?.()
  answer(said('authenticate_successful', true))
  expect(await end).toBe('verified')
})
