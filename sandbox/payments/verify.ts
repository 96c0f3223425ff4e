/** Whether an instrument is good, asked before it is kept. */
import { processorText } from './amounts.ts'
import { checkAccount, verificationMethods } from './bank/verification.ts'
import { flag, newId, now, type Params, text } from './params.ts'
import type { CardData, Instrument, Verification } from './records.ts'
import { refuse } from './refusal.ts'
import { testCards } from './test-cards.ts'

/** Checks what the options ask to be checked; null: nothing was asked. */
export function verify(instrument: Instrument, options: Params): Verification | null {
  if (instrument.kind === 'credit_card') return flag(options, 'verify_card') ? verifyCard(instrument) : null
  const wanted = text(options, 'us_bank_account_verification_method')
  if (instrument.kind === 'paypal' || !wanted) return null
  const method = verificationMethods.find(each => each === wanted)
  if (!method)
    throw refuse(
      ['payment_method', 'options'],
      'us_bank_account_verification_method',
      '93121',
      'US bank account verification method is invalid.',
    )
  return checkAccount(instrument, method)
}

/** A refused card is not kept; a bank account is, unverified, so that it can be checked in another way. */
export const isRefused = (verification: Verification | null) =>
  verification !== null && verification.method === undefined && verification.status !== 'verified'

/** Asks the bank whether a card is good: the published numbers answer. */
function verifyCard(card: CardData): Verification {
  const behavior = testCards.get(card.test_number)?.behavior
  const checked = { id: newId(), created_at: now(), gateway_rejection_reason: null }
  if (behavior === 'fraud')
    return {
      ...checked,
      status: 'gateway_rejected',
      gateway_rejection_reason: 'fraud',
      processor_response_code: '',
      processor_response_text: '',
    }
  if (behavior === 'decline_verification')
    return {
      ...checked,
      status: 'processor_declined',
      processor_response_code: '2000',
      processor_response_text: processorText('2000'),
    }
  return { ...checked, status: 'verified', processor_response_code: '1000', processor_response_text: 'Approved' }
}
