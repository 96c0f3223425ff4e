/** Webhooks as the gateway signs them. */
import type braintree from 'braintree'

import { refuse } from '#platform/http/refusal.ts'

/** What the event is about. Any further content may be outdated when it is read. */
export type WebhookEvent = {
  kind: string
  happened_at: Date
  transaction_id: string | null
  /** Our name for the attempt. */
  gateway_order_id: string | null
  gateway_token: string | null
}

type WebhookSubject = { id?: string; orderId?: string }
type WebhookNotification = {
  kind: string
  timestamp: string
  transaction?: WebhookSubject
  dispute?: { transaction?: WebhookSubject }
  revokedPaymentMethodMetadata?: { token?: string }
}

const INVALID_WEBHOOK_TEXT = 'This did not come from our payment provider.'

export const readWebhook = async (
  sdk: braintree.BraintreeGateway,
  signature: string,
  payload: string,
): Promise<WebhookEvent> => {
  const notification = await sdk.webhookNotification.parse(signature, payload).catch(() => {
    throw refuse(400, INVALID_WEBHOOK_TEXT)
  })
  const {
    kind,
    timestamp,
    dispute,
    transaction = dispute?.transaction,
    ...fields
  } = notification as unknown as WebhookNotification
  return {
    kind,
    happened_at: new Date(timestamp),
    transaction_id: transaction?.id ?? null,
    gateway_order_id: transaction?.orderId ?? null,
    gateway_token: fields.revokedPaymentMethodMetadata?.token ?? null,
  }
}

export const answerChallenge = (sdk: braintree.BraintreeGateway, challenge: string): string => {
  try {
    return sdk.webhookNotification.verify(challenge)
  } catch {
    throw refuse(400, INVALID_WEBHOOK_TEXT)
  }
}
