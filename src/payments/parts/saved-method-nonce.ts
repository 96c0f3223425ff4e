/** Creates the nonce of a saved method, with 3D Secure where the card’s bank requires it. */
import { call } from '#platform/http/call.ts'

import { REFUSED_TEXT, VERIFY_TEXT } from '../card-texts.ts'
import { getNonce, type PaymentMethod } from '../methods-contract.ts'
import { openClient } from './client.ts'
import { openThreeDSecure } from './three-d-secure.ts'

/** Runs a step. `text` is the message shown when it fails. */
const withErrorText = async <T>(text: string, task: Promise<T>): Promise<T> => {
  try {
    return await task
  } catch (error) {
    if (error instanceof Error && error.message === REFUSED_TEXT) throw error
    throw new Error(text, { cause: error })
  }
}

export const createSavedMethodNonce = async ({ id }: PaymentMethod, amount_cents: number): Promise<string> => {
  const request = call(getNonce, { params: { id: String(id) } })
  const { nonce, requires_3ds, bin_data } = (await withErrorText('Error creating braintree nonce', request)).data.nonce
  if (!requires_3ds) return nonce
  const client = await withErrorText('Error creating client instance', openClient())
  const threeDSecure = await withErrorText(VERIFY_TEXT, openThreeDSecure(client))
  try {
    return await withErrorText(VERIFY_TEXT, threeDSecure.verify({ nonce, bin: bin_data?.['bin'] ?? '' }, amount_cents))
  } finally {
    void threeDSecure.close()
  }
}
