/** Verification of instruments before they are vaulted. */
import { processorText } from './amounts.ts'
import { verifyBankAccount, verificationMethods } from './bank/verification.ts'
import { flag, newId, now, type Params, text } from './params.ts'
import type { CardData, Instrument, Verification } from './records.ts'
import { refuse } from './refusal.ts'
import { testCards } from './test-cards.ts'

/** Verifies an instrument as the options say; null when they do not. */
export function verify(instrument: Instrument, options: Params): Verification | null {
  if (instrument.kind === 'credit_card') return flag(options, 'verify_card') ? verifyCard(instrument) : null
  const methodName = text(options, 'us_bank_account_verification_method')
  if (instrument.kind === 'paypal' || !methodName) return null
  const method = verificationMethods.find(candidate => candidate === methodName)
  if (!method)
    throw refuse(
      ['payment_method', 'options'],
      'us_bank_account_verification_method',
      '93121',
      'US bank account verification method is invalid.',
    )
  return verifyBankAccount(instrument, method)
}

/** Whether the instrument must not be stored. Bank accounts are stored unverified, to be verified by another method. */
export const isFailedVerification = (verification: Verification | null) =>
  verification !== null && verification.method === undefined && verification.status !== 'verified'

/** Verifies a card by the behavior of its published number. */
function verifyCard(card: CardData): Verification {
  const behavior = testCards.get(card.test_number)?.behavior
  const verification = { id: newId(), created_at: now(), gateway_rejection_reason: null }
  if (behavior === 'fraud')
    return {
      ...verification,
      status: 'gateway_rejected',
      gateway_rejection_reason: 'fraud',
      processor_response_code: '',
      processor_response_text: '',
    }
  if (behavior === 'decline_verification')
    return {
      ...verification,
      status: 'processor_declined',
      processor_response_code: '2000',
      processor_response_text: processorText('2000'),
    }
  return { ...verification, status: 'verified', processor_response_code: '1000', processor_response_text: 'Approved' }
}
