/** Webhooks as the gateway signs them. */
import type braintree from 'braintree'

import { refuse } from '#platform/refusal.ts'

/** What it is about; whatever else it says may be old by the time it is read. */
export type Webhook = {
  kind: string
  happened_at: Date
  transaction_id: string | null
  /** Our name for the attempt. */
  gateway_order_id: string | null
  gateway_token: string | null
}

type About = { id?: string; orderId?: string }
type Notification = {
  kind: string
  timestamp: string
  transaction?: About
  dispute?: { transaction?: About }
  revokedPaymentMethodMetadata?: { token?: string }
}

const not_ours = 'This did not come from our payment provider.'

export const readWebhook = async (
  sdk: braintree.BraintreeGateway,
  signature: string,
  payload: string,
): Promise<Webhook> => {
  const said = await sdk.webhookNotification.parse(signature, payload).catch(() => {
    throw refuse(400, not_ours)
  })
  const { kind, timestamp, dispute, transaction = dispute?.transaction, ...more } = said as unknown as Notification
  return {
    kind,
    happened_at: new Date(timestamp),
    transaction_id: transaction?.id ?? null,
    gateway_order_id: transaction?.orderId ?? null,
    gateway_token: more.revokedPaymentMethodMetadata?.token ?? null,
  }
}

export const answerChallenge = (sdk: braintree.BraintreeGateway, challenge: string): string => {
  try {
    return sdk.webhookNotification.verify(challenge)
  } catch {
    throw refuse(400, not_ours)
  }
}
