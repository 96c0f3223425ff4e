/** What the published types of the payment SDK leave out. */
import type { Agent } from 'node:http'

declare module 'braintree' {
  interface KeyGatewayConfig {
    customHttpAgent?: Agent
  }
  interface PaymentMethodCreateRequest {
    token?: string
  }
  interface TransactionRequest {
    threeDSecureAuthenticationId?: string
  }
  interface TransactionGateway {
    refund(id: string, wish: { amount?: string; orderId?: string }): Promise<ValidatedResponse<Transaction>>
  }
  interface PaymentMethodNonceGateway {
    create(token: string, wish: object): Promise<ValidatedResponse<PaymentMethodNonce>>
  }
  interface WebhookNotificationGateway {
    verify(challenge: string): string
  }
  interface ValidatedResponse<T> {
    verification?: CreditCardVerification
  }
  interface BraintreeGateway {
    config: { timeout: number }
  }
}
