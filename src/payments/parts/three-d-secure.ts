/** 3D Secure: the card's bank is asked, and perhaps asks its holder, in a window over the page. */
import type { Client } from 'braintree-web/client'
import type { ThreeDSecureVerifyPayload } from 'braintree-web/three-d-secure'

import { refusedText } from '../card-texts.ts'
import { amountOf } from './client.ts'
import { verdictOf } from './verdict.ts'

/** A nonce, and the first six digits of its card. */
export type CardToVerify = { nonce: string; bin: string }

export type Secure = {
  /** Answers the nonce to pay with. Throws an Error with a text for the person when their bank says no. */
  verify: (card: CardToVerify, amount_cents: number) => Promise<string>
  close: () => Promise<unknown>
}

/** How long nothing may happen: without the bank's script a check that is due never ends by itself. */
const quiet_ms = 20_000

/** Opens it beside card fields, or for a card that is kept. */
export const openSecure = async (client: Client): Promise<Secure> => {
  const { default: threeDSecure } = await import('braintree-web/three-d-secure')
  const secure = await threeDSecure.create({
    client,
    version: 2,
    cardinalSDKConfig: { payment: { displayExitButton: true } },
  })
  let hears: { canceled?: () => void; shown?: () => void; closed?: () => void } = {}
  secure.on('customer-canceled', () => hears.canceled?.())
  secure.on('authentication-modal-render', () => hears.shown?.())
  secure.on('authentication-modal-close', () => hears.closed?.())

  const ask = async ({ nonce, bin }: CardToVerify, amount: string, challengeRequested: boolean) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let was_canceled = false
    const silence = Promise.withResolvers<never>()
    const stopWaiting = () => clearTimeout(timer)
    const wait = () => {
      stopWaiting()
      timer = setTimeout(() => silence.reject(new Error('3D Secure does not answer.')), quiet_ms)
    }
    hears = {
      canceled: () => {
        was_canceled = true
      },
      // The holder may take as long as the bank lets them.
      shown: stopWaiting,
      closed: wait,
    }
    wait()
    const onLookupComplete = (_: unknown, next: () => void) => {
      wait()
      next()
    }
    try {
      const asked = secure.verifyCard({ nonce, bin, amount, challengeRequested, onLookupComplete })
      return { said: await Promise.race([asked, silence.promise]), was_canceled }
    } catch (error) {
      await secure.cancelVerifyCard().catch(() => undefined)
      throw error
    } finally {
      stopWaiting()
      hears = {}
    }
  }

  const verify = async (card: CardToVerify, amount_cents: number, challenge_requested = false): Promise<string> => {
    const { said, was_canceled } = await ask(card, amountOf(amount_cents), challenge_requested)
    const verdict = verdictOf({ ...answerIn(said), was_canceled, challenge_requested })
    if (verdict === 'charge') return said.nonce
    if (verdict === 'refuse') throw new Error(refusedText)
    await secure.cancelVerifyCard().catch(() => undefined)
    return verify(card, amount_cents, true)
  }
  return { verify: (card, amount_cents) => verify(card, amount_cents), close: () => secure.teardown() }
}

const answerIn = ({ liabilityShifted, threeDSecureInfo }: ThreeDSecureVerifyPayload) => ({
  status: threeDSecureInfo.status,
  is_shifted: liabilityShifted,
})
