/** What a nonce stands for, and what its holder's bank said when it was asked by 3D Secure. */
import type { PaymentType } from './instrument.ts'

/** `authentication_id` names the bank's answer to the gateway, so that a sale can carry it. */
export type NonceFacts = {
  kind: 'found'
  /** undefined: something that we do not take. */
  type: PaymentType | undefined
  consumed: boolean
  /** "authenticate_successful"; null where nobody was asked. */
  status: string | null
  liability_shifted: boolean
  authentication_id: string | null
}

type Found = {
  type?: string
  consumed?: boolean
  threeDSecureInfo?: {
    status?: string
    liabilityShifted?: boolean
    threeDSecureAuthenticationId?: string | null
  } | null
}

const types: Record<string, PaymentType> = { CreditCard: 'card', UsBankAccount: 'ach', PayPalAccount: 'paypal' }

export const factsOfNonce = (found: object): NonceFacts => {
  const { type = '', consumed = false, threeDSecureInfo: said } = found as Found
  return {
    kind: 'found',
    type: types[type],
    consumed,
    status: said?.status ?? null,
    liability_shifted: said?.liabilityShifted === true,
    authentication_id: said?.threeDSecureAuthenticationId ?? null,
  }
}

const failed = new Set(['authenticate_failed', 'authenticate_rejected', 'authenticate_error'])

/** Whether the bank was asked and said that it was not the holder. */
export const wasNotTheHolder = ({ status }: NonceFacts): boolean => status !== null && failed.has(status)

/** The code of attempts that ended here. */
export const three_d_secure = 'three_d_secure'
export const threeDSecureText = 'Card 3D Secure Authentication failed'
