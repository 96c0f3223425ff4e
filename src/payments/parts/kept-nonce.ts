/** The nonce of something that is kept; a card's bank is asked first where it wants to be. */
import { call } from '#platform/call.ts'

import { refusedText, verifyText } from '../card-texts.ts'
import { getNonce, type PaymentMethod } from '../methods-contract.ts'
import { openClient } from './client.ts'
import { openSecure } from './three-d-secure.ts'

/** `text` is what a person reads when the step fails. */
const step = async <T>(text: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.message === refusedText) throw error
    throw new Error(text, { cause: error })
  }
}

export const nonceOfKept = async ({ id }: PaymentMethod, amount_cents: number): Promise<string> => {
  const asked = call(getNonce, { params: { id: String(id) } })
  const { nonce, requires_3ds, bin_data } = (await step('Error creating braintree nonce', asked)).data.nonce
  if (!requires_3ds) return nonce
  const client = await step('Error creating client instance', openClient())
  const secure = await step(verifyText, openSecure(client))
  try {
    return await step(verifyText, secure.verify({ nonce, bin: bin_data?.['bin'] ?? '' }, amount_cents))
  } finally {
    void secure.close()
  }
}
