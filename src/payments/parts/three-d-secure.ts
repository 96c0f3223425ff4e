/** 3D Secure: the card’s bank is contacted, and may authenticate the cardholder in a window over the page. */
import type { Client } from 'braintree-web/client'
import type { ThreeDSecureVerifyPayload } from 'braintree-web/three-d-secure'

import { REFUSED_TEXT } from '../card-texts.ts'
import { amountOf } from './client.ts'
import { verdictOf } from './three-d-secure-verdict.ts'

/** A nonce, and the first six digits of its card. */
export type CardToVerify = { nonce: string; bin: string }

export type ThreeDSecureClient = {
  /** Returns the nonce to pay with. Throws an Error with a message for the buyer when their bank declines. */
  verify: (card: CardToVerify, amount_cents: number) => Promise<string>
  close: () => Promise<unknown>
}

/** The longest time without progress: without the bank’s script, a verification never ends by itself. */
const RESPONSE_TIMEOUT_MS = 20_000

/** Initializes 3D Secure for the card fields, or for a saved card. */
export const openThreeDSecure = async (client: Client): Promise<ThreeDSecureClient> => {
  const { default: threeDSecure } = await import('braintree-web/three-d-secure')
  const session = await threeDSecure.create({
    client,
    version: 2,
    cardinalSDKConfig: { payment: { displayExitButton: true } },
  })
  let handlers: { canceled?: () => void; shown?: () => void; closed?: () => void } = {}
  session.on('customer-canceled', () => handlers.canceled?.())
  session.on('authentication-modal-render', () => handlers.shown?.())
  session.on('authentication-modal-close', () => handlers.closed?.())

  const verifyOnce = async ({ nonce, bin }: CardToVerify, amount: string, challengeRequested: boolean) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let was_canceled = false
    const timeout = Promise.withResolvers<never>()
    const stopTimer = () => clearTimeout(timer)
    const startTimer = () => {
      stopTimer()
      timer = setTimeout(() => timeout.reject(new Error('3D Secure does not answer.')), RESPONSE_TIMEOUT_MS)
    }
    handlers = {
      canceled: () => {
        was_canceled = true
      },
      // The cardholder can take as long as the bank allows.
      shown: stopTimer,
      closed: startTimer,
    }
    startTimer()
    const onLookupComplete = (_: unknown, next: () => void) => {
      startTimer()
      next()
    }
    try {
      const verification = session.verifyCard({ nonce, bin, amount, challengeRequested, onLookupComplete })
      return { payload: await Promise.race([verification, timeout.promise]), was_canceled }
    } catch (error) {
      await session.cancelVerifyCard().catch(() => undefined)
      throw error
    } finally {
      stopTimer()
      handlers = {}
    }
  }

  const verify = async (card: CardToVerify, amount_cents: number, challenge_requested = false): Promise<string> => {
    const { payload, was_canceled } = await verifyOnce(card, amountOf(amount_cents), challenge_requested)
    const verdict = verdictOf({ ...toBankAnswer(payload), was_canceled, challenge_requested })
    if (verdict === 'charge') return payload.nonce
    if (verdict === 'refuse') throw new Error(REFUSED_TEXT)
    await session.cancelVerifyCard().catch(() => undefined)
    return verify(card, amount_cents, true)
  }
  return { verify: (card, amount_cents) => verify(card, amount_cents), close: () => session.teardown() }
}

const toBankAnswer = ({ liabilityShifted, threeDSecureInfo }: ThreeDSecureVerifyPayload) => ({
  status: threeDSecureInfo.status,
  is_shifted: liabilityShifted,
})
