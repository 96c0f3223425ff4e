/** The payment method of a nonce, and its 3D Secure result. */
import type { PaymentType } from './instrument.ts'

/** `authentication_id` identifies the bank’s result at the gateway, so that a sale can carry it. */
export type NonceDetails = {
  kind: 'found'
  /** undefined: a type that the shop does not accept. */
  type: PaymentType | undefined
  consumed: boolean
  /** "authenticate_successful"; null without an authentication. */
  status: string | null
  liability_shifted: boolean
  authentication_id: string | null
}

type NonceRecord = {
  type?: string
  consumed?: boolean
  threeDSecureInfo?: {
    status?: string
    liabilityShifted?: boolean
    threeDSecureAuthenticationId?: string | null
  } | null
}

const PAYMENT_TYPES: Record<string, PaymentType> = { CreditCard: 'card', UsBankAccount: 'ach', PayPalAccount: 'paypal' }

export const toNonceDetails = (record: object): NonceDetails => {
  const { type = '', consumed = false, threeDSecureInfo: secureInfo } = record as NonceRecord
  return {
    kind: 'found',
    type: PAYMENT_TYPES[type],
    consumed,
    status: secureInfo?.status ?? null,
    liability_shifted: secureInfo?.liabilityShifted === true,
    authentication_id: secureInfo?.threeDSecureAuthenticationId ?? null,
  }
}

const FAILED_STATUSES = new Set(['authenticate_failed', 'authenticate_rejected', 'authenticate_error'])

/** Returns whether the bank reports that the authentication failed. */
export const failedAuthentication = ({ status }: NonceDetails): boolean =>
  status !== null && FAILED_STATUSES.has(status)

/** The code of attempts that failed 3D Secure. */
export const THREE_D_SECURE = 'three_d_secure'
export const THREE_D_SECURE_TEXT = 'Card 3D Secure Authentication failed'
