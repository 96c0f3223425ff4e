/**
 * Resolves what a sale charges, before it is sent: a saved method, a new one, or a PayPal account for a single
 * payment.
 */
import type { PaymentGateway, SaleSource } from '#payments/gateway.server.ts'
import type { DeclinedOutcome } from '#payments/outcome.ts'
import { THREE_D_SECURE, failedAuthentication, type NonceDetails } from '#payments/three-d-secure.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { claimOnce } from '#platform/security/one-time-token.server.ts'

import type { PaymentAttempt } from './attempts.server.ts'
import type { CheckoutBody } from './contract.ts'
import { verifyNewMethod } from './method-verification.server.ts'
import { loadGatewayToken } from './saved-method.server.ts'

type SourceDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>
type SourceResult = { kind: 'found'; source: SaleSource } | DeclinedOutcome

/** Never throws: any failure here is a decline, because nothing has been charged. */
export const resolveSource = async (
  deps: SourceDeps,
  gateway: PaymentGateway,
  attempt: PaymentAttempt,
  { nonce, remember_payment_method: is_saved }: Pick<CheckoutBody, 'nonce' | 'remember_payment_method'>,
): Promise<SourceResult> => {
  const { payment_type, payment_method_id } = attempt
  try {
    const nonceDetails =
      nonce === null || payment_type === 'ach' ? undefined : await checkNonce(gateway, nonce, payment_type)
    if (nonceDetails?.kind === 'declined') return nonceDetails
    if (payment_method_id !== null)
      return await resolveSavedMethod(deps, gateway, payment_method_id, payment_type, nonce, nonceDetails)
    if (nonce === null) return decline('nonce', 'There is none.')
    // A buyer who does not save PayPal approves each payment there.
    if (payment_type === 'paypal' && !is_saved) return { kind: 'found', source: { nonce } }
    const verification = await verifyNewMethod(deps, gateway, attempt, { nonce, is_saved })
    if (verification.kind === 'declined') return verification
    return payment_type === 'card'
      ? await resolveAuthenticatedCard(gateway, verification.token, nonceDetails)
      : toSource(verification.token)
  } catch (error) {
    return decline('not_checked', messageOf(error))
  }
}

const toSource = (token: string, three_d_secure_id: string | null = null): SourceResult => ({
  kind: 'found',
  source: { token, three_d_secure_id },
})
const decline = (code: string, reason: string): DeclinedOutcome => ({
  kind: 'declined',
  transaction_id: null,
  code,
  reason,
})

/** Looks up a nonce. A nonce of another type than claimed is declined, because each type has its own checks. */
const checkNonce = async (
  gateway: PaymentGateway,
  nonce: string,
  payment_type: string,
): Promise<NonceDetails | DeclinedOutcome> => {
  const nonceDetails = await gateway.nonceFacts(nonce)
  if (nonceDetails.kind !== 'found') return decline('not_checked', nonceDetails.reason)
  if (nonceDetails.type !== payment_type)
    return decline('nonce', `It belongs to ${nonceDetails.type ?? 'something else'}.`)
  if (nonceDetails.consumed) return decline('nonce', 'It was used before.')
  return failedAuthentication(nonceDetails) ? decline(THREE_D_SECURE, nonceDetails.status ?? '') : nonceDetails
}

/** Charged by its own token, so the nonce is consumed here. */
const resolveSavedMethod = async (
  deps: SourceDeps,
  gateway: PaymentGateway,
  payment_method_id: number,
  payment_type: string,
  nonce: string | null,
  nonceDetails: NonceDetails | undefined,
): Promise<SourceResult> => {
  const token = await loadGatewayToken(deps.db, payment_method_id)
  if (payment_type !== 'card') return toSource(token)
  if (nonce !== null && !(await claimOnce(deps.db, nonce, nonceRetentionEnd(deps))))
    return decline('nonce', 'It was used before.')
  return resolveAuthenticatedCard(gateway, token, nonceDetails)
}

/** The 3D Secure result is sent with the sale. A card that requires it is charged only after authentication. */
const resolveAuthenticatedCard = async (
  gateway: PaymentGateway,
  token: string,
  nonceDetails: NonceDetails | undefined,
): Promise<SourceResult> => {
  if (nonceDetails?.liability_shifted) return toSource(token, nonceDetails.authentication_id)
  const { requires_3ds } = await gateway.offer(token)
  return requires_3ds
    ? decline(THREE_D_SECURE, nonceDetails?.status ?? 'The cardholder was not authenticated.')
    : toSource(token)
}

/** The gateway’s nonces expire after three hours. */
const nonceRetentionEnd = ({ clock }: Pick<Deps, 'clock'>) => new Date(clock.now().getTime() + 24 * 3_600_000)
